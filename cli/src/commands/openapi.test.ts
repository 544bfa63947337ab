import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { runCli } from './testing/run-cli.ts';

test('the document goes to stdout, or to a file, byte for byte as the SDK has it', async () => {
  const document = await readFile(new URL('../../../sdk/openapi.json', import.meta.url), 'utf8');
  const file = join(await folderWith({}), 'openapi.json');
  expect(await runCli('openapi')).toEqual({ code: 0, stdout: document, stderr: '' });
  expect(await runCli('openapi', '--output', file)).toMatchObject({ code: 0, stdout: '' });
  expect(await readFile(file, 'utf8')).toBe(document);
});

test('a file that cannot be written is an error of usage', async () => {
  const { code, stderr } = await runCli(
    'openapi',
    '--output',
    join(await folderWith({}), 'no/where.json'),
  );
  expect(code).toBe(2);
  expect(stderr).toContain('where.json cannot be written');
});

const document = async () =>
  JSON.parse(await readFile(new URL('../../../sdk/openapi.json', import.meta.url), 'utf8'));

test('a document without changes says so', async () => {
  const old = await document();
  const folder = await folderWith({ 'old.json': old });
  const { code, stdout } = await runCli('openapi', '--diff', join(folder, 'old.json'));
  expect(code).toBe(0);
  expect(stdout).toBe(`No change since old.json, version ${old.info.version}.\n`);
});

test('changes are reported by operation, the breaking ones first, with whom they break', async () => {
  const old = await document();
  old.components.schemas.LoginRequest.required = ['email'];
  old.info.description = 'Other words.';
  const file = join(await folderWith({ 'old.json': old }), 'old.json');
  const { code, stdout } = await runCli('openapi', '--diff', file);
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    `Breaking: 1 change since old.json, version ${old.info.version}, and 1 that break nothing.`,
    '',
    'auth.login  POST /auth/public/login',
    '  ✗ request password: optional → required',
    '      breaks clients: they may leave it out, and are refused now',
    '',
    'the whole document',
    '  · its title, version or description changed',
    '',
  ]);
  const { operations, ...counts } = JSON.parse(
    (await runCli('openapi', '--diff', file, '--json')).stdout,
  );
  expect(counts).toMatchObject({ breaking: 1, notBreaking: 1, versionAnnouncesBreak: false });
  expect(operations[0].changes[0]).toMatchObject({ breaks: ['clients'], judged: true });
});

test('a version that announces the break is reported, and the break is still one', async () => {
  const old = await document();
  old.info.version = '0.0.9';
  old.paths['/gone'] = { get: { operationId: 'gone.get', responses: {} } };
  const file = join(await folderWith({ 'old.json': old }), 'old.json');
  const { code, stdout } = await runCli('openapi', '--diff', file);
  expect(code).toBe(1);
  expect(stdout).toContain('The version says so: 0.0.9 → ');
});

test.each([
  ['{"openapi": }', /must be JSON: line 1, column 13/],
  ['{"swagger": "2.0"}', /convert it to 3/],
  ['openapi: 3.1.0', /must be JSON: line 1, column 1/],
])('a file that is no document, %s, is an error of usage', async (text, message) => {
  const file = join(await folderWith({ 'old.json': text }), 'old.json');
  const { code, stdout, stderr } = await runCli('openapi', '--diff', file);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

test.each([
  [['--json'], /--json needs --diff/],
  [['--diff', 'old.json', '--output', 'new.json'], /--output writes the document/],
  [['--diff', '/nowhere/old.json'], /cannot be read/],
])('flags that do not go together: %j', async (flags, message) => {
  const { code, stderr } = await runCli('openapi', ...flags);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
