import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runCli } from '../testing/support.ts';

const document = async () =>
  JSON.parse(await readFile(new URL('../../../sdk/openapi.json', import.meta.url), 'utf8'));

test('the document goes to stdout, or to a file, as the SDK has it', async () => {
  const whole = `${JSON.stringify(await document(), null, 2)}\n`;
  const file = join(await folderWith({}), 'openapi.json');
  expect(await runCli('openapi')).toEqual({ code: 0, stdout: whole, stderr: '' });
  expect(await runCli('openapi', '--output', file)).toMatchObject({ code: 0, stdout: '' });
  expect(await readFile(file, 'utf8')).toBe(whole);
});

test('a document that keeps the contract is said to', async () => {
  const file = join(await folderWith({ 'own.json': await document() }), 'own.json');
  expect(await runCli('openapi', '--check', file)).toEqual({
    code: 0,
    stdout: 'Kept: own.json keeps the contract.\n',
    stderr: '',
  });
});

test('breaks are listed by operation', async () => {
  const own = await document();
  own.components.schemas.LoginRequest.required.push('captcha');
  const file = join(await folderWith({ 'own.json': own }), 'own.json');
  const { code, stdout } = await runCli('openapi', '--check', file);
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'Broken: 1 break in 1 operation of own.json.',
    '',
    'auth.login  POST /auth/public/login',
    '  ✗ request captcha: required in the document, not in the contract',
    '',
  ]);
  expect(JSON.parse((await runCli('openapi', '--check', file, '--json')).stdout)).toEqual({
    document: 'own.json',
    operations: [
      {
        operation: 'auth.login',
        wire: 'POST /auth/public/login',
        breaks: [
          { where: 'request captcha', what: 'required in the document, not in the contract' },
        ],
      },
    ],
  });
});

test.each([
  ['{"openapi": }', /must be JSON: line 1, column 13/],
  ['{"swagger": "2.0"}', /convert it to 3/],
  ['openapi: 3.1.0', /must be JSON: line 1, column 1/],
])('a file that is no document, %s, is an error of usage', async (text, message) => {
  const file = join(await folderWith({ 'old.json': text }), 'old.json');
  const { code, stdout, stderr } = await runCli('openapi', '--check', file);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});
