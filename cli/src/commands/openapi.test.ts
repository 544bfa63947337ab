import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../testing/folder.ts';
import { runCli } from '../testing/run-cli.ts';

test('the document goes to stdout, or to a file, byte for byte as the SDK has it', async () => {
  const document = await readFile(new URL('../../../sdk/openapi.json', import.meta.url), 'utf8');
  const file = join(await folderWith({}), 'openapi.json');
  expect(await runCli('openapi')).toEqual({ code: 0, stdout: document, stderr: '' });
  expect(await runCli('openapi', '--output', file)).toMatchObject({ code: 0, stdout: '' });
  expect(await readFile(file, 'utf8')).toBe(document);
});

test('a file that can not be written is an error of usage', async () => {
  const { code, stderr } = await runCli(
    'openapi',
    '--output',
    join(await folderWith({}), 'no/where.json'),
  );
  expect(code).toBe(2);
  expect(stderr).toContain("where.json can't be written");
});
