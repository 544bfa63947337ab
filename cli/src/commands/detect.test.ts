import { join } from 'node:path';
import { parseDialect } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { serveTest } from '../process/testing/serve.ts';
import { runCli } from './testing/run-cli.ts';

// Whole runs, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });

async function mock(dialect: object) {
  const { url, close } = await serve(await createBackend({ dialect: parseDialect(dialect) }));
  onTestFinished(close);
  return url;
}

const mixture = {
  operations: {
    'auth.login': { body: { password: 'passwords' } },
    'applicants.register': { body: { iAm18: 'iam18OrOlder', phoneNumber: 'phone' } },
    'applicants.activate': { withPassword: true },
    'payments.makeOffline': { values: { bankAccount: 'id' } },
  },
};

test('harmless requests find field names and paths, and leave the rest unknown', async () => {
  const url = await mock(mixture);
  const before = await (await fetch(`${url}/_mock/state.json`)).json();
  const { code, stdout, stderr } = await runCli('detect', '--target', url);
  expect(code).toBe(0);
  const { 'auth.login': login, 'applicants.register': register } = mixture.operations;
  expect(JSON.parse(stdout)).toEqual({
    operations: { 'applicants.register': register, 'auth.login': login },
  });
  expect(stderr).toContain('sure     applicants.register body.phoneNumber: "phone"');
  expect(stderr).toContain('unknown  payments.makeOffline values.bankAccount');
  expect(stderr).toContain('add --register');
  expect(await (await fetch(`${url}/_mock/outbox.json`)).json()).toEqual([]);
  expect(await (await fetch(`${url}/_mock/state.json`)).json()).toEqual(before);
});

test.each([
  ['canonical', {}],
  ['mixture', mixture.operations],
])('an applicant of its own finds the rest of %s', async (_, operations) => {
  const url = await mock({ operations });
  const { code, stdout, stderr } = await runCli('detect', '--target', url, '--register');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ operations });
  expect(stderr).toContain('Created: the applicant admissions-check-');
  const mails = (await (await fetch(`${url}/_mock/outbox.json`)).json()) as { kind: string }[];
  expect(mails.filter(({ kind }) => kind === 'activation')).toHaveLength(1);
});

test('the embedded mock can be asked as well', async () => {
  const { stdout, stderr } = await runCli('detect', '--dialect', 'alternate');
  expect(stderr).toContain('Everything found is as in the built-in dialect alternate.');
  expect(JSON.parse(stdout).operations['auth.login']).toEqual({ body: { password: 'passwords' } });
});

test('a backend that registers whoever asks is told of, and asked no more', async () => {
  const { url, close } = await serve(await createBackend({ faults: ['input-unchecked'] }));
  onTestFinished(close);
  const { stdout, stderr } = await runCli('detect', '--target', url);
  expect(stderr).toContain('Look for admissions-detect@example.invalid among your applicants.');
  expect(stderr).toContain('unknown  applicants.register body.phoneNumber');
  expect(JSON.parse(stdout)).toEqual({ operations: {} });
});

test('without a mailbox nobody is registered, and it says what to set', async () => {
  const paths: string[] = [];
  const url = await serveTest((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(404).end();
  });
  const ran = await runCli('detect', '--target', url, '--register');
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('Nobody was registered');
  expect(ran.stderr).toContain('Set "mailbox" in admissions.config.json');
  expect(JSON.parse(ran.stdout)).toEqual({ operations: {} });
  expect(paths.at(-1)).toContain('/_mock/outbox.json');
});

test('a registration that ends in a 5xx may have taken effect, and it says so', async () => {
  const url = await serveTest(({ url: path = '' }, response) => {
    if (path.startsWith('/_mock/')) response.end('[]');
    else response.writeHead(500).end();
  });
  const { stderr } = await runCli('detect', '--target', url, '--register');
  expect(stderr).toMatch(
    /It is not known whether admissions-check-\w+@example.com was registered: applicants.register answered 500/,
  );
});

test('what a gateway repeats of the own headers is hidden', async () => {
  vi.stubEnv('GATEWAY_KEY', 'key-of-the-gateway');
  onTestFinished(() => void vi.unstubAllEnvs());
  const target = await serveTest(({ url: path = '', headers }, response) => {
    if (path.startsWith('/_mock/')) response.end('[]');
    else response.writeHead(403).end(JSON.stringify({ message: `got ${headers['x-key']}` }));
  });
  const connection = { headers: { 'X-Key': '{env:GATEWAY_KEY}' } };
  const folder = await folderWith({ 'c.json': JSON.stringify({ target, connection }) });
  const config = join(folder, 'c.json');
  const { stdout, stderr } = await runCli('detect', '--register', '--config', config);
  expect(stderr).toContain('got [hidden]');
  expect(stdout + stderr).not.toContain('key-of-the-gateway');
});

test('a backend that is not there is reported', async () => {
  expect((await runCli('detect', '--target', 'http://127.0.0.1:9')).code).toBe(3);
});
