import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that counts what comes back through it. */
export interface Meter {
  /** Its address, in the server's place. */
  address: string;
  /** @returns the bytes that the server sent meanwhile, with their headers */
  during(act: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

/** @param target the server's address */
export async function startMeter(target: string): Promise<Meter> {
  const { hostname, port } = new URL(target);
  let bytes = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    upstream.on('data', (data) => {
      bytes += data.length;
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      open.add(socket);
      // A browser that is closed ends its connections as it likes.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The meter has no port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    async during(act) {
      const before = bytes;
      await act();
      return bytes - before;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
