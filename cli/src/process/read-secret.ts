/** Secrets of the settings: never in the configuration file, but where it says they are. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from './exit.ts';

/** Where a secret is: the name of an environment variable, or a file that holds it alone. */
export interface SecretSource {
  env?: string | undefined;
  file?: string | undefined;
}

/**
 * Reads a secret.
 * @param what e.g. `the mailbox's password`
 * @param folder where the path of a file starts
 * @throws {CliError} (exit 2) when it is not there
 */
export function readSecret({ env, file }: SecretSource, what: string, folder: string): string {
  if (file !== undefined) {
    try {
      return readFileSync(resolve(folder, file), 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new CliError(`${what} cannot be read from ${file}: ${(error as Error).message}`);
    }
  }
  const value = env === undefined ? undefined : process.env[env];
  if (value) return value;
  throw new CliError(`${what} is expected in the environment variable ${env}, which is not set`);
}
