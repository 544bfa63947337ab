import { describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { UsageError } from './errors.ts';
import type { ClientOptions } from './options.ts';

const baseUrl = 'https://api.college.example';

/** Options as a program without types may pass them. */
function createClientWith(options: object): () => unknown {
  return () => createClient({ baseUrl, ...options } as ClientOptions);
}

describe('a wrong option of a client is refused by its name, with what to write', () => {
  test.each<[options: object, message: RegExp]>([
    [{ baseUrl: undefined }, /baseUrl is missing: createClient\(\{ baseUrl/],
    [{ baseUrl: new URL(baseUrl) }, /baseUrl must be a text/],
    [{ baseUrl: `${baseUrl}?key=1` }, /baseUrl must have no query/],
    [{ baseUrl: 'ftp://college.example' }, /baseUrl must start with http:\/\/ or https:\/\//],
    [{ tokn: 'x' }, /there is no option tokn; there are baseUrl, dialect/],
    [{ dialect: 'alternate' }, /dialect must be a dialect: `import \{ alternate \}/],
    [{ session: 't0ken' }, /session must be an object with a function: \{ token: \(\) => token \}/],
    [{ session: { token: 't0ken' } }, /session must be an object with a function/],
    [{ timeout: 0 }, /timeout must be a number of milliseconds, 1 or more; leave it out/],
    [{ timeout: '5000' }, /timeout must be a number of milliseconds/],
    [{ timeout: Number.NaN }, /timeout must be a number of milliseconds/],
    [{ retry: 3 }, /retry must be an object: \{ attempts: 3/],
    [{ retry: { attempts: 0 } }, /retry attempts must be a number from 1; 1 turns retries off/],
    [{ retry: { delay: 5 } }, /retry has no field delay; it has attempts, baseMs, maxMs/],
    [{ validate: 'on' }, /validate must be 'off', 'strict'/],
    [{ headers: { 'x-a': 'b' } }, /headers must be a function/],
    [{ signal: new AbortController() }, /signal must be an AbortSignal: pass the `signal`/],
    [{ credentials: true }, /credentials must be 'omit', 'same-origin', 'include'/],
    [{ fetch: 'node' }, /fetch must be a function/],
    [{ maxAnswerBytes: -1 }, /maxAnswerBytes must be a number of bytes/],
    [{ onExchange: 'log' }, /onExchange must be a function/],
  ])('%o', (options, message) => {
    expect(createClientWith(options)).toThrow(UsageError);
    expect(createClientWith(options)).toThrow(message);
  });

  test('what is right, and what is left open, is taken', () => {
    expect(
      createClientWith({
        timeout: Number.POSITIVE_INFINITY,
        retry: { attempts: 1 },
        session: { token: async () => 't0ken', onUnauthorized: () => {} },
        dialect: undefined,
      }),
    ).not.toThrow();
    expect(createClientWith({ baseUrl: '/api' })).not.toThrow();
  });
});

describe('a wrong option of a call is refused by its name, before anything is sent', () => {
  const client = createClient({
    baseUrl,
    fetch: async () => {
      throw new Error('was sent');
    },
  });
  test.each<[options: object, message: RegExp]>([
    [{ fetchOptions: { signal: new AbortController().signal } }, /no option fetchOptions/],
    [{ extraHeaders: { 'x-a': 'b' } }, /no option extraHeaders/],
    [{ timeout: 0 }, /timeout must be/],
    [{ cache: 'forever' }, /cache must be 'default', 'no-store'/],
    [{ token: async () => 'x' }, /token must be a text, or null/],
  ])('%o', async (options, message) => {
    await expect(client.programs.list(options as never)).rejects.toThrow(message);
  });
});
