/**
 * Reads the files of a built site from which its host makes the headers: the settings and the hashes of inline code.
 * Only what the headers need is checked; the site itself checks all settings.
 */
import { z } from 'zod';
import { CliError } from '../core/exit.ts';
import { readText } from '../core/files.ts';
import { findDifferences, parseJson } from '../core/json.ts';

const siteConfigSchema = z
  .object({ redirectOrigins: z.array(z.string()).default([]), videoUrl: z.string().optional() })
  .passthrough();

type SiteConfig = z.output<typeof siteConfigSchema>;

const hashSchema = z
  .string()
  .regex(/^sha256-[\w+/]{43}=$/, 'must be the hash of the build, sha256-…');
const inlineHashesSchema = z.object({
  style: hashSchema.optional(),
  script: hashSchema.optional(),
});

/**
 * Reads the settings of a built site, `config.json`; a missing file means no settings.
 * @throws {CliError} (exit 2) naming the file and what is wrong in it
 */
export async function readSiteConfig(path: string): Promise<SiteConfig> {
  return readSiteFile(path, siteConfigSchema);
}

/**
 * Reads the hashes of the inline scripts and styles, `inline.json`; a missing file means there are none.
 * @throws {CliError} (exit 2) naming the file and what is wrong in it
 */
export async function readInlineHashes(path: string): Promise<z.output<typeof inlineHashesSchema>> {
  return readSiteFile(path, inlineHashesSchema);
}

async function readSiteFile<S extends z.ZodTypeAny>(path: string, schema: S): Promise<z.output<S>> {
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof TypeError) throw new CliError(`${path}: ${error.message}`);
    return '{}';
  });
  const fileJson = parseJson(text, path);
  const problems = findDifferences(schema, fileJson).map(([name, problem]) =>
    `${name} ${problem}`.trim(),
  );
  if (problems.length > 0) throw new CliError(`${path}: ${problems.join('; ')}`);
  return schema.parse(fileJson);
}

/* The headers of every response of the site's host; docs/hosting.md repeats them for other hosts. */

interface HeaderSettings {
  apiBase?: unknown;
  videoUrl?: unknown;
}

/** The hashes of the inline scripts and styles of all pages, as the build writes them into `inline.json`. */
interface InlineHashes {
  style?: string;
  script?: string;
}

/** @returns the headers by their lower-case names */
export function makeSiteHeaders(
  { apiBase, videoUrl }: HeaderSettings,
  { style, script }: InlineHashes = {},
): Record<string, string> {
  const policyDirectives: Record<string, readonly (string | undefined)[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", script && `'${script}'`],
    'style-src': ["'self'", style && `'${style}'`],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", readOrigin(apiBase)],
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
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : undefined;
}
