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
  style: z.array(hashSchema).optional(),
  script: z.array(hashSchema).optional(),
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
