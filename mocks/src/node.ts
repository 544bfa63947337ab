/** The mock as an HTTP server of Node. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { maxRequestBytes } from '@one-planet/contract';
import type { Backend } from './backend.ts';
import { isAddressedHere } from './server/origins.ts';

export { isAddressedHere };

/** How long a body may stand still, in milliseconds. As a whole it may take any time: phones have slow lines. */
const defaultStandstillMs = 60_000;

/** Handles one request of Node's HTTP server with the backend. */
export async function handleRequest(
  backend: Backend,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  standstillMs = defaultStandstillMs,
): Promise<void> {
  const body = await readBody(incoming, standstillMs);
  const clientGoneController = new AbortController();
  outgoing.on('close', () => {
    // A response that was sent completely needs no abort, and each abort costs an exception.
    if (!outgoing.writableFinished) clientGoneController.abort();
  });
  const request = toRequest(incoming, body, clientGoneController.signal);
  if (!request) {
    outgoing.writeHead(400, { 'content-type': 'application/json' });
    outgoing.end('{"message":"This is not a request an HTTP client sends."}');
    return;
  }
  if (!isAddressedHere(request.url, incoming.socket.localPort ?? 0)) {
    outgoing.writeHead(421, { 'content-type': 'application/json' });
    outgoing.end(
      '{"message":"This server is for its own machine: use the address that it printed."}',
    );
    return;
  }
  const response = await backend.fetch(request);
  if (response.body && response.headers.get('transfer-encoding') === 'chunked') {
    return await sendStream(response, response.body, outgoing);
  }
  const bytes = response.body ? Buffer.from(await response.arrayBuffer()) : undefined;
  const headers = Object.fromEntries(response.headers);
  if (bytes || incoming.method !== 'HEAD') headers['content-length'] = `${bytes?.length ?? 0}`;
  if (response.status === 204) delete headers['content-length'];
  outgoing.writeHead(response.status, headers);
  outgoing.end(bytes);
}

/** Sends a response in chunks. If its body breaks off, the connection is closed. */
async function sendStream(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => {
      outgoing.write(chunk, () => resolve());
    });
  try {
    for await (const chunk of body) await write(chunk);
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

/**
 * Reads a body up to the backend's limit; one byte more is enough for a refusal. The rest is read and dropped, because
 * a client that is still sending would not read the response. A body that stands still ends its connection.
 */
function readBody(incoming: IncomingMessage, standstillMs: number): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    incoming.setTimeout(standstillMs, () => incoming.destroy());
    const chunks: Uint8Array[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      if (size > maxRequestBytes) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxRequestBytes) resolve(Buffer.concat(chunks));
    });
    incoming.on('end', () => {
      incoming.setTimeout(0);
      resolve(Buffer.concat(chunks));
    });
    incoming.on('error', reject);
  });
}

/**
 * @returns `undefined` for a request that the Fetch API cannot represent, such as the method TRACE or an invalid Host
 * header
 */
function toRequest(
  incoming: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  signal: AbortSignal,
): Request | undefined {
  const { method = 'GET', url = '/', headers, rawHeaders } = incoming;
  const headerPairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headerPairs.push([rawHeaders[index] as string, rawHeaders[index + 1] as string]);
  }
  try {
    return new Request(url.startsWith('/') ? `http://${headers.host ?? 'localhost'}${url}` : url, {
      method,
      headers: headerPairs,
      signal,
      ...(body.length > 0 && method !== 'GET' && method !== 'HEAD' ? { body } : {}),
    });
  } catch {
    return undefined;
  }
}

/** A listening backend. */
export interface RunningServer {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  /** Stops listening and closes every connection, also idle ones. */
  close(): Promise<void>;
}

/**
 * Serves a backend over HTTP on this machine.
 * @param port 0 for a free one
 * @throws the system's error when the port is not available
 */
export async function serve(
  backend: Backend,
  port = 0,
  { standstillMs = defaultStandstillMs } = {},
): Promise<RunningServer> {
  const server = createServer((request, response) => {
    handleRequest(backend, request, response, standstillMs).catch((error: unknown) => {
      // Thrown when the client is gone, or by a bug of the mock.
      if (!response.destroyed) console.error('The mock server failed:', error);
      response.destroy();
    });
  });
  server.headersTimeout = 15_000;
  // Of a whole request; the limit of a body is one of standstill.
  server.requestTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
