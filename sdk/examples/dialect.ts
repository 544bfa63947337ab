import { readFile } from 'node:fs/promises';
import { type Client, createClient } from '@one-planet/sdk';
import { parseDialect } from '@one-planet/sdk/dialects';

/**
 * Makes a client for a backend with other field names and paths.
 * @throws {Error} naming every mistake in the file
 */
export async function makeClientFor(baseUrl: string, dialectFile: string): Promise<Client> {
  const dialect = await parseDialect(JSON.parse(await readFile(dialectFile, 'utf8')));
  return createClient({ baseUrl, dialect });
}
