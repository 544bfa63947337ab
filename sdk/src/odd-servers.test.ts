import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { AbortedError, TimeoutError } from './errors.ts';
import type { ClientOptions } from './options.ts';
import { type RawServer, rawServer } from './testing/raw-server.ts';

let server: RawServer;
afterEach(() => server?.close());

async function clientOf(
  answer: (socket: Socket, request: number) => void,
  own: Partial<ClientOptions> = {},
) {
  server = await rawServer(answer);
  return createClient({ baseUrl: server.url, retry: { attempts: 1 }, timeout: 2000, ...own });
}

function answer(head: string, body: string | Buffer, status = '200 OK'): Buffer {
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const start = `HTTP/1.1 ${status}\r\n${head}\r\n${/content-length/.test(head) ? '' : length}\r\n`;
  return Buffer.concat([Buffer.from(start), Buffer.from(body)]);
}

const json = 'content-type: application/json';

describe('an answer in an odd form', () => {
  const bytes: Record<string, [Buffer, object]> = {
    'a byte order mark before JSON is read': [answer(json, '\ufeff[]'), { body: [] }],
    'a compressed one is read': [
      answer(`${json}\r\ncontent-encoding: gzip`, gzipSync('[]')),
      { body: [] },
    ],
    'one that says it is compressed, and is not, is that breaks the contract': [
      answer(`${json}\r\ncontent-encoding: gzip`, 'garbage'),
      { name: 'OffContractError', reason: 'encoding', status: 200 },
    ],
    'one shorter than it says is a broken connection': [
      answer(`${json}\r\ncontent-length: 10`, '[]'),
      { name: 'ConnectionError', reason: 'reset', phase: 'answer', status: 200, text: '[]' },
    ],
    'chunks that do not end are a broken connection': [
      Buffer.from(`HTTP/1.1 200 OK\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`),
      { name: 'ConnectionError', reason: 'reset', phase: 'answer', text: '[]' },
    ],
    'a refusal is read in the charset it names': [
      answer(
        'content-type: text/plain;charset=ISO-8859-1',
        Buffer.from([0x63, 0x61, 0x66, 0xe9]),
        '409 Conflict',
      ),
      { status: 409, body: 'café' },
    ],
    'JSON is UTF-8, whatever it says': [
      answer(`${json};charset=ISO-8859-1`, '["ሐና"]'),
      { body: ['ሐና'] },
    ],
    'a charset nobody knows is read as UTF-8': [
      answer('content-type: text/plain;charset=klingon', 'café', '404 Not Found'),
      { status: 404, body: 'café' },
    ],
    '204 where a list belongs is undeclared': [
      answer(json, '[]', '204 No Content'),
      { name: 'UndeclaredStatusError', status: 204 },
    ],
    'what is not HTTP says so': [
      Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'),
      { name: 'ConnectionError', reason: 'protocol', phase: 'request' },
    ],
  };
  for (const [name, [sent, expected]] of Object.entries(bytes)) {
    test(name, async () => {
      const client = await clientOf((socket) => socket.end(sent));
      expect(await client.programs.list().catch((error) => error)).toMatchObject(expected);
    });
  }

  test('a head and then nothing keeps the status in the timeout', async () => {
    const client = await clientOf(
      (socket) => socket.write(answer(`${json}\r\ncontent-length: 9`, '[')),
      {
        timeout: 50,
      },
    );
    const error = await client.programs.list().catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'TimeoutError', status: 200, text: '[' });
  });

  test('a login page is no file', async () => {
    const page = answer('content-type: text/html', '<!doctype html><p>Log in</p>');
    const client = await clientOf((socket) => socket.end(page));
    await expect(client.files.get({ params: { fileName: 'x.png' } })).rejects.toMatchObject({
      name: 'OffContractError',
      reason: 'html',
    });
  });

  test('a stored name is text, in JSON or out of it', async () => {
    const sent = ['"x.png"\n', 'x.png\n', '""', '{"name":"x.png"}'];
    const client = await clientOf((socket, request) =>
      socket.end(answer(`${json}\r\nconnection: close`, sent[request - 1] ?? '')),
    );
    const upload = () =>
      client.files.upload({ body: { file: new Blob(['x']) } }).catch((error) => error);
    expect(await upload()).toMatchObject({ body: 'x.png' });
    expect(await upload()).toMatchObject({ body: 'x.png' });
    expect(await upload()).toMatchObject({ name: 'OffContractError', reason: 'empty' });
    expect(await upload()).toMatchObject({ name: 'OffContractError', reason: 'schema' });
  });

  test('a kept connection that closes just before it is used again fails with a typed error at worst', async () => {
    const client = await clientOf((socket) =>
      socket.write(answer(json, '[]'), () => setTimeout(() => socket.destroy(), 5)),
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
  for (const onProgress of [undefined, () => {}]) {
    const how = onProgress ? ' that tells its progress' : '';
    const body = { file };
    const own = onProgress ? { onProgress } : {};

    test(`${how} ends at its time limit`, async () => {
      const client = await clientOf((socket) => socket.pause());
      await expect(client.files.upload({ body, timeout: 100, ...own })).rejects.toBeInstanceOf(
        TimeoutError,
      );
    });

    test(`${how} ends when it is aborted`, async () => {
      const controller = new AbortController();
      const client = await clientOf((socket) => {
        socket.pause();
        controller.abort();
      });
      const fetchOptions = { signal: controller.signal };
      await expect(client.files.upload({ body, fetchOptions, ...own })).rejects.toBeInstanceOf(
        AbortedError,
      );
    });
  }
});
