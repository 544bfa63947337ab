import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { serveTest } from '../process/testing/serve.ts';
import { runCli } from './testing/run-cli.ts';

// Whole runs, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });

test('two backends that do the same do not differ', async () => {
  const { code, stdout } = await runCli('diff', 'mock', 'mock');
  expect(stdout).toContain('No difference');
  expect(code).toBe(0);
});

test('another status, shape and state are reported where they first show', async () => {
  const { url, close } = await serve(
    await createBackend({ harmless: ['success-201'], faults: ['state-stuck'] }),
  );
  onTestFinished(close);
  const { code, stdout } = await runCli('diff', 'mock', url, '--json');
  expect(code).toBe(1);
  const { differences } = JSON.parse(stdout) as { differences: object[] };
  expect(differences).toContainEqual(
    expect.objectContaining({ step: 'pay', kind: 'status', what: '200 | 201' }),
  );
  expect(differences).toContainEqual({ step: 'biography', kind: 'outcome', what: 'done | failed' });
});

test('what a gateway repeats of the own headers is hidden', async () => {
  vi.stubEnv('GATEWAY_KEY', 'key-of-the-gateway');
  onTestFinished(() => void vi.unstubAllEnvs());
  const url = await serveTest(({ headers }, response) => {
    response.writeHead(500).end(JSON.stringify({ message: `got ${headers['x-key']}` }));
  });
  const connection = { headers: { 'X-Key': '{env:GATEWAY_KEY}' } };
  const folder = await folderWith({ 'c.json': JSON.stringify({ connection }) });
  const { stdout } = await runCli('diff', 'mock', url, '--config', join(folder, 'c.json'));
  expect(stdout).toContain('got [hidden]');
  expect(stdout).not.toContain('key-of-the-gateway');
});

test('a backend that is not there is reported', async () => {
  const { code, stdout } = await runCli('diff', 'mock', 'http://127.0.0.1:9');
  expect(code).toBe(3);
  expect(stdout).toContain('b: The backend was not reached');
});
