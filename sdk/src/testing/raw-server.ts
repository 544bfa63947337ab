import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A TCP server that answers every request with bytes of the test's own, right or wrong. */
export interface RawServer {
  url: string;
  /** How many requests came so far. */
  requests: () => number;
  /** Resolves once no connection is open: a socket that leaks keeps it waiting. */
  idle: () => Promise<void>;
  close: () => Promise<void>;
}

/** @param answer writes to the socket for the n-th request (from 1); the request's head has been read */
export async function rawServer(
  answer: (socket: Socket, request: number, head: string) => void,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const head = data.toString('latin1');
      if (/^(GET|POST|PUT) /.test(head)) answer(socket, ++requests, head);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    idle: async () => {
      while (sockets.size > 0)
        await new Promise((resolve) => [...sockets][0]?.once('close', resolve));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An HTTP answer as text; the length is right unless a header says otherwise. */
export function http(status: string, headers: Record<string, string>, body: string): string {
  const all = { 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
