/** Many backends stand behind these: TLS, proxies that rewrite headers, short-lived connections. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Listening, listen } from '../../cli/src/core/server-ports.ts';
import { makeCertificate } from '../support/installed-programs.ts';

export const fronts = [
  { name: 'front-http2', sentence: 'TLS and HTTP/2 stand in front.' },
  {
    name: 'front-chunks',
    sentence: 'A proxy writes header names in lower case, and sends every answer in chunks.',
  },
  { name: 'front-closes', sentence: 'Every connection is closed after its answer.' },
  {
    name: 'front-forgets',
    sentence: 'Idle connections are closed after a few milliseconds, in the midst of what comes.',
  },
] as const;

export type Front = (typeof fronts)[number]['name'];

/** How many milliseconds a connection may be idle behind `front-forgets`. */
const idleMs = 3;

/** @param target the backend's address */
export async function openFront(front: Front, target: string): Promise<Listening> {
  if (front === 'front-http2') return openSecure(target);
  const server = createServer((incoming, outgoing) => {
    clearTimeout(closing.get(incoming.socket));
    if (front === 'front-forgets') {
      outgoing.setHeader('keep-alive', 'timeout=60');
      outgoing.once('finish', () => {
        const { socket } = incoming;
        closing.set(
          socket,
          setTimeout(() => socket.destroy(), idleMs),
        );
      });
    }
    void forward(target, incoming, outgoing, (headers) => {
      if (front === 'front-closes') headers.connection = 'close';
      if (front === 'front-chunks') delete headers['content-length'];
    });
  });
  const closing = new WeakMap<object, NodeJS.Timeout>();
  return listen(server, 0);
}

/** The certificate is nobody's: while it is open, this process trusts every one. */
async function openSecure(target: string): Promise<Listening> {
  const folder = await mkdtemp(join(tmpdir(), 'front-'));
  const { certFile, keyFile } = await makeCertificate(folder);
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)];
  const server = createSecureServer({ allowHTTP1: true, cert, key }, (incoming, outgoing) => {
    const [from, to] = [incoming, outgoing] as unknown as [IncomingMessage, ServerResponse];
    void forward(target, from, to, (headers) => {
      for (const name of ['connection', 'keep-alive', 'transfer-encoding']) delete headers[name];
    });
  });
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      await rm(folder, { recursive: true });
    },
  };
}

/** Sends a request on, and its answer back. */
async function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: (headers: NodeJS.Dict<string | string[]>) => void,
): Promise<void> {
  const { method, headers, url } = incoming;
  const own = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const passed = { ...Object.fromEntries(own), host: new URL(target).host };
  try {
    const asked = request(`${target}${url}`, { method, headers: passed });
    const answered = once(asked, 'response');
    await pipeline(incoming, asked);
    const [answer] = (await answered) as [IncomingMessage];
    const back = { ...answer.headers };
    change(back);
    outgoing.writeHead(answer.statusCode ?? 502, back as Record<string, string>);
    await pipeline(answer, outgoing);
  } catch {
    outgoing.destroy();
  }
}
