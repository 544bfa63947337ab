import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createClient } from '@one-planet/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serveTest, signal } from '../testing/support.ts';
import { createTransport, NoResponseError } from './transport.ts';

function openTestTransport() {
  const transport = createTransport();
  onTestFinished(transport.close);
  return transport;
}

async function makeClientOf(answer: RequestListener, options: { maxAnswerBytes?: number } = {}) {
  const baseUrl = await serveTest(answer);
  const { send } = openTestTransport();
  return createClient({ baseUrl, send, retry: { attempts: 1 }, timeout: 5000, ...options });
}

const plainRequest = { method: 'GET', headers: {}, signal };

describe('an answer that comes compressed', () => {
  test.for([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is unpacked: %s', async ([encoding, pack]) => {
    const url = await serveTest((_request, response) => {
      response.writeHead(201, { 'content-encoding': encoding, 'x-more': ['a', 'b'] });
      response.end(pack('{"saved":true}'));
    });
    const { status, headers, bytes } = await openTestTransport().request(url, plainRequest);
    expect([status, headers.get('x-more'), String(bytes)]).toEqual([201, 'a, b', '{"saved":true}']);
  });

  test.for([200, 204])('and is empty stays empty: %i', async (status) => {
    const url = await serveTest((_request, response) =>
      response.writeHead(status, { 'content-encoding': 'gzip' }).end(),
    );
    expect((await openTestTransport().request(url, plainRequest)).bytes).toHaveLength(0);
  });

  test('and does not unpack breaks the contract', async () => {
    const client = await makeClientOf((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end('garbage'),
    );
    await expect(client.programs.list()).rejects.toMatchObject({
      name: 'OffContractError',
      reason: 'encoding',
    });
  });

  test('and unpacks to more than may be read is given up', async () => {
    const client = await makeClientOf(
      (_request, response) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(5_000_000))),
      { maxAnswerBytes: 1_000_000 },
    );
    await expect(client.programs.list()).rejects.toMatchObject({ reason: 'too-large' });
  });
});

test('an answer that never ends is given up at its limit, and its connection closed', async () => {
  let closedPromise: Promise<void> | undefined;
  const sendEndlessly: RequestListener = (_request, response) => {
    closedPromise = new Promise((resolve) => response.once('close', resolve));
    const writeMore = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', writeMore);
    };
    writeMore();
  };
  const client = await makeClientOf(sendEndlessly, { maxAnswerBytes: 100_000 });
  await expect(client.programs.list()).rejects.toMatchObject({ reason: 'too-large' });
  await closedPromise;
  const url = await serveTest(sendEndlessly);
  const response = await openTestTransport().request(url, { ...plainRequest, maxBytes: 100_000 });
  expect([response.bytes.length, response.isCutOff]).toEqual([100_000, true]);
  await closedPromise;
});

test('the status of an answer that stops is reported with the timeout, and what came of it', async () => {
  const client = await makeClientOf((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('['),
  );
  await expect(client.programs.list({ timeout: 1000 })).rejects.toMatchObject({
    name: 'TimeoutError',
    status: 200,
    text: '[',
  });
});

test('a call that is aborted while it waits for the answer ends at once', async () => {
  const controller = new AbortController();
  const client = await makeClientOf(() => controller.abort());
  await expect(client.programs.list({ signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortedError',
  });
});

test('an early hint comes before the answer and is none', async () => {
  const client = await makeClientOf((_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.setHeader('content-type', 'application/json').end('[]');
  });
  expect(await client.programs.list()).toMatchObject({ status: 200, body: [] });
});

test('where nothing listens, and where the name is unknown, is said', async () => {
  const { send } = openTestTransport();
  const listPrograms = (baseUrl: string) =>
    createClient({ baseUrl, send, retry: { attempts: 1 } })
      .programs.list()
      .catch((error) => error);
  expect(await listPrograms('http://127.0.0.1:1')).toMatchObject({
    reason: 'refused',
    phase: 'request',
  });
  expect(await listPrograms('http://nobody.invalid')).toMatchObject({ reason: 'dns' });
});

test('hanging up before the answer is distinguished from breaking it off', async () => {
  const url = await serveTest((request, response) => {
    if (request.url === '/now') request.socket.destroy();
    else response.write('a', () => response.destroy());
  });
  const { request } = openTestTransport();
  await expect(request(`${url}/now`, plainRequest)).rejects.toBeInstanceOf(NoResponseError);
  await expect(request(`${url}/later`, plainRequest)).rejects.not.toBeInstanceOf(NoResponseError);
});

test('a file is sent as a form that any server reads', async () => {
  const receivedRequests: { type: string | undefined; body: Uint8Array }[] = [];
  const client = await makeClientOf(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    receivedRequests.push({ type: request.headers['content-type'], body: Buffer.concat(chunks) });
    response.setHeader('content-type', 'text/plain').end('stored.png');
  });
  const pngBlob = new Blob([new Uint8Array([0, 13, 10, 255])], { type: 'image/png' });
  await client.files.upload({ body: { file: { name: 'a "b"\n ሐ.png', data: pngBlob } } });
  const [{ type = '', body = new Uint8Array() } = {}] = receivedRequests;
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData();
  const uploadedFile = form.get('file') as File;
  expect([uploadedFile.name, uploadedFile.type]).toEqual(['a "b"\n ሐ.png', 'image/png']);
  expect([...new Uint8Array(await uploadedFile.arrayBuffer())]).toEqual([0, 13, 10, 255]);
});

test('a fresh request leaves kept connections behind, and takes none from others', async () => {
  const clientPorts: (number | undefined)[] = [];
  const waitingResponses: (() => void)[] = [];
  const url = await serveTest((request, response) => {
    clientPorts.push(request.socket.remotePort);
    if (request.url === '/api/slow') waitingResponses.push(() => response.end());
    else response.end();
  });
  const { send } = openTestTransport();
  const requestPath = async (path: string, usesNewConnection: boolean) => {
    const request = { url: `${url}/api/${path}`, method: 'GET', headers: {} };
    const { body } = await send(request as Parameters<typeof send>[0], () => {}, usesNewConnection);
    const reader = body?.getReader();
    while (reader && !(await reader.read()).done);
    // A connection is free again a moment after the answer's end.
    await new Promise(setImmediate);
  };
  await requestPath('a', false);
  await requestPath('b', true);
  expect(clientPorts[1]).not.toBe(clientPorts[0]);
  const slowResponse = requestPath('slow', false);
  await vi.waitUntil(() => waitingResponses.length > 0, { timeout: 30_000 });
  await requestPath('c', true);
  expect(clientPorts[3]).not.toBe(clientPorts[2]);
  for (const endResponse of waitingResponses) endResponse();
  await slowResponse;
});
