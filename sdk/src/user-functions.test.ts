/** The functions that a user of the SDK passes in: their mistakes are named at once, and are no fault of the connection. */
import { describe, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { ConnectionError, UsageError } from './errors.ts';
import type { ClientOptions } from './options.ts';

const respond = async () => Response.json([]);

/** Makes a client whose `fetch` is counted. */
function createCountedClient(options: Partial<ClientOptions>) {
  const fetch = vi.fn<typeof globalThis.fetch>(options.fetch ?? respond);
  const client = createClient({
    ...{ baseUrl: 'http://backend.example', retry: { baseMs: 1 } },
    ...options,
    fetch,
  });
  return { client, fetch };
}

const cause = new TypeError('user is undefined');
const fail = () => {
  throw cause;
};
const failLater = () => Promise.reject(cause);

test.each<[name: string, options: Partial<ClientOptions>]>([
  ['session.token', { session: { token: fail } }],
  ['session.token', { session: { token: failLater } }],
  ['headers', { headers: fail }],
  ['headers', { headers: failLater }],
])('what %s throws is the cause of a UsageError, and nothing is sent', async (name, options) => {
  const { client, fetch } = createCountedClient(options);
  const error = await client.programs.list().catch((error) => error);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe(`programs.list: ${name} failed`);
  expect(error.cause).toBe(cause);
  expect(fetch).not.toHaveBeenCalled();
});

test.each<[what: string, result: unknown, message: RegExp]>([
  ['a list', [['x-name', 'value']], /headers must return an object/],
  ['a Headers', new Headers({ 'x-name': 'value' }), /headers must return an object/],
  ['nothing', undefined, /headers must return an object/],
  ['a value with a line break', { 'x-name': 'a\nb' }, /the header x-name holds signs/],
  ['a name with a blank', { 'x name': 'value' }, /the header x name holds signs/],
])('headers that are %s are refused before anything is sent', async (_what, result, message) => {
  const { client, fetch } = createCountedClient({ headers: () => result as never });
  await expect(client.programs.list()).rejects.toThrow(message);
  await expect(client.programs.list()).rejects.toBeInstanceOf(UsageError);
  expect(fetch).not.toHaveBeenCalled();
});

test('headers may come later, and one of a call replaces one of the client, however it is written', async () => {
  const { client, fetch } = createCountedClient({
    headers: async () => ({ 'X-Trace': 'client', 'X-App': 'web' }),
  });
  await client.programs.list({ headers: { 'x-trace': 'call' } });
  expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-trace': 'call', 'x-app': 'web' });
  expect(Object.keys(fetch.mock.calls[0]?.[1]?.headers ?? {})).not.toContain('X-Trace');
});

test('headers that never come end with the signal of the call', async () => {
  const { client } = createCountedClient({ headers: () => new Promise(() => {}) });
  const controller = new AbortController();
  const listing = client.programs.list({ signal: controller.signal });
  controller.abort();
  await expect(listing).rejects.toMatchObject({ code: 'aborted' });
});

describe('a function that sends', () => {
  test.each([undefined, null, {}, { status: 200 }, '[]'])(
    'and returns %o is named after one attempt',
    async (result) => {
      const { client, fetch } = createCountedClient({ fetch: async () => result as never });
      const error = await client.programs.list().catch((error) => error);
      expect(error).toBeInstanceOf(UsageError);
      expect(error.message).toBe('programs.list: fetch must return a Response');
      expect(fetch).toHaveBeenCalledOnce();
    },
  );

  test('may be `send`', async () => {
    const { client } = createCountedClient({ send: async () => undefined as never });
    await expect(client.programs.list()).rejects.toThrow('send must return a Response');
  });

  test('and throws is still a connection that failed', async () => {
    const { client, fetch } = createCountedClient({ fetch: failLater });
    await expect(client.programs.list()).rejects.toBeInstanceOf(ConnectionError);
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});

test.each([
  ['auth.login', {}],
  ['auth.login', { body: null }],
  ['exams.submit', undefined],
])('a call of %s with %o lacks its body, and is not sent', async (operation, input) => {
  const { client, fetch } = createCountedClient({});
  const [resource = '', key = ''] = operation.split('.');
  const call = (client as never as Record<string, Record<string, (input?: object) => unknown>>)[
    resource
  ]?.[key];
  await expect(call?.(input)).rejects.toThrow(`${operation}: the body is missing`);
  expect(fetch).not.toHaveBeenCalled();
});
