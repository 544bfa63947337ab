import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../core/server-ports.ts';
import { makeClosedAddress, serveTest } from '../testing/support.ts';
import { waitForBackend } from './target.ts';
import { createTransport } from './transport.ts';

function startWaiting(origin: string, waitSeconds: number, signal = new AbortController().signal) {
  const { request, close } = createTransport();
  onTestFinished(close);
  return waitForBackend(origin, { request, waitSeconds, signal });
}

test('a proxy with nothing behind it is waited for, a refusal of the backend is its answer', async () => {
  const statuses = [502, 503, 401, 200];
  const url = await serveTest((_request, response) => {
    response.writeHead(statuses.shift() ?? 500).end();
  });
  await startWaiting(url, 60);
  expect(statuses).toEqual([200]);
});

test('a port that opens later is waited for', async () => {
  const url = await makeClosedAddress();
  const waitPromise = startWaiting(url, 60);
  const server = createServer((_request, response) => response.end());
  const lateServer = await listen(server, Number(new URL(url).port));
  onTestFinished(lateServer.close);
  await waitPromise;
});

test('a backend that never comes is not reached', async () => {
  const url = await makeClosedAddress();
  await expect(startWaiting(url, 0.6)).rejects.toMatchObject({
    exitCode: 3,
    message: `${url} did not answer within 0.6 s: ECONNREFUSED`,
  });
});

test('waiting ends with Ctrl-C, also before the first answer, and gives it no other reason', async () => {
  const stderrWrite = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderrWrite.mockRestore());
  const controller = new AbortController();
  const url = await serveTest(() => controller.abort());
  await expect(startWaiting(url, 60, controller.signal)).rejects.toMatchObject({ exitCode: 130 });
  expect(stderrWrite).not.toHaveBeenCalled();
});
