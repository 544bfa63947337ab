/** A backend on a port. With node-messages.ts, the only file that uses Node built-ins. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Backend } from './backend.ts';
import { answer } from './node-messages.ts';

export interface ServeOptions {
  /** Default 0: a free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
}

/** A listening backend. */
export interface Served {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  port: number;
  /** Stops listening and ends every connection, idle ones too. */
  close(): Promise<void>;
}

/**
 * Serves a backend over HTTP.
 * @throws {Error} with a readable message if the port is taken or cannot be listened on
 */
export async function serve(
  backend: Backend,
  { port = 0, host = '127.0.0.1' }: ServeOptions = {},
): Promise<Served> {
  const server = createServer((request, response) => {
    answer(backend, request, response).catch((error: unknown) => {
      // Thrown when the client is gone, or by a bug of ours.
      if (!response.destroyed) console.error('The mock server failed:', error);
      response.destroy();
    });
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  await listen(server, port, host);
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is already taken on ${host}; choose another one.`, {
              cause: error,
            })
          : new Error(`Can't listen on ${host}:${port}: ${error.message}`, { cause: error }),
      );
    });
    server.listen(port, host, () => resolve());
  });
}
