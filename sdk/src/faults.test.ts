import { afterEach, describe, expect, test } from 'vitest';
import { AbortedError, ConnectionError, TimeoutError } from './errors.ts';
import { clientAt, clientOf, failure, letGo, requests } from './testing/odd-client.ts';
import { http, rawServer } from './testing/raw-server.ts';

const json = { 'content-type': 'application/json' };
afterEach(letGo);

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

  test('a time limit that was set holds for uploads too', async () => {
    const client = await clientOf(() => {}, { timeout: 50 });
    const upload = client.files.upload({ body: { file: new Blob(['x']) } });
    await expect(upload).rejects.toMatchObject({ name: 'TimeoutError', timeoutMs: 50 });
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
    expect(requests()).toBe(0);
  });
});

describe('an answer that breaks the contract', () => {
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
