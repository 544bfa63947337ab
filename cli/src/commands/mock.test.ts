import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../core/server-ports.ts';
import { runCli, startCli } from '../testing/support.ts';

test('the mock is served until it is interrupted, which is its normal end', async () => {
  const mockCommand = startCli('mock', '--port', '0', '--dialect', 'alternate');
  const startOutput = await mockCommand.waitForOutput(/^Exam key {4}\S+\n/m);
  const [, api] = /^API +(\S+)$/m.exec(startOutput) as unknown as [string, string];
  const [, outbox] = /^Outbox +(\S+)$/m.exec(startOutput) as unknown as [string, string];
  expect((await fetch(`${api}/contents/private`)).status).toBe(200);
  expect((await fetch(outbox)).headers.get('content-type')).toContain('text/html');
  process.emit('SIGINT');
  expect(await mockCommand.endPromise).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('alternate'),
  });
  await expect(fetch(api)).rejects.toThrow();
});

test('a port in use is reported with what to do', async () => {
  const server = createServer();
  onTestFinished((await listen(server, 0)).close);
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await runCli('mock', '--port', String(port));
  expect(code).toBe(2);
  expect(stderr).toContain(`port ${port} is already in use: choose another one with --port`);
});

test('the mock lets in the pages of an allowed origin, and names what is none', async () => {
  const { code, stderr } = await runCli('mock', '--port', '0', '--allow-origin', 'localhost:3000');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('"localhost:3000" is no origin: write e.g. http://localhost:3000'),
  ]);
  const mockCommand = startCli('mock', '--port', '0', '--allow-origin', 'null');
  const startOutput = await mockCommand.waitForOutput(/^Exam key {4}\S+\n/m);
  const [, api] = /^API +(\S+)$/m.exec(startOutput) as unknown as [string, string];
  const { headers } = await fetch(`${api}/contents/private`, { headers: { origin: 'null' } });
  expect(headers.get('access-control-allow-origin')).toBe('null');
  process.emit('SIGINT');
  await mockCommand.endPromise;
});

test('the faults are listed, and an unknown one is reported with the near one', async () => {
  const { code, stdout } = await runCli('mock', '--list-faults');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^login-500 +\S.+\.$/m);
});
