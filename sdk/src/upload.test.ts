/** Files of every maker arrive whole, and what is no file is refused. */
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { UsageError } from './errors.ts';
import type { Client } from './generated/client.ts';
import { startHttpServer } from './testing/http-server.ts';

let server: Awaited<ReturnType<typeof startHttpServer>>;
let client: Client;
beforeEach(async () => {
  server = await startHttpServer(() => ({ body: 'stored.png' }));
  client = createClient({ baseUrl: server.url, session: { token: () => 't0ken' } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

/** @returns the file that the server received last */
async function readSentFile(): Promise<{ name: string; type: string; text: string }> {
  const { headers, body } = server.received.at(-1) ?? { headers: {}, body: Buffer.alloc(0) };
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const file = form.get('file') as File;
  return { name: file.name, type: file.type, text: await file.text() };
}

/** A file as another maker's class gives it, e.g. jsdom's: no `Blob` of this platform. */
const foreignFile = {
  [Symbol.toStringTag]: 'File',
  name: 'receipt "1".png',
  type: 'image/png',
  size: 5,
  arrayBuffer: async () => new TextEncoder().encode('bytes').buffer,
};

describe('what is sent whole', () => {
  test.each<[string, unknown, string]>([
    ['a File', new File(['bytes'], 'a.png'), 'a.png'],
    ['a Blob', new Blob(['bytes']), 'file'],
    ['bytes', new TextEncoder().encode('bytes'), 'file'],
    ['an ArrayBuffer', new TextEncoder().encode('bytes').buffer, 'file'],
    ['bytes of another realm', runInNewContext('new Uint8Array([98, 121, 116, 101, 115])'), 'file'],
    [
      'a buffer of another realm',
      runInNewContext('new Uint8Array([98, 121, 116, 101, 115]).buffer'),
      'file',
    ],
    ['a file of another maker', foreignFile, 'receipt "1".png'],
    ['bytes with a name', { name: 'b.pdf', data: new TextEncoder().encode('bytes') }, 'b.pdf'],
    ['a file of another maker with a name', { name: 'c.png', data: foreignFile }, 'c.png'],
  ])('%s', async (_which, file, name) => {
    expect(await client.files.upload({ body: { file: file as Blob } })).toMatchObject({
      status: 200,
      body: 'stored.png',
    });
    expect(await readSentFile()).toMatchObject({ name, text: 'bytes' });
  });

  test('a form that the platform’s fetch does not know (jsdom on Node) is encoded here', async () => {
    class ForeignFormData {
      append() {}
    }
    vi.stubGlobal('FormData', ForeignFormData);
    const file = new File(['bytes'], 'ደረሰኝ\r\n".png', { type: 'image/png' });
    await client.files.upload({ body: { file } });
    vi.unstubAllGlobals();
    expect(await readSentFile()).toEqual({
      name: 'ደረሰኝ\r\n".png',
      type: 'image/png',
      text: 'bytes',
    });
  });
});

describe('what is no file is refused by name, and nothing is sent', () => {
  test.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /is missing/],
    ['a path', 'receipt.png', /is a text \(for a path, use fileFromPath/],
    ['a stream', new Blob(['x']).stream(), /is a ReadableStream \(read it first/],
    ['a promise', Promise.resolve(), /is a Promise; pass a File/],
    ['a number', 7, /is a Number; pass a File/],
    ['a list of files', [new Blob(['x'])], /is a Array; pass a File/],
    ['an object without data', { name: 'a.png' }, /is a Object; pass a File/],
    ['a name with a stream', { name: 'a', data: new Blob(['x']).stream() }, /is a ReadableStream/],
  ])('%s', async (_which, file, message) => {
    const upload = client.files.upload({ body: { file: file as Blob } });
    await expect(upload).rejects.toBeInstanceOf(UsageError);
    await expect(upload).rejects.toThrow(message);
    expect(server.received).toEqual([]);
  });
});

test('without XMLHttpRequest the progress is reported once, at the end', async () => {
  const onProgress = vi.fn();
  await client.files.upload({ body: { file: new Blob(['bytes']) }, onProgress });
  expect(onProgress.mock.calls).toEqual([[{ sent: 5, total: 5 }]]);
});

describe('with XMLHttpRequest', () => {
  /** A request that ends with bytes of another realm, or with what cannot be made a response. */
  class FakeXhr {
    static answer: () => { status: number; response: unknown } = () => ({
      status: 200,
      response: null,
    });
    upload: { onloadstart?: (event: object) => void; onprogress?: (event: object) => void } = {};
    status = 0;
    response: unknown;
    responseURL = '';
    onload = () => {};
    onabort = () => {};
    abort() {
      this.onabort();
    }
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => 'content-type: text/plain\r\n';
    send() {
      this.upload.onprogress?.({ loaded: 3, total: 5 });
      queueMicrotask(() => {
        Object.assign(this, FakeXhr.answer());
        this.onload();
      });
    }
  }
  const uploadByXhr = (answer: typeof FakeXhr.answer) => {
    FakeXhr.answer = answer;
    vi.stubGlobal('XMLHttpRequest', FakeXhr);
    const onProgress = vi.fn();
    return {
      onProgress,
      call: client.files.upload({ body: { file: new Blob(['bytes']) }, onProgress }),
    };
  };

  test('an answer in bytes of another realm is read', async () => {
    const response = runInNewContext('new Uint8Array([97, 46, 112, 110, 103]).buffer');
    const { call, onProgress } = uploadByXhr(() => ({ status: 200, response }));
    expect(await call).toMatchObject({ status: 200, body: 'a.png' });
    expect(onProgress).toHaveBeenCalledWith({ sent: 3, total: 5 });
  });

  describe('time', () => {
    /** Starts an upload of 600 bytes that the test moves on. */
    async function startUpload(options: { timeout?: number } = {}) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const sentXhrs: FakeXhr[] = [];
      class HeldXhr extends FakeXhr {
        override send() {
          sentXhrs.push(this);
          this.upload.onloadstart?.({ loaded: 0, total: 600 });
        }
      }
      vi.stubGlobal('XMLHttpRequest', HeldXhr);
      const outcomePromise = client.files
        .upload({ body: { file: new Blob(['bytes']) }, onProgress: () => {}, ...options })
        .catch((error: unknown) => error);
      await vi.waitUntil(() => sentXhrs.length > 0);
      const [xhr] = sentXhrs as [FakeXhr];
      const moveTo = (loaded: number) => xhr.upload.onprogress?.({ loaded, total: 600 });
      const finish = () => {
        Object.assign(xhr, { status: 200, response: new TextEncoder().encode('a.png').buffer });
        xhr.onload();
      };
      return { outcomePromise, moveTo, finish };
    }
    afterEach(() => void vi.useRealTimers());

    test('does not end an upload that moves, nor one whose answer comes late', async () => {
      const { outcomePromise, moveTo, finish } = await startUpload();
      for (let loaded = 50; loaded <= 600; loaded += 50) {
        await vi.advanceTimersByTimeAsync(55_000);
        moveTo(loaded);
      }
      await vi.advanceTimersByTimeAsync(290_000);
      finish();
      expect(await outcomePromise).toMatchObject({ status: 200, body: 'a.png' });
    });

    test.each([
      ['stands still for a minute', 50, {}, 60_000, /nothing was sent/],
      ['has no answer after it was sent', 600, {}, 300_000, /no whole answer/],
      ['stands still for the time of its call', 50, { timeout: 900 }, 900, /nothing was sent/],
    ])('ends one that %s', async (_which, loaded, options, timeoutMs, message) => {
      const { outcomePromise, moveTo } = await startUpload(options);
      moveTo(loaded);
      await vi.advanceTimersByTimeAsync(timeoutMs + 1);
      const error = await outcomePromise;
      expect(error).toMatchObject({ name: 'TimeoutError', timeoutMs });
      expect(String(error)).toMatch(message);
    });
  });

  test('an answer that cannot be read ends the call', async () => {
    const { call } = uploadByXhr(() => ({ status: 200, response: { odd: true } }));
    await expect(call).rejects.toMatchObject({ name: 'OffContractError', reason: 'empty' });
  });
});
