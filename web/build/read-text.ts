import { readFile } from 'node:fs/promises';

/**
 * Reads a file that a person has written: UTF-8, or the UTF-16 of PowerShell's `>`. The byte order mark is no part of it.
 * @throws the system's error
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
