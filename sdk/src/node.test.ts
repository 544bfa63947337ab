import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileFromPath } from './node.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a file by its path', () => {
  test('has the bytes and the name of the file', async () => {
    await writeFile(join(folder, 'receipt.png'), 'bytes');
    const file = await fileFromPath(join(folder, 'receipt.png'));
    expect(file.name).toBe('receipt.png');
    expect(await file.data.text()).toBe('bytes');
  });

  test('that is missing is named', async () => {
    await expect(fileFromPath(join(folder, 'gone.png'))).rejects.toThrow(
      /gone\.png can't be read: there is no such file/,
    );
    await expect(fileFromPath(folder)).rejects.toThrow(/is not a file/);
  });
});
