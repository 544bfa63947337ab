import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { expect } from 'vitest';
import { createClient } from '../client.ts';
import { AdmissionsError } from '../errors.ts';
import type { ClientOptions, Exchange } from '../options.ts';

/** A TCP server that sends the bytes a test chooses in response to every request, valid or not. */
interface RawServer {
  url: string;
  /** The number of requests so far. */
  countRequests: () => number;
  /** Resolves when no connection is open; a leaked socket keeps it waiting. */
  waitUntilIdle: () => Promise<void>;
  close: () => Promise<void>;
}

/** @param answer writes to the socket after the n-th request (from 1); the request's head has been read */
export async function startRawServer(
  answer: (socket: Socket, requestNumber: number, head: string) => void,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let requestCount = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const head = data.toString('latin1');
      if (/^(GET|POST|PUT) /.test(head)) answer(socket, ++requestCount, head);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    countRequests: () => requestCount,
    waitUntilIdle: async () => {
      while (sockets.size > 0)
        await new Promise((resolve) => [...sockets][0]?.once('close', resolve));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An HTTP response as text; its Content-Length is right unless a header sets another one. */
export function makeHttpResponse(
  status: string,
  headers: Record<string, string>,
  body: string,
): string {
  const allHeaders = { 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

let server: RawServer | undefined;
let agent: Agent | undefined;
export const exchanges: Exchange[] = [];

/** Closes everything after a test; a leaked socket keeps it waiting. */
export async function closeAll(): Promise<void> {
  await agent?.close();
  await server?.waitUntilIdle();
  await server?.close();
  server = agent = undefined;
  exchanges.length = 0;
}

/** The number of requests that the server of this test received. */
export const countRequests = () => server?.countRequests();

/** A strict client of a server with the test's responses. */
export async function makeClientOf(
  answer: (socket: Socket, requestNumber: number, head: string) => void,
  options: Partial<ClientOptions> = {},
) {
  server = await startRawServer(answer);
  return makeClientAt(server.url, options);
}

export function makeClientAt(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const dispatcher = new Agent();
  agent = dispatcher;
  const fetch = ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  return createClient({
    baseUrl,
    fetch,
    retry: { attempts: 1 },
    validate: 'strict',
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
}

/** @returns the error of a call of `programs.list`. It has to be typed, and the observer must have received it. */
export async function catchErrorOfCall(call: Promise<unknown>): Promise<AdmissionsError> {
  const error = await call.then(
    (response) => new Error(`no error, but ${JSON.stringify(response)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AdmissionsError);
  expect((error as AdmissionsError).operation).toBe('programs.list');
  expect(exchanges.at(-1)?.error).toBe(error);
  return error as AdmissionsError;
}
