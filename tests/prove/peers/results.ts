/** What came out so far, kept in the temporary folder: a run that was broken off goes on where it was. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Found } from './peer.ts';

/** By peer and version, then by case: `healthy`, `fault NAME` or `harmless NAME`. */
export type Results = Record<string, Record<string, Found>>;

const resultsFile = join(tmpdir(), 'admissions-peers.json');

export async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(resultsFile, 'utf8'));
  } catch {
    return {};
  }
}

/** Writes beside the file first, so that a run that is broken off in the middle leaves a whole one. */
export async function writeResults(results: Results): Promise<void> {
  await writeFile(`${resultsFile}.new`, JSON.stringify(results, undefined, 1));
  await rename(`${resultsFile}.new`, resultsFile);
}
