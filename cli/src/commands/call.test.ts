import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { serveTest } from '../process/testing/serve.ts';
import { runCli } from './testing/run-cli.ts';

afterEach(() => vi.unstubAllEnvs());

interface Seen {
  method: string | undefined;
  path: string | undefined;
  token: string | undefined;
  body: string;
}

/** A backend that answers one thing, and keeps what it was asked. */
async function backend(status: number, body: unknown, type = 'application/json') {
  const seen: Seen[] = [];
  const url = await serveTest(async (request: IncomingMessage, response) => {
    const { method, url: path, headers } = request;
    seen.push({ method, path, token: headers.authorization, body: await text(request) });
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { seen, target: ['--target', url] };
}

const login = {
  token: 'abc.def.ghi',
  email: 'a@example.com',
  shouldChangePassword: false,
  roles: [],
};

describe('an answer', () => {
  test('is printed as JSON, alone on stdout', async () => {
    const { seen, target } = await backend(200, [{ id: 1, content: 'Welcome' }]);
    const { code, stdout, stderr } = await runCli('call', 'contents.list', ...target);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      operation: 'contents.list',
      status: 200,
      ms: expect.any(Number),
      body: [{ id: 1, content: 'Welcome' }],
    });
    expect(seen).toMatchObject([{ method: 'GET', path: '/api/contents/private' }]);
  });

  test('hides what a gateway repeats of the own headers', async () => {
    vi.stubEnv('GATEWAY_KEY', 'key-of-the-gateway');
    for (const status of [403, 500]) {
      const url = await serveTest(({ headers }, response) => {
        response.writeHead(status).end(JSON.stringify({ message: `got ${headers['x-key']}` }));
      });
      const connection = { headers: { 'X-Key': '{env:GATEWAY_KEY}' } };
      const folder = await folderWith({ 'c.json': JSON.stringify({ target: url, connection }) });
      const config = join(folder, 'c.json');
      const { stdout, stderr } = await runCli('call', 'programs.list', '--config', config);
      expect(stdout + stderr).toContain('[hidden]');
      expect(stdout + stderr).not.toContain('key-of-the-gateway');
    }
  });

  test('comes from the embedded mock when no target is named', async () => {
    const { code, stdout } = await runCli('call', 'programs.list');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).body.length).toBeGreaterThan(0);
  });

  test('hides its secrets, unless they are asked for', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'Geheim123' });
    const { target } = await backend(200, { ...login, note: 'Geheim123' });
    const clean = await runCli('call', 'auth.login', ...target, '--body', body);
    expect(JSON.parse(clean.stdout).body).toMatchObject({ token: '[hidden]', note: '[hidden]' });
    const open = await runCli('call', 'auth.login', ...target, '--body', body, '--show-secrets');
    expect(JSON.parse(open.stdout).body).toMatchObject({ token: 'abc.def.ghi' });
  });

  test('may be a refusal of the contract: that is no failure', async () => {
    const { target } = await backend(404, 'There is no such user.', 'text/plain');
    const { code, stdout } = await runCli('call', 'auth.getUser', '--param', 'userId=7', ...target);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 404, body: 'There is no such user.' });
  });

  test('of bytes is reported by size and type, and written where asked', async () => {
    const { target, seen } = await backend(200, '%PDF-1.4', 'application/pdf');
    const output = join(await folderWith({}), 'copy.pdf');
    const args = ['call', 'files.get', '--param', 'fileName=my file.pdf', ...target];
    expect(JSON.parse((await runCli(...args)).stdout).body).toEqual({
      size: 8,
      type: 'application/pdf',
    });
    const { stdout } = await runCli(...args, '--output', output);
    expect(JSON.parse(stdout).body).toEqual({ size: 8, type: 'application/pdf', file: output });
    expect(await readFile(output, 'utf8')).toBe('%PDF-1.4');
    expect(seen[0]?.path).toBe('/api/files/private/get_file_1/my%20file.pdf');
  });

  test('that is refused is not written to the file', async () => {
    const { target } = await backend(404, 'no such file', 'text/plain');
    const output = join(await folderWith({}), 'copy.pdf');
    const args = ['call', 'files.get', '--param', 'fileName=x', ...target, '--output', output];
    const { code, stderr } = await runCli(...args);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Not written to ${output}: the call was refused.\n`,
    });
    await expect(readFile(output)).rejects.toThrow();
  });
});

describe('a body', () => {
  test.each([['null'], ['0'], ['false'], ['""'], ['[]'], ['{}']])(
    'of %s is sent as it is, with a warning',
    async (body) => {
      const { target, seen } = await backend(400, { message: 'no' });
      const { code, stderr } = await runCli('call', 'auth.login', ...target, '--body', body);
      expect(code).toBe(0);
      expect(stderr).toContain('warning: ');
      expect(seen).toMatchObject([{ method: 'POST', body }]);
    },
  );

  test('may come from a file', async () => {
    const { target, seen } = await backend(200, login);
    const cwd = await folderWith({ 'l.json': { email: 'a@example.com', password: 'x' } });
    const { stderr } = await runCli('call', 'auth.login', ...target, '--body', `@${cwd}/l.json`);
    expect(stderr).toBe('');
    expect(seen[0]?.body).toBe('{"email":"a@example.com","password":"x"}');
  });

  test('is written as the dialect wants it', async () => {
    const { target, seen } = await backend(200, login);
    const body = '{"email":"a@example.com","password":"x"}';
    await runCli('call', 'auth.login', ...target, '--body', body, '--dialect', 'alternate');
    expect(seen[0]?.body).toBe('{"email":"a@example.com","passwords":"x"}');
  });

  test('with unknown or missing fields is reported field by field', async () => {
    const { target } = await backend(400, { message: 'no' });
    const { stderr } = await runCli('call', 'auth.login', ...target, '--body', '{"emial":"a"}');
    expect(stderr).toContain('warning: email: Email is required\n');
    expect(stderr).toContain('warning: emial: no such field (did you mean "email"?)\n');
  });

  test('of a file is uploaded', async () => {
    const { target, seen } = await backend(200, 'stored.pdf', 'text/plain');
    const cwd = await folderWith({ 'a.pdf': '%PDF-1.4' });
    const { code, stdout } = await runCli(
      'call',
      'files.upload',
      ...target,
      '--file',
      `${cwd}/a.pdf`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).body).toBe('stored.pdf');
    expect(seen[0]?.body).toContain('filename="a.pdf"');
  });
});

describe('a failure', () => {
  test('of the backend is reported with a curl that repeats it, secrets hidden', async () => {
    vi.stubEnv('MY_TOKEN', 'abc.def.ghi');
    const { target, seen } = await backend(500, 'broken: abc.def.ghi', 'text/plain');
    const args = ['call', 'payments.getPending', ...target, '--token-env', 'MY_TOKEN'];
    const { code, stdout, stderr } = await runCli(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(seen[0]?.token).toBe('Bearer abc.def.ghi');
    expect(stderr).toMatch(/^error: payments.getPending: status 500/);
    expect(stderr).toContain('to repeat it: curl -sS -i -X GET');
    expect(stderr).toContain('"authorization: Bearer $TOKEN"');
    expect(stderr).not.toContain('abc.def.ghi');
  });

  test('to hold the contract names every difference', async () => {
    const { target } = await backend(200, { token: 1 });
    const body = '{"email":"a@example.com","password":"x"}';
    const { code, stderr } = await runCli('call', 'auth.login', ...target, '--body', body);
    expect(code).toBe(1);
    expect(stderr).toContain('that breaks the contract');
    expect(stderr).toContain('the answer began: {"token":"[hidden]"}');
  });

  test('to reach the backend ends with 3', async () => {
    const { code, stderr } = await runCli(
      'call',
      'exams.create',
      '--target',
      'http://nowhere.invalid',
    );
    expect(code).toBe(3);
    expect(stderr).toContain('could not be resolved');
  });
});

test.each([
  [['login'], 'there is no operation "login" (did you mean "auth.login"?)'],
  [['auth.getUser'], '--param: auth.getUser takes --param userId=VALUE'],
  [['auth.getUser', '--param', 'usrId=1'], 'there is no "usrId" (did you mean "userId"?)'],
  [['auth.getUser', '--param', 'userId'], '"userId" is not NAME=VALUE'],
  [['auth.getUser', '--param', 'userId='], '"userId" is empty'],
  [['contents.list', '--param', 'a=b'], 'contents.list takes no parameters'],
  [['contents.list', '--body', '{}'], 'is a GET, which has no body'],
  [
    ['auth.login', '--body', '{"a":}'],
    '--body: no JSON: line 1, column 6: expected a value, not "}"',
  ],
  [['auth.login', '--body', '@no.json'], 'no.json cannot be read: there is no such file'],
  [['auth.login', '--file', 'x'], 'auth.login takes no file'],
  [['files.upload'], 'name it with --file PATH'],
  [['files.upload', '--file', 'no.pdf'], 'no.pdf can'],
  [['contents.list', '--token-env', 'NOT_SET_ANYWHERE'], 'NOT_SET_ANYWHERE is not set'],
])('wrong usage is reported with what is right: %j', async (args, message) => {
  const { code, stdout, stderr } = await runCli('call', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
