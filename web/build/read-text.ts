import { readFile } from 'node:fs/promises';
import { BuildProblem, reasonOf } from './problem.ts';

/**
 * Reads a file that a person has written: UTF-8, or the UTF-16 of PowerShell's `>`. A byte order mark is removed.
 * @throws the system's error
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/**
 * Reads such a file as JSON. @param option the command's option for this file, e.g. `--config`
 * @throws {BuildProblem} if the file is missing or not JSON
 */
export async function readJson(path: string, option: string): Promise<unknown> {
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    throw new BuildProblem(`${path} cannot be read (${error.code}); name one with ${option}.`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BuildProblem(`${path}: ${reasonOf(error)}.`);
  }
}
