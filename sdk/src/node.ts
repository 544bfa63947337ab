/** For Node only: opens a file by its path. */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Opens a file for an upload without reading it into memory.
 * @param name the name under which it is sent; default: the file's own
 * @throws {Error} naming the path, if it is not a readable file
 */
export async function fileFromPath(
  path: string,
  name = basename(path),
): Promise<{ name: string; data: Blob }> {
  const fileStats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      `${path} can't be read: ${cause.code === 'ENOENT' ? 'there is no such file' : cause.message}`,
      { cause },
    );
  });
  if (!fileStats.isFile()) throw new Error(`${path} can't be read: it is not a file`);
  return { name, data: await openAsBlob(path) };
}
