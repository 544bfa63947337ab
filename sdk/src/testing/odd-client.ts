import type { Socket } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { expect } from 'vitest';
import { createClient } from '../client.ts';
import { AdmissionsError } from '../errors.ts';
import type { ClientOptions, Exchange } from '../options.ts';
import { type RawServer, rawServer } from './raw-server.ts';

let server: RawServer | undefined;
let agent: Agent | undefined;
export const exchanges: Exchange[] = [];

/** After each test: everything is closed, and a socket that leaked keeps it waiting. */
export async function letGo(): Promise<void> {
  await agent?.close();
  await server?.idle();
  await server?.close();
  server = agent = undefined;
  exchanges.length = 0;
}

/** How many requests came to the server of this test. */
export const requests = () => server?.requests();

/** A strict client of a server that answers as the test says. */
export async function clientOf(
  answer: (socket: Socket, request: number, head: string) => void,
  options: Partial<ClientOptions> = {},
) {
  server = await rawServer(answer);
  return clientAt(server.url, options);
}

export function clientAt(baseUrl: string, options: Partial<ClientOptions> = {}) {
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

/** @returns the error of a call of `programs.list`, which must be typed, and have reached the observer */
export async function failure(call: Promise<unknown>): Promise<AdmissionsError> {
  const error = await call.then(
    (answer) => new Error(`no error, but ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AdmissionsError);
  expect((error as AdmissionsError).operation).toBe('programs.list');
  expect(exchanges.at(-1)?.error).toBe(error);
  return error as AdmissionsError;
}
