import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { unpackSite, writePackedSite } from './packed.ts';

test('a packed site is unpacked as it was, without the copies compressed for servers', async () => {
  const folder = await folderWith({
    'index.html': 'ሰላም "quoted" \\ \u0000',
    'am/shell.html': '<p>',
    'assets/a.js': 'x',
    'assets/a.js.br': 'y',
  });
  const file = join(await folderWith({}), 'site.br');
  expect(await writePackedSite(folder, file)).toBeGreaterThan(0);
  const { folder: unpacked, remove } = await unpackSite(file);
  const read = (path: string) => readFile(join(unpacked, path), 'utf8');
  expect(await read('index.html')).toBe('ሰላም "quoted" \\ \u0000');
  expect(await read('am/shell.html')).toBe('<p>');
  expect(existsSync(join(unpacked, 'assets/a.js.br'))).toBe(false);
  await remove();
  expect(existsSync(unpacked)).toBe(false);
});
