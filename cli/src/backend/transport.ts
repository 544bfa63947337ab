/**
 * The HTTP connections of one command. It uses undici without `fetch`, because `fetch` takes more processor time than
 * everything else that is done with a response.
 */
import { randomBytes } from 'node:crypto';
import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { retryAfterMs, type Send } from '@one-planet/sdk';
import type { Dispatcher } from 'undici';
import { version } from '../core/exit.ts';
import { type Connection, openDispatcher, plainConnection } from './connection.ts';

const temporaryStatuses: readonly number[] = [429, 502, 503, 504];

/** Proxies and rate limits respond with these statuses: the same request may succeed a moment later. */
export function isTemporaryStatus(status: number): boolean {
  return temporaryStatuses.includes(status);
}

/** How often a request is sent that is refused for the moment. */
export const maxTries = 4;
const longestWaitMs = 10_000;

/**
 * How long to wait before a retry after a temporary refusal, in milliseconds.
 * @param tryNumber 1 for the first
 */
export function waitMsBeforeRetry(
  { headers }: Pick<RawResponse, 'headers'>,
  tryNumber: number,
): number {
  return Math.min(retryAfterMs(headers) ?? 50 * 2 ** tryNumber, longestWaitMs);
}

/* A file as the multipart field `file`. */

interface NamedBlob {
  name: string;
  data: Blob;
}

/** The same file is often sent again for the next applicant, so its bytes are read only once. */
const bytesByBlob = new WeakMap<Blob, Promise<ArrayBuffer>>();
const boundary = `----admissions-${randomBytes(12).toString('hex')}`;
const encodedSigns: Record<string, string> = { '\n': '%0A', '\r': '%0D', '"': '%22' };

async function toMultipartForm({
  name,
  data,
}: NamedBlob): Promise<{ formContentType: string; body: Uint8Array }> {
  const bytesPromise = bytesByBlob.get(data) ?? data.arrayBuffer();
  bytesByBlob.set(data, bytesPromise);
  const escapedFileName = name.replace(/[\n\r"]/g, (sign) => encodedSigns[sign] ?? sign);
  const contentType = data.type || 'application/octet-stream';
  const partHeader = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escapedFileName}"\r\ncontent-type: ${contentType}\r\n\r\n`;
  return {
    formContentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(partHeader),
      new Uint8Array(await bytesPromise),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

/** @param rawHeaders the values by name, in lower case */
function toHeaders(rawHeaders: Readonly<Record<string, string | string[]>>): Headers {
  const headerPairs = Object.entries(rawHeaders).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Headers(headerPairs);
}

/* A response that is being received: its head, then its body, directly from the connection. */

type BodyChunk = { done: false; value: Uint8Array } | { done: true; value: undefined };

interface ResponseBody {
  read: () => Promise<BodyChunk>;
  /** Closes the connection, unless the whole response was received. */
  cancel: () => Promise<void>;
}

interface Head {
  status: number;
  headers: Headers;
}

/** How much of a body may wait for its reader before the connection is paused. */
const maxWaitingBytes = 1024 * 1024;

/**
 * Undici calls this with the parts of the response. A Node stream in between would cost as much processor time as
 * everything else.
 */
class IncomingResponse implements Dispatcher.DispatchHandler, ResponseBody {
  /** Settles when the head of the response arrives, or with the error that prevented it. */
  readonly head: Promise<Head>;
  readonly #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  #resolve: (head: Head) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #isEnded = false;
  #failure: { cause: unknown } | undefined;
  #wakeReader: () => void = () => {};

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The promise may be rejected before anything awaits it.
    this.head.catch(() => {});
  }

  abort(abortReason: unknown): void {
    if (this.#isEnded) return;
    this.onResponseError(undefined, abortReason);
    this.#controller?.abort(abortReason as Error);
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
    if (status >= 200) this.#resolve({ status, headers: toHeaders(headers) });
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    // A body that unpacks slowly, or to nothing at all, would otherwise fill the memory.
    if (this.#waitingBytes > maxWaitingBytes) this.#controller?.pause();
    this.#wakeReader();
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
      const chunk = this.#chunks.shift();
      if (chunk) {
        this.#waitingBytes -= chunk.length;
        if (this.#waitingBytes <= maxWaitingBytes) this.#controller?.resume();
        return { done: false, value: chunk };
      }
      if (this.#failure) throw this.#failure.cause;
      if (this.#isEnded) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
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
    this.#wakeReader();
  }
}

/* Compressed responses. */

// Like browsers, this decompresses a truncated body as far as it goes.
const lenientZlib = {
  flush: zlib.constants.Z_SYNC_FLUSH,
  finishFlush: zlib.constants.Z_SYNC_FLUSH,
};
const lenientBrotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

/**
 * By the name in Content-Encoding.
 * @param firstByte the first byte of the compressed body
 */
const unpackers: Record<string, (firstByte: number) => Transform> = {
  gzip: () => zlib.createGunzip(lenientZlib),
  'x-gzip': () => zlib.createGunzip(lenientZlib),
  // Some servers send raw deflate data without the zlib header that the standard requires.
  deflate: (firstByte) =>
    (firstByte & 0x0f) === 8 ? zlib.createInflate(lenientZlib) : zlib.createInflateRaw(lenientZlib),
  br: () => zlib.createBrotliDecompress(lenientBrotli),
};

/** @returns the decompressed body; the body as it came where its encoding is unknown */
function unpackBody(body: ResponseBody, { headers }: { headers: Headers }): ResponseBody {
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
        const packedSource = Readable.from(streamChunks(firstChunk.value, body), {
          objectMode: false,
        });
        const unpackStream = pipeline(packedSource, unpacker(firstChunk.value[0] ?? 0), () => {});
        unpackedChunks = unpackStream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      }
      const { done, value } = await unpackedChunks.next();
      return done ? { done, value: undefined } : { done: false, value };
    },
    async cancel() {
      await Promise.all([unpackedChunks?.return?.(), body.cancel()]);
    },
  };
}

async function* streamChunks(
  firstChunk: Uint8Array,
  body: ResponseBody,
): AsyncGenerator<Uint8Array> {
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
  /** Sent as the multipart field `file`, instead of a body. */
  file?: NamedBlob;
  signal: AbortSignal;
  /** Uses a new connection, which no server can have closed yet. */
  usesNewConnection?: boolean;
  /** The response is cut off after this many unpacked bytes, and the connection is closed. Default: `maxResponseBytes`. */
  maxBytes?: number;
}

/**
 * How many unpacked bytes of a response are read, with the SDK and without it: three times the largest file that an
 * applicant can upload.
 */
export const maxResponseBytes: number = 12 * 1024 * 1024;
/** As messages say it. */
export const tooLargeText: string = `an answer of more than ${maxResponseBytes / 1024 / 1024} MB`;

/**
 * The connection ended before the first byte of a response. A kept connection may have been closed by the server just
 * before the request.
 */
export class NoResponseError extends Error {}

export interface RawResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Whether the body had more bytes than the limit, and these are only the first. */
  isCutOff: boolean;
}

export interface Transport {
  /**
   * Sends a request of the SDK.
   * @param fresh uses a new connection, because the server may have closed kept ones
   */
  send: (...request: [...Parameters<Send>, fresh?: boolean]) => ReturnType<Send>;
  /** Sends exactly this request, and reads the response to its end or its limit. Redirects are not followed. */
  request: (url: string, request: RawRequest) => Promise<RawResponse>;
  /** Closes every connection, so that the process can end at once. */
  close: () => Promise<void>;
}

export const userAgent: string = `admissions/${version}`;
const clientHeaders = { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br' };

/** The backend, and the connection settings for requests to it; requests to other servers do not use them. */
interface BackendAccess {
  backendOrigin: string;
  connection: Connection;
}

/** A kept connection is closed after this time without a request. */
const maxIdleMs = 500;

/** Opens connections, which are kept alive between calls and closed at the end of the command. */
export function createTransport(
  { backendOrigin, connection }: BackendAccess = { backendOrigin: '', connection: plainConnection },
): Transport {
  // There are as many connections as there may be journeys at once, because a request that waits for a connection would
  // make the server look slow. Idle connections close early: a busy run reuses them at once, and the server's own
  // keep-alive hint does not know about proxies and firewalls.
  const keptConnectionOptions = {
    connections: 1024,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
  };
  const singleUseOptions = { pipelining: 0 };
  const backendConnections = openConnections(connection.tls);
  // The client certificate is for the backend alone, not for a mail or staff system.
  const otherConnections =
    Object.keys(connection.tls).length > 0 ? openConnections({}) : backendConnections;
  const isBackend = (url: string) => url.startsWith(`${backendOrigin}/`);
  const connectionsFor = (url: string) => (isBackend(url) ? backendConnections : otherConnections);
  const withConnectionHeaders = (url: string, headers: RawRequest['headers']) =>
    isBackend(url)
      ? { ...headers, ...connection.headers, ...makeAuthorizationHeader(headers) }
      : headers;

  function openConnections(tlsOptions: Connection['tls']) {
    const openKeptDispatcher = () =>
      openDispatcher({ ...keptConnectionOptions, connect: tlsOptions });
    return {
      openKept: openKeptDispatcher,
      keptDispatcher: openKeptDispatcher(),
      singleUseDispatcher: openDispatcher({ ...singleUseOptions, connect: tlsOptions }),
      requestsInProgress: 0,
    };
  }
  /**
   * When this is the only request in progress, all kept connections are replaced. Otherwise only this request gets a
   * new connection, because the other requests still need theirs.
   */
  const makeNewConnectionDispatcher = (
    connections: ReturnType<typeof openConnections>,
  ): Dispatcher => {
    if (connections.requestsInProgress > 0) return connections.singleUseDispatcher;
    void connections.keptDispatcher.close();
    connections.keptDispatcher = connections.openKept();
    return connections.keptDispatcher;
  };
  return {
    send: async (
      { url, method, headers, body: text, upload: file },
      onGiveUp,
      usesNewConnection = false,
    ) => {
      const incomingResponse = new IncomingResponse();
      onGiveUp((reason) => incomingResponse.abort(reason));
      const allHeaders = withConnectionHeaders(url, { ...clientHeaders, ...headers });
      const connections = connectionsFor(url);
      const dispatcher = usesNewConnection
        ? makeNewConnectionDispatcher(connections)
        : connections.keptDispatcher;
      connections.requestsInProgress += 1;
      try {
        const { head, body } = await openResponse(
          dispatcher,
          url,
          incomingResponse,
          allHeaders,
          method,
          text,
          file,
        );
        return { status: head.status, headers: head.headers, body: { getReader: () => body } };
      } finally {
        connections.requestsInProgress -= 1;
      }
    },
    request: (url, rawRequest) => {
      const connections = connectionsFor(url);
      return sendRequest(
        connections[rawRequest.usesNewConnection ? 'singleUseDispatcher' : 'keptDispatcher'],
        url,
        { ...rawRequest, headers: withConnectionHeaders(url, rawRequest.headers) },
      );
    },
    close: async () => {
      const dispatchers = [backendConnections, otherConnections].flatMap(
        ({ keptDispatcher, singleUseDispatcher }) => [keptDispatcher, singleUseDispatcher],
      );
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/**
 * Sends one request, and reads the response to its end or its limit. Everything that the command requests without the
 * SDK is read here.
 * @throws {NoResponseError} where the connection ended before the response
 * @throws the platform's error, or the signal's reason
 */
export async function sendRequest(
  dispatcher: Dispatcher,
  url: string,
  { signal, method, headers, body: text, file, maxBytes }: RawRequest,
): Promise<RawResponse> {
  const incomingResponse = new IncomingResponse();
  const abort = () => incomingResponse.abort(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const { head, body } = await openResponse(
      dispatcher,
      url,
      incomingResponse,
      headers,
      method,
      text,
      file,
    ).catch((cause: unknown) => {
      throw closedConnectionCodes.includes((cause as { code?: unknown }).code)
        ? new NoResponseError('the connection ended before the answer', { cause })
        : cause;
    });
    return { ...head, ...(await readAll(body, maxBytes)) };
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A session's token goes where a gateway's basic authentication would go, so that moves to its own header. */
function makeAuthorizationHeader({ authorization }: RawRequest['headers']): Record<string, string> {
  return authorization?.startsWith('Bearer ') ? { authorization } : {};
}

/** @returns the response as soon as its head has arrived */
async function openResponse(
  dispatcher: Dispatcher,
  url: string,
  incomingResponse: IncomingResponse,
  headers: RawRequest['headers'],
  method: string,
  bodyText: string | undefined,
  file: NamedBlob | undefined,
): Promise<{ head: Head; body: ResponseBody }> {
  const { origin, pathname, search } = new URL(url);
  const multipartForm = file && (await toMultipartForm(file));
  dispatcher.dispatch(
    {
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: multipartForm
        ? { ...headers, 'content-type': multipartForm.formContentType }
        : headers,
      body: multipartForm?.body ?? bodyText ?? null,
    },
    incomingResponse,
  );
  const head = await incomingResponse.head;
  return { head, body: unpackBody(incomingResponse, head) };
}

async function readAll(
  body: ResponseBody,
  maxBytes = maxResponseBytes,
): Promise<Pick<RawResponse, 'bytes' | 'isCutOff'>> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  while (byteCount <= maxBytes) {
    const { done, value } = await body.read();
    if (done) {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      return { bytes, isCutOff: false };
    }
    chunks.push(value);
    byteCount += value.length;
  }
  await body.cancel();
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCutOff: true };
}

/** The error codes of a connection that the other side closed. */
const closedConnectionCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
