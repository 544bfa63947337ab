import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { UsageError } from './errors.ts';
import type { ClientOptions } from './options.ts';
import { startHttpServer } from './testing/http-server.ts';

let server: Awaited<ReturnType<typeof startHttpServer>>;
const onUnhandledRejection = vi.fn();
beforeEach(async () => {
  server = await startHttpServer(({ url }) => ({ body: url.includes('upload') ? '"x"' : [] }));
  process.on('unhandledRejection', onUnhandledRejection);
});
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', onUnhandledRejection);
  await server.close();
  expect(onUnhandledRejection).not.toHaveBeenCalled();
});

function makeClientOf(options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl: server.url, retry: { attempts: 1 }, ...options });
}
const throwingObserver = () => {
  throw new Error('mine');
};

describe('whoever watches a call', () => {
  test('does not change it by throwing or rejecting', async () => {
    for (const onExchange of [throwingObserver, async () => throwingObserver()])
      expect(await makeClientOf({ onExchange }).programs.list()).toMatchObject({ status: 200 });
    const body = { file: new Blob(['x']) };
    expect(await makeClientOf().files.upload({ body, onProgress: throwingObserver })).toMatchObject(
      {
        body: 'x',
      },
    );
  });

  test('and many calls at once hang on one signal without a warning', async () => {
    const onWarning = vi.fn();
    process.on('warning', onWarning);
    const clientController = new AbortController();
    const callController = new AbortController();
    const addEventListener = vi.spyOn(clientController.signal, 'addEventListener');
    const removeEventListener = vi.spyOn(clientController.signal, 'removeEventListener');
    const client = makeClientOf({ signal: clientController.signal });
    const { signal } = callController;
    await Promise.all(Array.from({ length: 50 }, () => client.programs.list({ signal })));
    await client.programs.list({ signal });
    await new Promise((resolve) => setTimeout(resolve));
    process.off('warning', onWarning);
    expect(onWarning).not.toHaveBeenCalled();
    expect(removeEventListener).toHaveBeenCalledTimes(addEventListener.mock.calls.length);
    const runningCalls = [client.programs.list(), client.programs.list()];
    clientController.abort();
    for (const call of runningCalls)
      await expect(call).rejects.toMatchObject({ name: 'AbortedError' });
  });
});

describe('a fetch of somebody else', () => {
  const faultyFetches: Record<string, unknown> = {
    'throws at once': () => {
      throw 'no error object';
    },
    'rejects with nothing': () => Promise.reject(undefined),
  };
  for (const [name, fetch] of Object.entries(faultyFetches)) {
    test(`that ${name} gives a typed error`, async () => {
      const client = makeClientOf({ fetch: fetch as typeof globalThis.fetch });
      await expect(client.programs.list()).rejects.toMatchObject({ name: 'ConnectionError' });
    });
  }

  test('that heeds no signal ends in time all the same', async () => {
    const neverResolves = () => new Promise<never>(() => {});
    const respondWithoutEnd = async () =>
      new Response(new ReadableStream({ pull: neverResolves }), {
        headers: { 'content-type': 'x/json' },
      });
    for (const fetch of [neverResolves, respondWithoutEnd])
      await expect(makeClientOf({ fetch, timeout: 20 }).programs.list()).rejects.toMatchObject({
        name: 'TimeoutError',
      });
  });
});

describe('a call that cannot be made as written', () => {
  const body = { email: 'a@b.c', password: 'x' };
  const impossibleCalls: Record<string, () => Promise<unknown>> = {
    'a token no header carries': () =>
      makeClientOf({ session: { token: () => 's3cr3t\nx' } }).programs.list(),
    'a session that throws': () =>
      makeClientOf({ session: { token: throwingObserver } }).programs.list(),
    'half a character in the path': () =>
      makeClientOf().programs.courses({ params: { programId: '\ud800' } }),
    'an upload without a file': () => makeClientOf().files.upload({ body: {} as { file: Blob } }),
    'a body JSON does not know': () =>
      makeClientOf().auth.login({ body: { ...body, email: 1n as unknown as string } }),
    'an address that is none': () => createClient({ baseUrl: 'backend' }).programs.list(),
    'an address of another kind': () =>
      createClient({ baseUrl: 'ftp://x.example' }).programs.list(),
    'an address with a password': () =>
      createClient({ baseUrl: 'http://u:s3cr3t@x.example' }).programs.list(),
    'createPassword where activation sets the password': () =>
      makeClientOf({
        dialect: { operations: { 'applicants.activate': { withPassword: true } } },
      }).applicants.createPassword({ params: { token: 't' }, body: { name: 'a@b.c', ...body } }),
  };
  for (const [name, call] of Object.entries(impossibleCalls)) {
    test(`for ${name} is refused before anything is sent`, async () => {
      const error = await Promise.resolve()
        .then(call)
        .then(
          () => new Error('sent'),
          (thrown: Error) => thrown,
        );
      expect(error).toBeInstanceOf(UsageError);
      expect(`${error.message}${error.cause}`).not.toContain('s3cr3t');
      expect(server.received).toHaveLength(0);
    });
  }

  test('a time limit of any length is taken', async () => {
    expect(await makeClientOf({ timeout: Number.POSITIVE_INFINITY }).programs.list()).toMatchObject(
      {
        status: 200,
      },
    );
  });
});

describe('the answer to an activation that sets the password', () => {
  const dialect = { operations: { 'applicants.activate': { withPassword: true } } };
  const activateStrictly = (clientOptions: Partial<ClientOptions>) =>
    makeClientOf({
      validate: 'strict',
      fetch: async () => Response.json({ email: 'a@b.c', status: 'ACTIVATED' }),
      ...clientOptions,
    }).applicants.activate({ params: { token: 't' }, body: { password: 'Selam2025' } });

  test('needs no token, which any other does', async () => {
    expect(await activateStrictly({ dialect })).toMatchObject({ status: 200 });
    await expect(activateStrictly({})).rejects.toMatchObject({
      reason: 'schema',
      issues: [{ path: 'token' }],
    });
  });
});
