import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** @returns a folder of the test file that asks for one, gone after its last test */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
