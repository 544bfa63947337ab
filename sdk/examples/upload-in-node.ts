import { type Client, unwrap } from '@one-planet/sdk';
import { fileFromPath } from '@one-planet/sdk/node';

/**
 * Sends a file by its path, without reading it into memory.
 * @returns the name under which it is stored
 */
export async function sendFile(client: Client, path: string): Promise<string> {
  const file = await fileFromPath(path);
  return unwrap(client.files.upload({ body: { file } }));
}
