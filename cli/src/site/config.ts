/** `config.json` of a built site, as far as a host looks into it: the site itself checks it in full. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { differences } from '../process/differences.ts';
import { CliError } from '../process/exit.ts';
import { JsonSyntaxError, parseJson } from '../process/json.ts';

const schema = z
  .object({ redirectOrigins: z.array(z.string()).default([]), videoUrl: z.string().optional() })
  .passthrough();

export type SiteConfig = z.output<typeof schema>;

/**
 * Reads the settings of a built site; without the file there are none.
 * @throws {CliError} (exit 2) naming the file and what is wrong in it
 */
export async function readSiteConfig(path: string): Promise<SiteConfig> {
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
