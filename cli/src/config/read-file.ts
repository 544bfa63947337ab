import { readFile } from 'node:fs/promises';
import { JsonSyntaxError, parseJson } from '../process/json.ts';
import type { Mistakes } from './mistakes.ts';

/**
 * Reads a JSON file that a person named.
 * @param where how mistakes in it are told
 * @param missing how it is told that there is none: where it was named, and what to say
 * @returns its value, or `undefined` with a mistake added
 */
export async function readJsonFile(
  path: string,
  { mistakes, where, missing }: { mistakes: Mistakes; where: string; missing: [string, string] },
): Promise<{ value: unknown } | undefined> {
  try {
    return { value: parseJson(await readFile(path, 'utf8')) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) mistakes.add(where, error.message);
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT') mistakes.add(...missing);
    else mistakes.add(missing[0], `${where} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}
