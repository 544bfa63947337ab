/**
 * The HTTP connections of one command. They are those of undici, without its `fetch`, which would change the requests
 * that checks send as they are.
 */
import { pipeline, type Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { retryAfterMs, type Send } from '@one-planet/sdk';
import { type Dispatcher, FormData } from 'undici';
import { version } from '../core/exit.ts';
import { type Connection, openDispatcher, plainConnection } from './connection.ts';

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

/** @param rawHeaders the values by name, in lower case */
function toHeaders(rawHeaders: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headerPairs = Object.entries(rawHeaders).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Headers(headerPairs);
}

/* Compressed responses. undici's own interceptor fails on empty ones, and hides how they were compressed. */

// Like browsers, this decompresses a truncated body as far as it goes.
const lenientZlib = {
  flush: zlib.constants.Z_SYNC_FLUSH,
  finishFlush: zlib.constants.Z_SYNC_FLUSH,
};
const lenientBrotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

/** By the name in Content-Encoding. */
const unpackers: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip(lenientZlib),
  'x-gzip': () => zlib.createGunzip(lenientZlib),
  deflate: () => zlib.createInflate(lenientZlib),
  br: () => zlib.createBrotliDecompress(lenientBrotli),
};

/** @returns the decompressed body; the body as it came where its encoding is unknown */
function unpackBody(body: Readable, headers: Headers): Readable {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const makeUnpacker = unpackers[encoding];
  return makeUnpacker ? pipeline(body, makeUnpacker(), () => {}) : body;
}

interface NamedBlob {
  name: string;
  data: Blob;
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
const clientHeaders = { 'user-agent': userAgent, 'accept-encoding': 'gzip, br' };

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
      const giveUpController = new AbortController();
      onGiveUp((reason) => giveUpController.abort(reason));
      const connections = connectionsFor(url);
      const dispatcher = usesNewConnection
        ? makeNewConnectionDispatcher(connections)
        : connections.keptDispatcher;
      connections.requestsInProgress += 1;
      try {
        const {
          status,
          headers: responseHeaders,
          body,
        } = await openResponse(dispatcher, url, {
          method,
          headers: withConnectionHeaders(url, { ...clientHeaders, ...headers }),
          ...(text === undefined ? {} : { body: text }),
          ...(file ? { file } : {}),
          signal: giveUpController.signal,
        });
        return { status, headers: responseHeaders, body: { getReader: () => toReader(body) } };
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
  request: RawRequest,
): Promise<RawResponse> {
  const { body, ...head } = await openResponse(dispatcher, url, request).catch((cause: unknown) => {
    throw closedConnectionCodes.includes((cause as { code?: unknown }).code)
      ? new NoResponseError('the connection ended before the answer', { cause })
      : cause;
  });
  return { ...head, ...(await readAll(body, request.maxBytes)) };
}

/** A session's token goes where a gateway's basic authentication would go, so that moves to its own header. */
function makeAuthorizationHeader({ authorization }: RawRequest['headers']): Record<string, string> {
  return authorization?.startsWith('Bearer ') ? { authorization } : {};
}

/** @returns the response as soon as its head has arrived */
async function openResponse(
  dispatcher: Dispatcher,
  url: string,
  { method, headers, body, file, signal }: RawRequest,
): Promise<Pick<RawResponse, 'status' | 'headers'> & { body: Readable }> {
  const { origin, pathname, search } = new URL(url);
  const response = await dispatcher.request({
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: file ? makeUploadForm(file) : (body ?? null),
    signal,
  });
  // A body that is given up ends with an error, which is of interest only while somebody reads.
  response.body.on('error', () => {});
  const responseHeaders = toHeaders(response.headers);
  return {
    status: response.statusCode,
    headers: responseHeaders,
    body: unpackBody(response.body, responseHeaders),
  };
}

function makeUploadForm({ name, data }: NamedBlob): FormData {
  const form = new FormData();
  form.append('file', data, name);
  return form;
}

/** @returns the part of a reader of the web's streams that the SDK uses */
function toReader(
  body: Readable,
): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> {
  const chunks = body[Symbol.asyncIterator]();
  return {
    read: async () => {
      const { done, value } = await chunks.next();
      return done ? { done, value: undefined } : { done: false, value };
    },
    cancel: async () => void body.destroy(),
  };
}

async function readAll(
  body: Readable,
  maxBytes = maxResponseBytes,
): Promise<Pick<RawResponse, 'bytes' | 'isCutOff'>> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    byteCount += chunk.length;
    if (byteCount > maxBytes)
      return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCutOff: true };
  }
  return { bytes: Buffer.concat(chunks), isCutOff: false };
}

/** The error codes of a connection that the other side closed. */
const closedConnectionCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
