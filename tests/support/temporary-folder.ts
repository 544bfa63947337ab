import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates an empty folder, which is removed after the last test of the file. @returns its path */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
