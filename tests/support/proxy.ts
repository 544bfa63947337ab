/** A proxy in front of a backend that lets a test act on each request before it is forwarded, and on each response. */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listen } from '../../cli/src/core/server-ports.ts';

/** A call before the proxy forwards it (`request`), or before it passes the response on (`response`). */
export interface ProxiedCall {
  /** The method and the path without parameters, e.g. `POST /api/exams/private/create`. */
  methodAndPath: string;
  phase: 'request' | 'response';
  /** Status and body of the response; absent in the phase `request`. */
  status?: number;
  body?: string;
}

/**
 * Starts the proxy on a free port.
 * @param backendUrl the backend's address
 * @param intercept called in both phases of each call; if it returns true, the request is not forwarded, or its
 *   response not passed on
 */
export async function startProxy(
  backendUrl: string,
  intercept: (call: ProxiedCall) => boolean | Promise<boolean>,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const methodAndPath = callNameOf(request);
    const requestBody = await buffer(request);
    if (await intercept({ methodAndPath, phase: 'request' })) return;
    const { host: _, connection: __, ...headers } = request.headers;
    const backendResponse = await fetch(`${backendUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(requestBody.length > 0 ? { body: new Uint8Array(requestBody) } : {}),
      redirect: 'manual',
    });
    const responseBody = Buffer.from(await backendResponse.arrayBuffer());
    const { status } = backendResponse;
    if (
      await intercept({
        methodAndPath,
        phase: 'response',
        status,
        body: responseBody.toString('utf8'),
      })
    )
      return;
    response.writeHead(status, {
      'content-type': backendResponse.headers.get('content-type') ?? 'text/plain',
      'content-length': responseBody.length,
    });
    response.end(responseBody);
  });
  return listen(server, 0);
}

/** Returns the method and the path without the tokens, email addresses and codes at the path's end. */
function callNameOf({ method, url = '' }: IncomingMessage): string {
  const path = url.replace(/\?.*/, '').split('/').slice(0, 5).join('/');
  return `${method} ${path}`;
}
