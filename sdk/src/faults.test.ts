import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from './client.ts';
import {
  AbortedError,
  AdmissionsError,
  ConnectionError,
  TimeoutError,
  UnavailableError,
} from './errors.ts';
import {
  catchErrorOfCall,
  closeAll,
  countRequests,
  exchanges,
  makeClientAt,
  makeClientOf,
  makeHttpResponse,
  startRawServer,
} from './testing/odd-client.ts';

const jsonHeaders = { 'content-type': 'application/json' };
afterEach(closeAll);

describe('a broken network', () => {
  test('a refused connection says that nothing listens', async () => {
    const closedServer = await startRawServer(() => {});
    await closedServer.close();
    const error = await catchErrorOfCall(makeClientAt(closedServer.url).programs.list());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ reason: 'refused', phase: 'request' });
    expect(error).not.toHaveProperty('status');
  });

  test('a name that does not resolve says so', async () => {
    const error = await catchErrorOfCall(makeClientAt('http://nowhere.invalid').programs.list());
    expect(error).toMatchObject({ name: 'ConnectionError', reason: 'dns' });
  });

  test('a reset before the answer is a broken connection', async () => {
    const client = await makeClientOf((socket) => socket.resetAndDestroy());
    expect(await catchErrorOfCall(client.programs.list())).toMatchObject({
      name: 'ConnectionError',
      reason: 'reset',
      phase: 'request',
    });
  });

  test('a reset in the middle of the body keeps the status and what had come', async () => {
    const client = await makeClientOf((socket) => {
      socket.write(
        makeHttpResponse('200 OK', { ...jsonHeaders, 'content-length': '1000' }, '[{"id":1,'),
        () => setImmediate(() => socket.resetAndDestroy()),
      );
    });
    const error = await catchErrorOfCall(client.programs.list());
    expect(error).toMatchObject({
      name: 'ConnectionError',
      reason: 'reset',
      phase: 'answer',
      status: 200,
    });
  });

  test('a server that never answers runs into the time limit', async () => {
    const client = await makeClientOf(() => {}, { timeout: 50 });
    const error = await catchErrorOfCall(client.programs.list());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 50 });
  });

  test("the caller's signal ends a call", async () => {
    const controller = new AbortController();
    const client = await makeClientOf(() => controller.abort());
    expect(
      await catchErrorOfCall(client.programs.list({ signal: controller.signal })),
    ).toBeInstanceOf(AbortedError);
  });

  test('a signal that is already aborted sends nothing', async () => {
    const client = await makeClientOf(() => {});
    await expect(client.programs.list({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      AbortedError,
    );
    expect(countRequests()).toBe(0);
  });
});

describe('an answer that breaks the contract', () => {
  const badResponses: Record<string, { answer: string; error: object; strictOnly?: boolean }> = {
    'truncated JSON': {
      answer: makeHttpResponse('200 OK', jsonHeaders, '[{"id": 1, "na'),
      error: {
        name: 'OffContractError',
        reason: 'invalid-json',
        status: 200,
        text: '[{"id": 1, "na',
      },
    },
    'an HTML page of a proxy with 200': {
      answer: makeHttpResponse(
        '200 OK',
        { 'content-type': 'text/html' },
        '<!DOCTYPE html><h1>Log in to the Wi-Fi</h1>',
      ),
      error: { name: 'OffContractError', reason: 'html', status: 200 },
    },
    'an HTML page of a proxy with 502': {
      answer: makeHttpResponse(
        '502 Bad Gateway',
        { 'content-type': 'text/html' },
        '<html><h1>nginx</h1></html>',
      ),
      error: { name: 'UnavailableError', status: 502, text: '<html><h1>nginx</h1></html>' },
    },
    'an HTML page with a refusal': {
      answer: makeHttpResponse(
        '401 Unauthorized',
        { 'content-type': 'text/html' },
        '<html>proxy</html>',
      ),
      error: { name: 'OffContractError', reason: 'html', status: 401 },
    },
    'an empty body with a JSON content type': {
      answer: makeHttpResponse('200 OK', jsonHeaders, ''),
      error: { name: 'OffContractError', reason: 'empty', status: 200 },
    },
    'another content type': {
      answer: makeHttpResponse('200 OK', { 'content-type': 'image/png' }, 'PNG'),
      error: { name: 'OffContractError', reason: 'content-type', status: 200, text: 'PNG' },
    },
    'JSON under another content type': {
      answer: makeHttpResponse('200 OK', { 'content-type': 'text/plain' }, '[]'),
      error: { name: 'OffContractError', reason: 'content-type' },
      strictOnly: true,
    },
    'JSON of another shape': {
      answer: makeHttpResponse('200 OK', jsonHeaders, '[{"id":1}]'),
      error: {
        name: 'OffContractError',
        reason: 'schema',
        issues: [{ path: '0.name', message: 'Required' }],
      },
      strictOnly: true,
    },
    'an undeclared status': {
      answer: makeHttpResponse('418 Teapot', { 'content-type': 'text/plain' }, 'short and stout'),
      error: { name: 'UndeclaredStatusError', status: 418, text: 'short and stout' },
    },
    'a server error': {
      answer: makeHttpResponse('500 Internal Server Error', jsonHeaders, '{"message":"boom"}'),
      error: { name: 'UndeclaredStatusError', status: 500 },
    },
    'a redirect': {
      answer: makeHttpResponse('302 Found', { location: 'https://elsewhere.example/login' }, ''),
      error: { name: 'RedirectError', status: 302, location: 'https://elsewhere.example/login' },
    },
  };

  for (const [name, { answer, error, strictOnly }] of Object.entries(badResponses)) {
    test(`${name} is reported by name`, async () => {
      const client = await makeClientOf((socket) => socket.end(answer));
      expect(await catchErrorOfCall(client.programs.list())).toMatchObject(error);
    });
    test(`${name} ${strictOnly ? 'passes' : 'is reported by name'} without validation`, async () => {
      const client = await makeClientOf((socket) => socket.end(answer), { validate: 'off' });
      if (strictOnly) expect(await client.programs.list()).toMatchObject({ status: 200 });
      else expect(await catchErrorOfCall(client.programs.list())).toMatchObject(error);
    });
  }

  test.each([
    ['200 OK', { name: 'OffContractError', reason: 'too-large', status: 200 }],
    ['500 Internal Server Error', { name: 'UndeclaredStatusError', status: 500 }],
  ])(
    'the gigantic body of %s is given up at the limit, and its connection with it',
    async (statusLine, expected) => {
      const client = await makeClientOf(
        (socket) => {
          socket.write(
            `HTTP/1.1 ${statusLine}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
          );
          const megabyteText = ' '.repeat(1024 * 1024);
          const writeUntilFull = () => {
            while (!socket.destroyed && socket.write(`100000\r\n${megabyteText}\r\n`));
            if (!socket.destroyed) socket.once('drain', writeUntilFull);
          };
          writeUntilFull();
        },
        { maxAnswerBytes: 3 * 1024 * 1024 },
      );
      const error = await catchErrorOfCall(client.programs.list());
      expect(error).toMatchObject(expected);
      expect(error.text?.length).toBeLessThanOrEqual(10_000);
    },
  );
});

/** An answer byte for byte; the length is right unless the head says otherwise. */
function makeResponseBytes(head: string, body: string | Buffer, status = '200 OK'): Buffer {
  const contentLengthHeader = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const headText = `HTTP/1.1 ${status}\r\n${head}\r\n${/content-length/.test(head) ? '' : contentLengthHeader}\r\n`;
  return Buffer.concat([Buffer.from(headText), Buffer.from(body)]);
}

const jsonTypeHeader = 'content-type: application/json';

describe('an answer in an odd form', () => {
  const responsesByRule: Record<string, [Buffer, object]> = {
    'a byte order mark before JSON is read': [
      makeResponseBytes(jsonTypeHeader, '\ufeff[]'),
      { body: [] },
    ],
    'a compressed one is read': [
      makeResponseBytes(`${jsonTypeHeader}\r\ncontent-encoding: gzip`, gzipSync('[]')),
      { body: [] },
    ],
    'one that says it is compressed, and is not, is that breaks the contract': [
      makeResponseBytes(`${jsonTypeHeader}\r\ncontent-encoding: gzip`, 'garbage'),
      { name: 'OffContractError', reason: 'encoding', status: 200 },
    ],
    'a server error that does not unpack is judged by its status': [
      makeResponseBytes(
        `${jsonTypeHeader}\r\ncontent-encoding: gzip`,
        'garbage',
        '500 Internal Server Error',
      ),
      { name: 'UndeclaredStatusError', status: 500 },
    ],
    'one shorter than it says is a broken connection': [
      makeResponseBytes(`${jsonTypeHeader}\r\ncontent-length: 10`, '[]'),
      { name: 'ConnectionError', reason: 'reset', phase: 'answer', status: 200, text: '[]' },
    ],
    'chunks that do not end are a broken connection': [
      Buffer.from(
        `HTTP/1.1 200 OK\r\n${jsonTypeHeader}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`,
      ),
      { name: 'ConnectionError', reason: 'reset', phase: 'answer', text: '[]' },
    ],
    'a refusal is read in the charset it names': [
      makeResponseBytes(
        'content-type: text/plain;charset=ISO-8859-1',
        Buffer.from([0x63, 0x61, 0x66, 0xe9]),
        '409 Conflict',
      ),
      { status: 409, body: 'café' },
    ],
    'JSON is UTF-8, whatever it says': [
      makeResponseBytes(`${jsonTypeHeader};charset=ISO-8859-1`, '["ሐና"]'),
      { body: ['ሐና'] },
    ],
    'a charset nobody knows is read as UTF-8': [
      makeResponseBytes('content-type: text/plain;charset=klingon', 'café', '404 Not Found'),
      { status: 404, body: 'café' },
    ],
    '204 where a list belongs is undeclared': [
      makeResponseBytes(jsonTypeHeader, '[]', '204 No Content'),
      { name: 'UndeclaredStatusError', status: 204 },
    ],
    'what is not HTTP says so': [
      Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'),
      { name: 'ConnectionError', reason: 'protocol', phase: 'request' },
    ],
  };
  for (const [name, [sent, expected]] of Object.entries(responsesByRule)) {
    test(name, async () => {
      const client = await makeClientOf((socket) => socket.end(sent), { validate: 'off' });
      expect(await client.programs.list().catch((error) => error)).toMatchObject(expected);
    });
  }

  test('a head and then nothing keeps the status in the timeout', async () => {
    // The head has to be there in time on a slow machine too, so no network is asked.
    const fetch = async (_address: unknown, { signal }: RequestInit = {}) => {
      const start = (body: ReadableStreamDefaultController) => {
        body.enqueue(Buffer.from('['));
        signal?.addEventListener('abort', () => body.error(signal.reason));
      };
      const headers = { ...jsonHeaders, 'content-length': '9' };
      return new Response(new ReadableStream({ start }), { headers });
    };
    const client = createClient({ baseUrl: 'http://api.college.example', fetch, timeout: 50 });
    const error = await client.programs.list().catch((rejection) => rejection);
    expect(error).toMatchObject({ name: 'TimeoutError', status: 200, text: '[' });
  });

  test('a login page is no file', async () => {
    const htmlResponse = makeResponseBytes(
      'content-type: text/html',
      '<!doctype html><p>Log in</p>',
    );
    const client = await makeClientOf((socket) => socket.end(htmlResponse));
    await expect(client.files.get({ params: { fileName: 'x.png' } })).rejects.toMatchObject({
      name: 'OffContractError',
      reason: 'html',
    });
  });

  test('a stored name is text, in JSON or out of it', async () => {
    const sentTexts = ['"x.png"\n', 'x.png\n', '""', '{"name":"x.png"}'];
    const client = await makeClientOf((socket, requestNumber) =>
      socket.end(
        makeResponseBytes(
          `${jsonTypeHeader}\r\nconnection: close`,
          sentTexts[requestNumber - 1] ?? '',
        ),
      ),
    );
    const uploadOrCatch = () =>
      client.files.upload({ body: { file: new Blob(['x']) } }).catch((error) => error);
    expect(await uploadOrCatch()).toMatchObject({ body: 'x.png' });
    expect(await uploadOrCatch()).toMatchObject({ body: 'x.png' });
    expect(await uploadOrCatch()).toMatchObject({ name: 'OffContractError', reason: 'empty' });
    expect(await uploadOrCatch()).toMatchObject({ name: 'OffContractError', reason: 'schema' });
  });

  test('a kept connection that closes just before it is used again fails with a typed error at worst', async () => {
    const client = await makeClientOf((socket) =>
      socket.write(makeResponseBytes(jsonTypeHeader, '[]'), () =>
        setTimeout(() => socket.destroy(), 5),
      ),
    );
    await client.programs.list();
    const busyUntil = performance.now() + 20;
    while (performance.now() < busyUntil);
    const error = await client.exams.create().catch((thrown) => thrown);
    expect(['ConnectionError', 'UndeclaredStatusError']).toContain(error.name);
  });
});

describe('an upload under way', () => {
  const file = new Blob([new Uint8Array(20_000_000)]);
  let socket: Socket | undefined;
  let mustPause = true;
  const makeClientOfPausedServer = (onSocket = () => {}) => {
    mustPause = true;
    return makeClientOf((incomingSocket) => {
      socket = incomingSocket;
      if (mustPause) socket.pause();
      onSocket();
    });
  };
  // A socket that reads nothing does not notice that its client is gone. On a slow machine it may come only now.
  const resumeSocket = () => {
    mustPause = false;
    socket?.resume();
  };

  test.each([
    ['an upload', {}],
    ['one that reports its progress', { onProgress: () => {} }],
  ])('%s ends at its time limit, and when it is aborted', async (_which, options) => {
    const slowClient = await makeClientOfPausedServer();
    const uploadPromise = slowClient.files.upload({ body: { file }, timeout: 100, ...options });
    await expect(uploadPromise).rejects.toMatchObject({ name: 'TimeoutError', timeoutMs: 100 });
    resumeSocket();
    await closeAll();

    const controller = new AbortController();
    const client = await makeClientOfPausedServer(() => controller.abort());
    const { signal } = controller;
    const abortedUpload = client.files.upload({ body: { file }, signal, ...options });
    await expect(abortedUpload).rejects.toBeInstanceOf(AbortedError);
    resumeSocket();
  });
});

describe('trying again', () => {
  const respondBusyOnce = (socket: Socket, requestNumber: number) =>
    socket.end(
      requestNumber === 1
        ? makeHttpResponse(
            '429 Too Many Requests',
            { ...jsonHeaders, 'retry-after': '0' },
            '{"message":"slow down"}',
          )
        : makeHttpResponse('200 OK', jsonHeaders, '[]'),
    );

  test('429 with Retry-After is tried again for an operation that is safe to repeat', async () => {
    const client = await makeClientOf(respondBusyOnce, { retry: { attempts: 2 } });
    expect(await client.programs.list()).toMatchObject({ status: 200, body: [] });
    expect(exchanges.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 429],
      [2, 200],
    ]);
  });

  test('429 is reported with its Retry-After when no attempt is left', async () => {
    const client = await makeClientOf((socket) =>
      socket.end(makeHttpResponse('429 Too Many Requests', { 'retry-after': '7' }, 'later')),
    );
    const error = await catchErrorOfCall(client.programs.list());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ status: 429, retryAfterMs: 7000, text: 'later' });
  });

  test('a Retry-After beyond the longest wait fails at once', async () => {
    const client = await makeClientOf(
      (socket) => socket.end(makeHttpResponse('503 Unavailable', { 'retry-after': '3600' }, '')),
      { retry: { attempts: 3 } },
    );
    expect(await catchErrorOfCall(client.programs.list())).toMatchObject({
      status: 503,
      retryAfterMs: 3_600_000,
    });
    expect(countRequests()).toBe(1);
  });

  test('a Retry-After with a date is held against the Date of the answer, whatever the clock here', async () => {
    const [date, laterDate] = ['Fri, 01 Jan 2027 00:00:00 GMT', 'Fri, 01 Jan 2027 01:00:00 GMT'];
    const client = await makeClientOf((socket) =>
      socket.end(makeHttpResponse('503 Unavailable', { date, 'retry-after': laterDate }, '')),
    );
    expect(await catchErrorOfCall(client.programs.list())).toMatchObject({
      retryAfterMs: 3_600_000,
    });
  });

  test('a lost connection is tried again', async () => {
    const client = await makeClientOf(
      (socket, request) =>
        request < 3
          ? socket.resetAndDestroy()
          : socket.end(makeHttpResponse('200 OK', jsonHeaders, '[]')),
      { retry: { attempts: 3, baseMs: 1 } },
    );
    expect(await client.programs.list()).toMatchObject({ status: 200 });
    expect(countRequests()).toBe(3);
  });

  test('what is not safe to repeat is sent once', async () => {
    const client = await makeClientOf((socket) => socket.resetAndDestroy(), {
      retry: { attempts: 3, baseMs: 1 },
    });
    await expect(client.exams.create()).rejects.toBeInstanceOf(ConnectionError);
    expect(countRequests()).toBe(1);
  });

  test('an abort ends the wait', async () => {
    const controller = new AbortController();
    const client = await makeClientOf(
      (socket) => {
        socket.end(makeHttpResponse('503 Unavailable', { 'retry-after': '5' }, ''));
        setImmediate(() => controller.abort());
      },
      { retry: { attempts: 2 } },
    );
    await expect(client.programs.list({ signal: controller.signal })).rejects.toBeInstanceOf(
      AdmissionsError,
    );
    expect(countRequests()).toBe(1);
  });
});

test('a validation that cannot be loaded is asked for again, and no request is lost to it', async () => {
  vi.resetModules();
  const loadValidateModule = vi
    .fn<() => Promise<typeof import('./validate.ts')>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockImplementation(() => vi.importActual('./validate.ts'));
  vi.doMock('./validate.ts', loadValidateModule);
  onTestFinished(() => vi.doUnmock('./validate.ts'));
  const fetch = vi.fn(async () => Response.json([]));
  const { createClient } = await import('./client.ts');
  const client = createClient({ baseUrl: 'http://x.example', validate: 'strict', fetch });
  await expect(client.programs.list()).rejects.toMatchObject({ code: 'usage' });
  expect(fetch).not.toHaveBeenCalled();
  expect(await client.programs.list()).toMatchObject({ status: 200 });
});
