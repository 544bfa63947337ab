import type { Socket } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import {
  AbortedError,
  AdmissionsError,
  ConnectionError,
  TimeoutError,
  UnavailableError,
} from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { ClientOptions } from './options.ts';
import { http, type RawServer, rawServer } from './testing/raw-server.ts';

const json = { 'content-type': 'application/json' };
let server: RawServer | undefined;
let agent: Agent | undefined;
const exchanges: Exchange[] = [];

afterEach(async () => {
  await agent?.close();
  await server?.idle();
  await server?.close();
  server = agent = undefined;
  exchanges.length = 0;
});

async function clientOf(
  answer: (socket: Socket, request: number, head: string) => void,
  options: Partial<ClientOptions> = {},
) {
  server = await rawServer(answer);
  return clientAt(server.url, options);
}

function clientAt(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const dispatcher = new Agent();
  agent = dispatcher;
  const fetch = ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  return createClient({
    baseUrl,
    fetch,
    retry: { attempts: 1 },
    validate: 'strict',
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
}

async function failure(call: Promise<unknown>): Promise<AdmissionsError> {
  const error = await call.then(
    (answer) => new Error(`no error, but ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AdmissionsError);
  expect((error as AdmissionsError).operation).toBe('programs.list');
  expect(exchanges.at(-1)?.error).toBe(error);
  return error as AdmissionsError;
}

describe('a broken network', () => {
  test('a refused connection says that nothing listens', async () => {
    const gone = await rawServer(() => {});
    await gone.close();
    const error = await failure(clientAt(gone.url).programs.list());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ reason: 'refused', phase: 'request', status: undefined });
  });

  test('a name that does not resolve says so', async () => {
    const error = await failure(clientAt('http://nowhere.invalid').programs.list());
    expect(error).toMatchObject({ name: 'ConnectionError', reason: 'dns' });
  });

  test('a reset before the answer is a broken connection', async () => {
    const client = await clientOf((socket) => socket.resetAndDestroy());
    expect(await failure(client.programs.list())).toMatchObject({
      name: 'ConnectionError',
      reason: 'reset',
      phase: 'request',
    });
  });

  test('a reset in the middle of the body keeps the status and what had come', async () => {
    const client = await clientOf((socket) => {
      socket.write(http('200 OK', { ...json, 'content-length': '1000' }, '[{"id":1,'), () =>
        setImmediate(() => socket.resetAndDestroy()),
      );
    });
    const error = await failure(client.programs.list());
    expect(error).toMatchObject({
      name: 'ConnectionError',
      reason: 'reset',
      phase: 'answer',
      status: 200,
    });
  });

  test('a server that never answers runs into the time limit', async () => {
    const client = await clientOf(() => {}, { timeout: 50 });
    const error = await failure(client.programs.list());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 50 });
  });

  test('a body that never ends runs into the time limit', async () => {
    const client = await clientOf(
      (socket) => socket.write(http('200 OK', { ...json, 'content-length': '99' }, '[')),
      { timeout: 50 },
    );
    expect(await failure(client.programs.list())).toBeInstanceOf(TimeoutError);
  });

  test("the caller's signal ends a call", async () => {
    const controller = new AbortController();
    const client = await clientOf(() => controller.abort());
    expect(
      await failure(client.programs.list({ fetchOptions: { signal: controller.signal } })),
    ).toBeInstanceOf(AbortedError);
  });

  test('a signal that is already aborted sends nothing', async () => {
    const client = await clientOf(() => {});
    await expect(
      client.programs.list({ fetchOptions: { signal: AbortSignal.abort() } }),
    ).rejects.toBeInstanceOf(AbortedError);
    expect(server?.requests()).toBe(0);
  });
});

describe('an answer off the contract', () => {
  const bad: Record<string, { answer: string; error: object; strictOnly?: boolean }> = {
    'truncated JSON': {
      answer: http('200 OK', json, '[{"id": 1, "na'),
      error: {
        name: 'OffContractError',
        reason: 'invalid-json',
        status: 200,
        text: '[{"id": 1, "na',
      },
    },
    'an HTML page of a proxy with 200': {
      answer: http(
        '200 OK',
        { 'content-type': 'text/html' },
        '<!DOCTYPE html><h1>Log in to the Wi-Fi</h1>',
      ),
      error: { name: 'OffContractError', reason: 'html', status: 200 },
    },
    'an HTML page of a proxy with 502': {
      answer: http(
        '502 Bad Gateway',
        { 'content-type': 'text/html' },
        '<html><h1>nginx</h1></html>',
      ),
      error: { name: 'UnavailableError', status: 502, text: '<html><h1>nginx</h1></html>' },
    },
    'an HTML page with a refusal': {
      answer: http('401 Unauthorized', { 'content-type': 'text/html' }, '<html>proxy</html>'),
      error: { name: 'OffContractError', reason: 'html', status: 401 },
    },
    'an empty body with a JSON content type': {
      answer: http('200 OK', json, ''),
      error: { name: 'OffContractError', reason: 'empty', status: 200 },
    },
    'another content type': {
      answer: http('200 OK', { 'content-type': 'image/png' }, 'PNG'),
      error: { name: 'OffContractError', reason: 'content-type', status: 200, text: 'PNG' },
    },
    'JSON under another content type': {
      answer: http('200 OK', { 'content-type': 'text/plain' }, '[]'),
      error: { name: 'OffContractError', reason: 'content-type' },
      strictOnly: true,
    },
    'JSON of another shape': {
      answer: http('200 OK', json, '[{"id":1}]'),
      error: {
        name: 'OffContractError',
        reason: 'schema',
        issues: [{ path: '0.name', message: 'Required' }],
      },
      strictOnly: true,
    },
    'an undeclared status': {
      answer: http('418 Teapot', { 'content-type': 'text/plain' }, 'short and stout'),
      error: { name: 'UndeclaredStatusError', status: 418, text: 'short and stout' },
    },
    'a server error': {
      answer: http('500 Internal Server Error', json, '{"message":"boom"}'),
      error: { name: 'UndeclaredStatusError', status: 500 },
    },
    'a redirect': {
      answer: http('302 Found', { location: 'https://elsewhere.example/login' }, ''),
      error: { name: 'RedirectError', status: 302, location: 'https://elsewhere.example/login' },
    },
  };

  for (const [name, { answer, error, strictOnly }] of Object.entries(bad)) {
    test(`${name} is told apart`, async () => {
      const client = await clientOf((socket) => socket.end(answer));
      expect(await failure(client.programs.list())).toMatchObject(error);
    });
    test(`${name} ${strictOnly ? 'passes' : 'is told apart'} without validation`, async () => {
      const client = await clientOf((socket) => socket.end(answer), { validate: 'off' });
      if (strictOnly) expect(await client.programs.list()).toMatchObject({ status: 200 });
      else expect(await failure(client.programs.list())).toMatchObject(error);
    });
  }

  test('a gigantic body is given up at the limit, and its connection with it', async () => {
    const client = await clientOf(
      (socket) => {
        socket.write(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
        );
        const megabyte = ' '.repeat(1024 * 1024);
        const more = () => {
          while (!socket.destroyed && socket.write(`100000\r\n${megabyte}\r\n`));
          if (!socket.destroyed) socket.once('drain', more);
        };
        more();
      },
      { maxAnswerBytes: 3 * 1024 * 1024 },
    );
    const error = await failure(client.programs.list());
    expect(error).toMatchObject({ name: 'OffContractError', reason: 'too-large', status: 200 });
    expect(error.text?.length).toBeLessThanOrEqual(10_000);
  });
});

describe('trying again', () => {
  const busyOnce = (socket: Socket, request: number) =>
    socket.end(
      request === 1
        ? http('429 Too Many Requests', { ...json, 'retry-after': '0' }, '{"message":"slow down"}')
        : http('200 OK', json, '[]'),
    );

  test('429 with Retry-After is tried again for an operation that is safe to repeat', async () => {
    const client = await clientOf(busyOnce, { retry: { attempts: 2 } });
    expect(await client.programs.list()).toMatchObject({ status: 200, body: [] });
    expect(exchanges.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 429],
      [2, 200],
    ]);
  });

  test('429 is told with its Retry-After when no attempt is left', async () => {
    const client = await clientOf((socket) =>
      socket.end(http('429 Too Many Requests', { 'retry-after': '7' }, 'later')),
    );
    const error = await failure(client.programs.list());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ status: 429, retryAfterMs: 7000, text: 'later' });
  });

  test('a Retry-After beyond the longest wait fails at once', async () => {
    const client = await clientOf(
      (socket) => socket.end(http('503 Unavailable', { 'retry-after': '3600' }, '')),
      { retry: { attempts: 3 } },
    );
    expect(await failure(client.programs.list())).toMatchObject({
      status: 503,
      retryAfterMs: 3_600_000,
    });
    expect(server?.requests()).toBe(1);
  });

  test('a lost connection is tried again', async () => {
    const client = await clientOf(
      (socket, request) =>
        request < 3 ? socket.resetAndDestroy() : socket.end(http('200 OK', json, '[]')),
      { retry: { attempts: 3, baseMs: 1 } },
    );
    expect(await client.programs.list()).toMatchObject({ status: 200 });
    expect(server?.requests()).toBe(3);
  });

  test('what is not safe to repeat is sent once', async () => {
    const client = await clientOf((socket) => socket.resetAndDestroy(), {
      retry: { attempts: 3, baseMs: 1 },
    });
    await expect(client.exams.create()).rejects.toBeInstanceOf(ConnectionError);
    expect(server?.requests()).toBe(1);
  });

  test('an abort ends the wait', async () => {
    const controller = new AbortController();
    const client = await clientOf(
      (socket) => {
        socket.end(http('503 Unavailable', { 'retry-after': '5' }, ''));
        setImmediate(() => controller.abort());
      },
      { retry: { attempts: 2 } },
    );
    await expect(
      client.programs.list({ fetchOptions: { signal: controller.signal } }),
    ).rejects.toBeInstanceOf(AdmissionsError);
    expect(server?.requests()).toBe(1);
  });
});
