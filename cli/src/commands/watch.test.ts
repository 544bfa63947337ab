import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { serveTest } from '../process/testing/serve.ts';
import { runCli } from './testing/run-cli.ts';

async function mock(): Promise<string> {
  const { url, close } = await serve(await createBackend());
  onTestFinished(close);
  return url;
}

const once = ['--rounds', '1'];

test('every round tells of each operation what it answered, and how fast', async () => {
  const { code, stdout } = await runCli(
    'watch',
    '--target',
    await mock(),
    '--rounds',
    '2',
    '--every',
    '0.01',
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/ {2}round 1\n {2}operation\s+last\s+now\s+p50\s+p95\s+asked failed\n/);
  expect(stdout.split('round 2')[1]).toMatch(
    /^✓ programs\.courses\s+200\s+\d+\s+\d+\s+\d+\s+2\s+0$/m,
  );
});

test('a failure is reported with its reason, and with the exit code of the last round', async () => {
  const target = await serveTest((request, response) => {
    const isList = request.url?.endsWith('/bank-accounts/private');
    response.writeHead(200, { 'content-type': 'application/json' }).end(isList ? '{}' : '[]');
  });
  const { code, stdout } = await runCli('watch', '--target', target, ...once);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ bankAccounts\.list\s+200 broken\s+\d+\s+-\s+-\s+1\s+1$/m);
  expect(stdout).toMatch(
    /^ {2}bankAccounts\.list: status 200 with a body that breaks the contract/m,
  );
});

test('with a run file her own data is read as well', async () => {
  const target = await mock();
  const file = join(await folderWith({}), 'run.json');
  await runCli('journey', '--target', target, '--save', file, '--until', 'log-in');
  const { code, stdout } = await runCli('watch', '--as', file, ...once);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ applicants\.getByEmail\s+200/m);
  expect(stdout).toMatch(/^· payments\.getPending\s+404/m);
});

test('a server that is not there is no end of the watch', async () => {
  const { code, stdout } = await runCli('watch', '--target', 'http://x.invalid', ...once);
  expect(code).toBe(3);
  expect(stdout).toMatch(/^✗ programs\.list\s+dns/m);
});
