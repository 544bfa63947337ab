import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { createBackend } from './index.ts';
import { type RunningServer, serve } from './node.ts';

let runningServer: RunningServer | undefined;
afterEach(async () => {
  await runningServer?.close();
});

async function startServer(): Promise<string> {
  runningServer = await serve(await createBackend());
  return runningServer.url;
}

/**
 * Sends raw bytes.
 * @param closesAtOnce whether the client closes the connection right after sending
 * @returns what came from the server until the connection was closed
 */
async function sendRaw(url: string, rawRequest: string, closesAtOnce = false): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    if (closesAtOnce) socket.end(rawRequest, () => socket.destroy());
    else socket.write(rawRequest);
  });
  return text(socket).catch(() => '');
}

test('closing ends idle connections', async () => {
  const url = await startServer();
  await (await fetch(`${url}/api/contents/private`)).json();
  await runningServer?.close();
  await expect(fetch(`${url}/api/contents/private`)).rejects.toThrow();
});

test('closing waits for no answer that is held back by the latency', async () => {
  const backend = await createBackend({ latencyMs: 600_000 });
  const { url, close } = await serve(backend);
  const settledRequests: Promise<unknown>[] = [];
  const callArrived = new Promise<void>((resolveStart) => {
    const originalFetch = backend.fetch;
    backend.fetch = (request) => {
      settledRequests.push(originalFetch(request));
      resolveStart();
      return settledRequests[0] as Promise<Response>;
    };
  });
  const rejection = expect(fetch(`${url}/api/contents/private`)).rejects.toThrow();
  await callArrived;
  await close();
  await Promise.all([rejection, ...settledRequests]);
});

test('HEAD answers the headers of GET without its body', async () => {
  const url = await startServer();
  const getResponse = await fetch(`${url}/api/contents/private`);
  const headResponse = await fetch(`${url}/api/contents/private`, { method: 'HEAD' });
  expect(headResponse.status).toBe(200);
  expect(headResponse.headers.get('content-length')).toBe(
    getResponse.headers.get('content-length'),
  );
  expect(await headResponse.text()).toBe('');
});

test('a body far above the limit is refused, and the server keeps answering', async () => {
  const url = await startServer();
  const oversizedBody = new Uint8Array(30 * 1024 * 1024);
  const jsonHeaders = { 'content-type': 'application/json' };
  const refusedResponse = await fetch(`${url}/api/auth/public/login`, {
    method: 'POST',
    headers: jsonHeaders,
    body: oversizedBody,
  });
  expect(refusedResponse.status).toBe(413);
  expect((await fetch(`${url}/api/contents/private`)).status).toBe(200);
});

test('what is no HTTP is refused, and the server keeps answering', async () => {
  const url = await startServer();
  const closingHeaderLines = 'Host: x\r\nConnection: close\r\n\r\n';
  expect(await sendRaw(url, `GET //[ HTTP/1.1\r\n${closingHeaderLines}`)).toMatch(
    /^HTTP\/1.1 4\d\d /,
  );
  for (const invalidRequest of [
    `TRACE /api/contents/private HTTP/1.1\r\n${closingHeaderLines}`,
    'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
  ])
    expect(await sendRaw(url, invalidRequest)).toMatch(/^HTTP\/1.1 400 /);
  expect((await fetch(`${url}/api/contents/private`)).status).toBe(200);
});

test('a body that stands still ends its connection', async () => {
  runningServer = await serve(await createBackend(), 0, { standstillMs: 100 });
  const beginning =
    'POST /api/auth/public/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{';
  expect(await sendRaw(runningServer.url, beginning)).toBe('');
});

test('a client that goes away in the middle of its body is no mistake of the server', async () => {
  const consoleError = vi.spyOn(console, 'error');
  const url = await startServer();
  const incompleteRequest =
    'POST /api/auth/public/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{';
  await sendRaw(url, incompleteRequest, true);
  for (let callCount = 0; callCount < 5; callCount += 1)
    await (await fetch(`${url}/api/contents/private`)).text();
  expect(consoleError).not.toHaveBeenCalled();
});
