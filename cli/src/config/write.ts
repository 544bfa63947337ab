/** Writing a configuration without losing what it holds. */
import { readFile } from 'node:fs/promises';
import { CliError } from '../process/exit.ts';
import { JsonSyntaxError, parseJson } from '../process/json.ts';
import type { Settings } from './settings.ts';

/** A configuration file as it stands: it may hold what this version does not know. */
export type ConfigFile = Readonly<Record<string, unknown>>;

/**
 * @param shown how messages name it
 * @returns `undefined` where there is none
 * @throws {CliError} (exit 2) when it cannot be read
 */
export async function readConfig(path: string, shown: string): Promise<ConfigFile | undefined> {
  try {
    const value = parseJson(await readFile(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new CliError(`${shown} holds no object: name another file with --config`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof JsonSyntaxError) throw new CliError(`${shown}: ${error.message}`);
    throw error;
  }
}

/**
 * Adds settings to a configuration.
 * @param before the file as it was
 * @param profile where they go; left out, to the top
 * @throws {CliError} (exit 2) when there is such a profile
 */
export function mergeConfig(
  before: ConfigFile = {},
  answers: Partial<Settings>,
  { profile, schema }: { profile?: string | undefined; schema?: string | undefined },
): ConfigFile {
  const head = schema === undefined ? {} : { $schema: schema };
  if (profile === undefined) return { ...head, ...before, ...answers };
  const { profiles = {} } = before;
  if (typeof profiles !== 'object' || profiles === null) {
    throw new CliError('"profiles" of the configuration is no object: mend it first');
  }
  if (Object.hasOwn(profiles, profile)) {
    throw new CliError(`there is a profile "${profile}" already: name another one with --profile`);
  }
  return { ...head, ...before, profiles: { ...profiles, [profile]: answers } };
}
