import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runCli } from '../testing/support.ts';

const document = async () =>
  JSON.parse(await readFile(new URL('../../../sdk/openapi.json', import.meta.url), 'utf8'));

test('the document goes to stdout, or to a file, as the SDK has it', async () => {
  const expectedText = `${JSON.stringify(await document(), null, 2)}\n`;
  const file = join(await folderWith({}), 'openapi.json');
  expect(await runCli('openapi')).toEqual({ code: 0, stdout: expectedText, stderr: '' });
  expect(await runCli('openapi', '--output', file)).toMatchObject({ code: 0, stdout: '' });
  expect(await readFile(file, 'utf8')).toBe(expectedText);
});
