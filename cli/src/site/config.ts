/** What a host reads of a built site: its settings, which the site itself checks in full, and its hashes. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { differences } from '../process/differences.ts';
import { CliError } from '../process/exit.ts';
import { JsonSyntaxError, parseJson } from '../process/json.ts';

const settings = z
  .object({ redirectOrigins: z.array(z.string()).default([]), videoUrl: z.string().optional() })
  .passthrough();

export type SiteConfig = z.output<typeof settings>;

const hash = z.string().regex(/^sha256-[\w+/]{43}=$/, 'must be the hash of the build, sha256-…');
const hashes = z.object({ style: hash.optional(), script: hash.optional() });

/**
 * Reads the settings of a built site, `config.json`; without the file there are none.
 * @throws {CliError} (exit 2) naming the file and what is wrong in it
 */
export async function readSiteConfig(path: string): Promise<SiteConfig> {
  return read(path, settings);
}

/**
 * Reads the hashes of what its pages carry in themselves, `inline.json`; without the file they carry nothing.
 * @throws {CliError} (exit 2) naming the file and what is wrong in it
 */
export async function readInlined(path: string): Promise<z.output<typeof hashes>> {
  return read(path, hashes);
}

async function read<S extends z.ZodTypeAny>(path: string, schema: S): Promise<z.output<S>> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const config = parse(path, text);
  const wrong = differences(schema, config).map(([name, what]) => `${name} ${what}`.trim());
  if (wrong.length > 0) throw new CliError(`${path}: ${wrong.join('; ')}`);
  return schema.parse(config);
}

function parse(path: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonSyntaxError)) throw cause;
    throw new CliError(`${path}: ${cause.message}`, undefined, { cause });
  }
}
