import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderWith, runCli } from '../testing/support.ts';

const readOpenApi = async () =>
  JSON.parse(await readFile(new URL('../../../sdk/openapi.json', import.meta.url), 'utf8'));

test('the document goes to stdout, or to a file, as the SDK has it', async () => {
  const expectedText = `${JSON.stringify(await readOpenApi(), null, 2)}\n`;
  const documentPath = join(await makeFolderWith({}), 'openapi.json');
  expect(await runCli('openapi')).toEqual({ code: 0, stdout: expectedText, stderr: '' });
  expect(await runCli('openapi', '--output', documentPath)).toMatchObject({ code: 0, stdout: '' });
  expect(await readFile(documentPath, 'utf8')).toBe(expectedText);
});
