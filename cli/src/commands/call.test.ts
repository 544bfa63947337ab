import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { makeFolderWith, runCli, runLine, serveAndRecord, stubEnv } from '../testing/support.ts';

/** A backend that answers one thing, and keeps what it was asked. */
async function serveOneResponse(status: number, body: unknown, contentType = 'application/json') {
  const { url, requests } = await serveAndRecord(() => ({ status, body, contentType }));
  return { requests, target: ['--target', url] };
}

const loginResponse = {
  token: 'abc.def.ghi',
  email: 'a@example.com',
  shouldChangePassword: false,
  roles: [],
};

describe('an answer', () => {
  test('is printed as JSON, alone on stdout', async () => {
    const { requests, target } = await serveOneResponse(200, [{ id: 1, content: 'Welcome' }]);
    const { code, stdout, stderr } = await runCli('call', 'contents.list', ...target);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      operation: 'contents.list',
      status: 200,
      ms: expect.any(Number),
      body: [{ id: 1, content: 'Welcome' }],
    });
    expect(requests).toMatchObject([{ method: 'GET', path: '/api/contents/private' }]);
  });

  test('comes from the embedded mock when no target is named', async () => {
    const { code, stdout } = await runCli('call', 'programs.list');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).body.length).toBeGreaterThan(0);
  });

  test('hides its secrets, unless they are asked for', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'Geheim123' });
    const { target } = await serveOneResponse(200, { ...loginResponse, note: 'Geheim123' });
    const resultWithoutSecrets = await runCli('call', 'auth.login', ...target, '--body', body);
    expect(JSON.parse(resultWithoutSecrets.stdout).body).toMatchObject({
      token: '[hidden]',
      note: '[hidden]',
    });
    const resultWithSecrets = await runCli(
      'call',
      'auth.login',
      ...target,
      '--body',
      body,
      '--show-secrets',
    );
    expect(JSON.parse(resultWithSecrets.stdout).body).toMatchObject({ token: 'abc.def.ghi' });
  });

  test('may be a refusal of the contract: that is no failure', async () => {
    const { target } = await serveOneResponse(404, 'There is no such user.', 'text/plain');
    const { code, stdout } = await runCli('call', 'auth.getUser', '--param', 'userId=7', ...target);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 404, body: 'There is no such user.' });
  });

  test('of bytes is reported by size and type, and written where asked', async () => {
    const { target, requests } = await serveOneResponse(200, '%PDF-1.4', 'application/pdf');
    const output = join(await makeFolderWith({}), 'copy.pdf');
    const commandArguments = ['call', 'files.get', '--param', 'fileName=my file.pdf', ...target];
    expect(JSON.parse((await runCli(...commandArguments)).stdout).body).toEqual({
      size: 8,
      type: 'application/pdf',
    });
    const { stdout } = await runCli(...commandArguments, '--output', output);
    expect(JSON.parse(stdout).body).toEqual({ size: 8, type: 'application/pdf', file: output });
    expect(await readFile(output, 'utf8')).toBe('%PDF-1.4');
    expect(requests[0]?.path).toBe('/api/files/private/get_file_1/my%20file.pdf');
  });

  test('that is refused is not written to the file', async () => {
    const { target } = await serveOneResponse(404, 'no such file', 'text/plain');
    const output = join(await makeFolderWith({}), 'copy.pdf');
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
      const { target, requests } = await serveOneResponse(400, { message: 'no' });
      const { code, stderr } = await runCli('call', 'auth.login', ...target, '--body', body);
      expect(code).toBe(0);
      expect(stderr).toContain('warning: ');
      expect(requests).toMatchObject([{ method: 'POST', body }]);
    },
  );

  test('may come from a file', async () => {
    const { target, requests } = await serveOneResponse(200, loginResponse);
    const cwd = await makeFolderWith({ 'l.json': { email: 'a@example.com', password: 'x' } });
    const { stderr } = await runCli('call', 'auth.login', ...target, '--body', `@${cwd}/l.json`);
    expect(stderr).toBe('');
    expect(requests[0]?.body).toBe('{"email":"a@example.com","password":"x"}');
  });

  test('is written as the dialect wants it', async () => {
    const { target, requests } = await serveOneResponse(200, loginResponse);
    const body = '{"email":"a@example.com","password":"x"}';
    await runCli('call', 'auth.login', ...target, '--body', body, '--dialect', 'alternate');
    expect(requests[0]?.body).toBe('{"email":"a@example.com","passwords":"x"}');
  });

  test('with unknown or missing fields is reported field by field', async () => {
    const { target } = await serveOneResponse(400, { message: 'no' });
    const { stderr } = await runCli('call', 'auth.login', ...target, '--body', '{"emial":"a"}');
    expect(stderr).toContain('warning: email: Email is required\n');
    expect(stderr).toContain('warning: emial: no such field (did you mean "email"?)\n');
  });

  test('of a file is uploaded', async () => {
    const { target, requests } = await serveOneResponse(200, 'stored.pdf', 'text/plain');
    const cwd = await makeFolderWith({ 'a.pdf': '%PDF-1.4' });
    const { code, stdout } = await runLine(
      `call files.upload ${target.join(' ')} --file ${cwd}/a.pdf`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).body).toBe('stored.pdf');
    expect(requests[0]?.body).toContain('filename="a.pdf"');
  });
});

describe('a failure', () => {
  test('of the backend is reported with a curl that repeats it, secrets hidden', async () => {
    stubEnv({ MY_TOKEN: 'abc.def.ghi' });
    const { target, requests } = await serveOneResponse(500, 'broken: abc.def.ghi', 'text/plain');
    const args = ['call', 'payments.getPending', ...target, '--token-env', 'MY_TOKEN'];
    const { code, stdout, stderr } = await runCli(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(requests[0]?.headers.authorization).toBe('Bearer abc.def.ghi');
    expect(stderr).toMatch(/^error: payments.getPending: status 500/);
    expect(stderr).toContain('to repeat it: curl -sS -i -X GET');
    expect(stderr).toContain('"authorization: Bearer $TOKEN"');
    expect(stderr).not.toContain('abc.def.ghi');
  });

  test('to hold the contract names every difference', async () => {
    const { target } = await serveOneResponse(200, { token: 1 });
    const body = '{"email":"a@example.com","password":"x"}';
    const { code, stderr } = await runCli('call', 'auth.login', ...target, '--body', body);
    expect(code).toBe(1);
    expect(stderr).toContain('that breaks the contract');
    expect(stderr).toContain('the answer began: {"token":"[hidden]"}');
  });
});

describe('the list of operations', () => {
  test('every operation has a line, none is wider than 100 columns', async () => {
    const { code, stdout, stderr } = await runCli('call', '--list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    for (const { name, route } of operations) {
      const line = lines.find((candidate) => candidate.startsWith(`${name} `));
      expect(line).toContain(route.path);
    }
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    const columnStarts = lines
      .filter((line) => !line.startsWith(' '))
      .map((line) => line.search(/\S+$/));
    expect(new Set(columnStarts).size).toBe(1);
  });

  test('states, moves and the rule stand below their operation', async () => {
    const { stdout } = await runCli('call', '--list', 'exams');
    expect(stdout.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
      'OPERATION METHOD PATH AUTH',
      'exams.create POST /exams/private/create bearer',
      'Start the exam',
      'in ACTIVATED',
      'docs/rules/exam.md#start',
      'exams.submit POST /exams/private/submit_exam bearer',
      'Submit the exam',
      'ACTIVATED -> TOOK_EXAM when the exam is passed',
      'docs/rules/exam.md#submit',
      '',
    ]);
  });

  test('the paths are those of the dialect', async () => {
    const { stdout } = await runLine('call --list applicants.activate --dialect alternate');
    expect(stdout).toContain('/applicants/public/activate/:token');
  });

  test('a dialect that activates with the password says what is never sent', async () => {
    const cwd = await makeFolderWith({
      'd.json': { operations: { 'applicants.activate': { withPassword: true } } },
    });
    const { stdout } = await runLine(`call --list createPassword --dialect ${cwd}/d.json`);
    expect(stdout).toContain('never sent in this dialect');
  });

  test('as JSON they hold the same facts', async () => {
    const { stdout } = await runCli('call', '--list', 'applicants.applyForProgram', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        operation: 'applicants.applyForProgram',
        method: 'POST',
        auth: 'bearer',
        states: ['READY_TO_APPLY'],
        rule: 'docs/rules/application.md#apply',
        moves: [{ from: 'READY_TO_APPLY', to: 'APPLIED' }],
      },
    ]);
    expect(JSON.parse((await runCli('call', '--list', '--json')).stdout)).toHaveLength(
      operations.length,
    );
  });
});
