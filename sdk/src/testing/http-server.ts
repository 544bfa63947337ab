import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a test server received. */
export interface ReceivedRequest {
  method: string;
  /** The raw path, not decoded. */
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface ScriptedResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, text and bytes as they are. */
  body?: unknown;
}

/**
 * A real HTTP server that stores its requests.
 * @param answer returns the response to each request
 */
export async function startHttpServer(answer: (request: ReceivedRequest) => ScriptedResponse) {
  const receivedRequests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const receivedRequest = { method, url, headers, body: Buffer.concat(chunks) };
    receivedRequests.push(receivedRequest);
    const { status = 200, headers: extraHeaders = {}, body } = answer(receivedRequest);
    const isSentAsIs = typeof body === 'string' || body instanceof Uint8Array;
    const typeHeaders: Record<string, string> =
      isSentAsIs || body === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(status, { connection: 'close', ...typeHeaders, ...extraHeaders });
    response.end(isSentAsIs ? body : body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received: receivedRequests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
