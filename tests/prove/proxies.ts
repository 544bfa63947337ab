/** Proxies like those before many real backends: TLS, rewritten headers, short-lived connections. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Listening, listen } from '../../cli/src/core/server-ports.ts';
import { makeCertificateFiles } from '../support/installed-programs.ts';

export const proxies = [
  { name: 'front-http2', sentence: 'TLS and HTTP/2 stand in front.' },
  {
    name: 'front-chunks',
    sentence: 'A proxy writes header names in lower case, and sends every answer in chunks.',
  },
  { name: 'front-closes', sentence: 'Every connection is closed after its answer.' },
  {
    name: 'front-limits-helpers',
    sentence: 'Staff, mailbox and provider refuse every fifth request with 429.',
  },
  {
    name: 'front-forgets',
    sentence: 'Idle connections are closed after a few milliseconds, in the midst of what comes.',
  },
  {
    name: 'front-cleans-paths',
    sentence: 'A path that climbs is answered with a redirect to the path it leads to.',
  },
] as const;

export type ProxyName = (typeof proxies)[number]['name'];

/** After so many milliseconds `front-forgets` closes an idle connection, in spite of the 60 seconds it announces. */
const idleMs = 3;

/** Opens a proxy before a backend. @param target the backend's address, without a path @returns the proxy's address */
export async function openProxy(proxyName: ProxyName, target: string): Promise<Listening> {
  if (proxyName === 'front-http2') return openHttp2Proxy(target);
  let helperCount = 0;
  const server = createServer((request, response) => {
    if (proxyName === 'front-limits-helpers' && request.url?.startsWith('/_mock')) {
      helperCount += 1;
      if (helperCount % 5 === 0) {
        request.resume();
        response.writeHead(429, { 'retry-after': '0' }).end();
        return;
      }
    }
    const climbingPath = findClimbingPath(request.url ?? '');
    if (proxyName === 'front-cleans-paths' && climbingPath) {
      request.resume();
      response.writeHead(301, { location: posix.normalize(climbingPath) }).end('Moved Permanently');
      return;
    }
    clearTimeout(idleTimers.get(request.socket));
    if (proxyName === 'front-forgets') {
      response.setHeader('keep-alive', 'timeout=60');
      response.once('finish', () => {
        const { socket } = request;
        idleTimers.set(
          socket,
          setTimeout(() => socket.destroy(), idleMs),
        );
      });
    }
    void forward(target, request, response, (responseHeaders) => {
      if (proxyName === 'front-closes') responseHeaders.connection = 'close';
      if (proxyName === 'front-chunks') delete responseHeaders['content-length'];
    });
  });
  const idleTimers = new WeakMap<object, NodeJS.Timeout>();
  return listen(server, 0);
}

/** @returns the decoded path, if `..` stands for a folder in it */
function findClimbingPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url);
    return /\/\.\.\//.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** A proxy with TLS and HTTP/2. No authority signed its certificate, so this process trusts all until it is closed. */
async function openHttp2Proxy(target: string): Promise<Listening> {
  const folder = await mkdtemp(join(tmpdir(), 'front-'));
  const { certFile, keyFile } = await makeCertificateFiles(folder);
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)];
  const server = createSecureServer(
    { allowHTTP1: true, cert, key },
    (http2Request, http2Response) => {
      const [request, response] = [http2Request, http2Response] as unknown as [
        IncomingMessage,
        ServerResponse,
      ];
      void forward(target, request, response, (responseHeaders) => {
        for (const headerName of ['connection', 'keep-alive', 'transfer-encoding'])
          delete responseHeaders[headerName];
      });
    },
  );
  const previousTlsSetting = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      if (previousTlsSetting === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = previousTlsSetting;
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Forwards a request to the backend and its response back.
 * @param changeResponseHeaders changes the response's headers in place
 */
async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  changeResponseHeaders: (responseHeaders: NodeJS.Dict<string | string[]>) => void,
): Promise<void> {
  const { method, headers, url } = request;
  // HTTP/2 has pseudo-headers such as `:path`.
  const headersWithoutPseudo = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const forwardedHeaders = {
    ...Object.fromEntries(headersWithoutPseudo),
    host: new URL(target).host,
  };
  try {
    const backendRequest = sendRequest(`${target}${url}`, { method, headers: forwardedHeaders });
    const responseEvent = once(backendRequest, 'response');
    await pipeline(request, backendRequest);
    const [backendResponse] = (await responseEvent) as [IncomingMessage];
    const responseHeaders = { ...backendResponse.headers };
    changeResponseHeaders(responseHeaders);
    response.writeHead(
      backendResponse.statusCode ?? 502,
      responseHeaders as Record<string, string>,
    );
    await pipeline(backendResponse, response);
  } catch {
    response.destroy();
  }
}
