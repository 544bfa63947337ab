/** The connections of one command. Without `fetch`, which takes more of the processor than all that is done with an answer. */
import { randomBytes } from 'node:crypto';
import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Send } from '@one-planet/sdk';
import type { Dispatcher } from 'undici';
import { version } from '../core/exit.ts';
import { type Connection, openDispatcher, plainConnection } from './connection.ts';

const temporaryStatuses: readonly number[] = [429, 502, 503, 504];

/** Proxies and limits answer so: the same request may pass a moment later. */
export function isTemporaryStatus(status: number): boolean {
  return temporaryStatuses.includes(status);
}

/* A file as the multipart field `file`. */

interface NamedBlob {
  name: string;
  data: Blob;
}

/** The same file is often sent again, by the next applicant: its bytes are read once. */
const bytesOf = new WeakMap<Blob, Promise<ArrayBuffer>>();
const boundary = `----admissions-${randomBytes(12).toString('hex')}`;
const quoted: Record<string, string> = { '\n': '%0A', '\r': '%0D', '"': '%22' };

async function toForm({ name, data }: NamedBlob): Promise<{ type: string; body: Uint8Array }> {
  const bytes = bytesOf.get(data) ?? data.arrayBuffer();
  bytesOf.set(data, bytes);
  const fileName = name.replace(/[\n\r"]/g, (sign) => quoted[sign] ?? sign);
  const type = data.type || 'application/octet-stream';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(head),
      new Uint8Array(await bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

/** @param rawHeaders the values by name, in lower case */
function headersOf(rawHeaders: Readonly<Record<string, string | string[]>>): Headers {
  const pairs = Object.entries(rawHeaders).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Headers(pairs);
}

/* An answer on its way in: its head, then its body, straight from the connection. */

type BodyChunk = { done: false; value: Uint8Array } | { done: true; value: undefined };

interface Body {
  read: () => Promise<BodyChunk>;
  /** Ends the connection, unless all of it was received. */
  cancel: () => Promise<void>;
}

interface Head {
  status: number;
  headers: Headers;
}

/** Undici hands it the answer. A stream between them would cost as much as all the rest. */
class IncomingResponse implements Dispatcher.DispatchHandler, Body {
  /** Settled with the first byte of the answer, or by what prevented it. */
  readonly head: Promise<Head>;
  readonly #chunks: Uint8Array[] = [];
  #resolve: (head: Head) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #isEnded = false;
  #failure: { cause: unknown } | undefined;
  #wake: () => void = () => {};

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The promise may be rejected before anything awaits it.
    this.head.catch(() => {});
  }

  abort(reason: unknown): void {
    if (this.#isEnded) return;
    this.onResponseError(undefined, reason);
    this.#controller?.abort(reason as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request may have been aborted while it waited for a connection.
    if (this.#failure) controller.abort(this.#failure.cause as Error);
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[]>,
  ): void {
    // Informational responses such as 103 come before the final one.
    if (status >= 200) this.#resolve({ status, headers: headersOf(headers) });
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_controller: unknown, cause: unknown): void {
    this.#failure ??= { cause };
    this.#reject(cause);
    this.#end();
  }

  async read(): Promise<BodyChunk> {
    for (;;) {
      const value = this.#chunks.shift();
      if (value) return { done: false, value };
      if (this.#failure) throw this.#failure.cause;
      if (this.#isEnded) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async cancel(): Promise<void> {
    if (this.#isEnded) return;
    this.#end();
    this.#controller?.abort(new Error('the rest of the answer is not wanted'));
  }

  #end(): void {
    this.#isEnded = true;
    this.#wake();
  }
}

/* Answers that come compressed. */

// Like browsers, this decompresses a truncated body as far as it goes.
const lenientZlib = {
  flush: zlib.constants.Z_SYNC_FLUSH,
  finishFlush: zlib.constants.Z_SYNC_FLUSH,
};
const lenientBrotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

/** By the name in Content-Encoding. @param first the first byte that is to be unpacked */
const unpackers: Record<string, (firstByte: number) => Transform> = {
  gzip: () => zlib.createGunzip(lenientZlib),
  'x-gzip': () => zlib.createGunzip(lenientZlib),
  // Some servers send raw deflate data without the zlib header that the standard requires.
  deflate: (firstByte) =>
    (firstByte & 0x0f) === 8 ? zlib.createInflate(lenientZlib) : zlib.createInflateRaw(lenientZlib),
  br: () => zlib.createBrotliDecompress(lenientBrotli),
};

/** @returns the body as it was before it was compressed; as it came where nobody knows how to unpack it */
function unpackBody(body: Body, { headers }: { headers: Headers }): Body {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const unpacker = unpackers[encoding];
  if (!unpacker) return body;
  let unpackedChunks: AsyncIterator<Uint8Array> | undefined;
  return {
    async read() {
      if (!unpackedChunks) {
        const firstChunk = await body.read();
        // A response may declare an encoding and have no body.
        if (firstChunk.done) return firstChunk;
        const source = Readable.from(chunksFrom(firstChunk.value, body), { objectMode: false });
        const unpacking = pipeline(source, unpacker(firstChunk.value[0] ?? 0), () => {});
        unpackedChunks = unpacking[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      }
      const { done, value } = await unpackedChunks.next();
      return done ? { done, value: undefined } : { done: false, value };
    },
    async cancel() {
      await Promise.all([unpackedChunks?.return?.(), body.cancel()]);
    },
  };
}

async function* chunksFrom(firstChunk: Uint8Array, body: Body): AsyncGenerator<Uint8Array> {
  yield firstChunk;
  for (;;) {
    const { done, value } = await body.read();
    if (done) return;
    yield value;
  }
}

export interface RawRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Sent as the multipart field `file`, in place of a body. */
  file?: NamedBlob;
  signal: AbortSignal;
  /** On a connection of its own, which no server can have closed meanwhile. */
  fresh?: boolean;
  /** The answer is cut after so many bytes, and the connection closed. */
  maxBytes?: number;
}

/** The connection ended before the first byte of an answer: a kept one may have been closed in that very moment. */
export class NoAnswer extends Error {}

export interface RawResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

export interface Transport {
  /**
   * For the SDK.
   * @param fresh kept connections may be gone without a word: none of them is used for this request
   */
  send: (...request: [...Parameters<Send>, fresh?: boolean]) => ReturnType<Send>;
  /** Sends what is given and nothing else, and reads the answer to its end; redirects are not followed. */
  request: (url: string, request: RawRequest) => Promise<RawResponse>;
  /** Closes every connection, so that the process can end at once. */
  close: () => Promise<void>;
}

export const userAgent: string = `admissions/${version}`;
const clientHeaders = { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br' };

/** The backend, and what all requests to it carry; those to anybody else go without. */
interface BackendAccess {
  origin: string;
  connection: Connection;
}

/** A kept connection that nobody has used for so long is closed. */
const idleMs = 500;

/** Opens connections of our own: kept alive between calls, and closed when the command is done. */
export function createTransport(
  { origin, connection }: BackendAccess = { origin: '', connection: plainConnection },
): Transport {
  // There are as many connections as there may be journeys at once, because a request that waits for a connection would
  // make the server look slow.
  // Idle connections close early: a busy run reuses them at once, and the server's own keep-alive hint knows nothing of
  // proxies and firewalls.
  const keptOptions = { connections: 1024, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs };
  const freshOptions = { pipelining: 0 };
  const backendConnections = openConnections(connection.tls);
  // The client certificate is for the backend alone, not for a mail or staff system.
  const otherConnections =
    Object.keys(connection.tls).length > 0 ? openConnections({}) : backendConnections;
  const isBackend = (url: string) => url.startsWith(`${origin}/`);
  const connectionsFor = (url: string) => (isBackend(url) ? backendConnections : otherConnections);
  const withConnectionHeaders = (url: string, headers: RawRequest['headers']) =>
    isBackend(url) ? { ...headers, ...connection.headers, ...bearerOf(headers) } : headers;

  function openConnections(connect: Connection['tls']) {
    const openKept = () => openDispatcher({ ...keptOptions, connect });
    return {
      openKept,
      kept: openKept(),
      fresh: openDispatcher({ ...freshOptions, connect }),
      sending: 0,
    };
  }
  /** Whoever is alone leaves all kept connections behind; among others, that would cost these theirs. */
  const freshDispatcher = (connections: ReturnType<typeof openConnections>): Dispatcher => {
    if (connections.sending > 0) return connections.fresh;
    void connections.kept.close();
    connections.kept = connections.openKept();
    return connections.kept;
  };
  return {
    send: async ({ url, method, headers, body: text, upload: file }, onGiveUp, fresh = false) => {
      const incoming = new IncomingResponse();
      onGiveUp((reason) => incoming.abort(reason));
      const allHeaders = withConnectionHeaders(url, { ...clientHeaders, ...headers });
      const connections = connectionsFor(url);
      const dispatcher = fresh ? freshDispatcher(connections) : connections.kept;
      connections.sending += 1;
      try {
        const { head, body } = await openResponse(
          dispatcher,
          url,
          incoming,
          allHeaders,
          method,
          text,
          file,
        );
        return { status: head.status, headers: head.headers, body: { getReader: () => body } };
      } finally {
        connections.sending -= 1;
      }
    },
    request: async (url, { signal, method, headers, body: text, file, fresh, maxBytes }) => {
      const incoming = new IncomingResponse();
      const abort = () => incoming.abort(signal.reason);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      const agent = connectionsFor(url)[fresh ? 'fresh' : 'kept'];
      try {
        const response = openResponse(
          agent,
          url,
          incoming,
          withConnectionHeaders(url, headers),
          method,
          text,
          file,
        );
        const { head, body } = await response.catch((cause: unknown) => {
          throw closedCodes.includes((cause as { code?: unknown }).code)
            ? new NoAnswer('the connection ended before the answer', { cause })
            : cause;
        });
        return { ...head, bytes: await readAll(body, maxBytes) };
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    close: async () => {
      const dispatchers = [backendConnections, otherConnections].flatMap(({ kept, fresh }) => [
        kept,
        fresh,
      ]);
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** A session's token stands where the password of basic authentication would. */
function bearerOf({ authorization }: RawRequest['headers']): Record<string, string> {
  return authorization?.startsWith('Bearer ') ? { authorization } : {};
}

/** @returns what is there once the answer begins */
async function openResponse(
  dispatcher: Dispatcher,
  url: string,
  incoming: IncomingResponse,
  headers: RawRequest['headers'],
  method: string,
  text: string | undefined,
  file: NamedBlob | undefined,
): Promise<{ head: Head; body: Body }> {
  const { origin, pathname, search } = new URL(url);
  const form = file && (await toForm(file));
  dispatcher.dispatch(
    {
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: form ? { ...headers, 'content-type': form.type } : headers,
      body: form?.body ?? text ?? null,
    },
    incoming,
  );
  const head = await incoming.head;
  return { head, body: unpackBody(incoming, head) };
}

async function readAll(body: Body, maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const { done, value } = await body.read();
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks.push(value);
    size += value.length;
  }
  await body.cancel();
  return Buffer.concat(chunks);
}

/** The error of a connection that the other side closes. */
const closedCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
