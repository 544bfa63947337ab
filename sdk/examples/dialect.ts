import { readFile } from 'node:fs/promises';
import { type Client, createClient } from '@one-planet/sdk';
import { parseDialect } from '@one-planet/sdk/contract';

/**
 * Makes a client for a backend with other field names and paths.
 * @throws {DialectError} naming every mistake in the file
 */
export async function makeClientFor(baseUrl: string, dialectFile: string): Promise<Client> {
  const dialect = parseDialect(JSON.parse(await readFile(dialectFile, 'utf8')));
  return createClient({ baseUrl, dialect });
}
