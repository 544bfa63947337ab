/** What every answer of the site's host says to browsers; docs/hosting.md repeats it for other hosts. */

/** The settings of the site that its headers depend on. */
export interface HeaderSettings {
  apiBase?: unknown;
  videoUrl?: unknown;
}

/** The hashes of what every page carries in itself, as the build writes them into `inline.json`. */
export interface Inlined {
  style?: string | undefined;
  script?: string | undefined;
}

/** @returns the headers by their lower-case names */
export function siteHeaders(
  { apiBase, videoUrl }: HeaderSettings,
  { style, script }: Inlined = {},
): Record<string, string> {
  const policy: Record<string, readonly (string | undefined)[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", script && `'${script}'`],
    'style-src': ["'self'", style && `'${style}'`],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", originOf(apiBase)],
    'frame-src': [originOf(videoUrl) ?? "'none'"],
    'manifest-src': ["'self'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  };
  const off = ['camera', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(' '))
      .join('; '),
    // Never the path: activation links carry a token there. The video's player wants to know the origin.
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': off.map((feature) => `${feature}=()`).join(', '),
  };
}

/** @returns `undefined` for what is no address of the web */
function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : undefined;
}
