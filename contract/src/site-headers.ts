/** The headers of every response of the site's host; docs/hosting.md repeats them for other hosts. */

/**
 * The headers of an API on the site's own host, by their lower-case names. An answer of it that a browser opens, such as
 * an error page that repeats the address or a file that somebody uploaded, must not run scripts as a page of the site.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

interface HeaderSettings {
  apiBase?: unknown;
  videoUrl?: unknown;
  errorReports?: unknown;
}

/**
 * The hashes of the inline styles and scripts that the policy allows, as the build writes them into `inline.json`: first
 * those of its own pages, then those of the build before, whose pages are still served while a new build is deployed.
 */
export interface InlineHashes {
  style?: readonly string[];
  script?: readonly string[];
}

/** @returns the headers by their lower-case names */
export function makeSiteHeaders(
  { apiBase, videoUrl, errorReports }: HeaderSettings,
  { style = [], script = [] }: InlineHashes = {},
): Record<string, string> {
  const quote = (hash: string) => `'${hash}'`;
  const policyDirectives: Record<string, readonly (string | undefined)[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...script.map(quote)],
    'style-src': ["'self'", ...style.map(quote)],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", readOrigin(apiBase), readOrigin(errorReports)],
    'frame-src': [readOrigin(videoUrl) ?? "'none'"],
    'manifest-src': ["'self'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The only policy that the site creates, for the address of its service worker.
    'trusted-types': ['worker'],
  };
  const disabledFeatures = [
    'camera',
    'geolocation',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
  ];
  return {
    'content-security-policy': Object.entries(policyDirectives)
      .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(' '))
      .join('; '),
    // The path is never sent, because activation links carry a token there. The video's player needs the origin.
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': disabledFeatures.map((feature) => `${feature}=()`).join(', '),
  };
}

/** @returns the origin; `undefined` for what is not a web address */
function readOrigin(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  try {
    const { protocol, origin } = new URL(address);
    return /^https?:$/.test(protocol) ? origin : undefined;
  } catch {
    return undefined;
  }
}
