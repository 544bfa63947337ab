/** Stands before a proxy that knows the API only: sends the rest to the server itself, and listens to the answers. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Told of every answer of the API. */
export type Heard = (asked: { method: string; path: string }, answer: IncomingMessage) => void;

interface Ways {
  /** Where `/api/…` goes, without that prefix. */
  api: string;
  /** Where everything else goes. */
  rest: string;
  /** True for paths of the API that go past the proxy. */
  past: (path: string) => boolean;
}

export async function startFront({ api, rest, past }: Ways, heard: Heard) {
  const server = createServer((incoming, outgoing) => {
    const { url: path = '/', method = 'GET' } = incoming;
    const isApi = path.startsWith('/api/') && !past(path);
    const to = isApi ? `${api}${path.slice('/api'.length)}` : `${rest}${path}`;
    forward(to, incoming, outgoing, (answer) => {
      if (isApi) heard({ method, path: path.slice('/api'.length) }, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(
  to: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  heard: (answer: IncomingMessage) => void,
): void {
  const { host: _own, ...headers } = incoming.headers;
  const onward = request(to, { method: incoming.method, headers }, (answer) => {
    heard(answer);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  onward.once('error', () => outgoing.destroy());
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** @returns a port that was free a moment ago */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
