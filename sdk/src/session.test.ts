import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { AbortedError, UsageError } from './errors.ts';
import type { Session } from './options.ts';
import { type ReceivedRequest, startHttpServer } from './testing/http-server.ts';

let server: Awaited<ReturnType<typeof startHttpServer>>;
afterEach(() => server?.close());

/** A server that takes one token alone; uploads answer the name of a file. */
async function makeClientOf(validToken: () => string, session: Session, extra: object = {}) {
  server = await startHttpServer(({ headers, url }) =>
    headers.authorization === `Bearer ${validToken()}`
      ? {
          status: url.includes('create') ? 201 : 200,
          body: url.includes('upload') ? 'stored.png' : {},
        }
      : { status: 401, body: { message: 'Please log in.' } },
  );
  return createClient({ baseUrl: server.url, session, ...extra });
}

const listTokens = () =>
  server.received.map(({ headers }: ReceivedRequest) => headers.authorization?.slice(7));

describe('the token of a session', () => {
  test('may be read asynchronously', async () => {
    const client = await makeClientOf(() => 'new', { token: async () => 'new' });
    expect(await client.payments.getPending()).toMatchObject({ ok: true, status: 200 });
  });

  test('that is no text is refused, and its value is not shown', async () => {
    const session = { token: () => ({ value: 's3cr3t' }) } as unknown as Session;
    const client = await makeClientOf(() => 'new', session);
    const call = client.payments.getPending();
    await expect(call).rejects.toThrow(UsageError);
    await expect(call).rejects.toThrow(/token must return a text/);
    expect(server.received).toEqual([]);
  });

  test('that never comes ends with the signal', async () => {
    const session: Session = { token: () => new Promise<string>(() => {}) };
    const client = await makeClientOf(() => 'new', session);
    const controller = new AbortController();
    const call = client.payments.getPending({ signal: controller.signal });
    controller.abort(new Error('closed'));
    await expect(call).rejects.toThrow(AbortedError);
    await expect(call).rejects.toMatchObject({ cause: new Error('closed') });
  });
});

describe('a token that is refused', () => {
  test('is renewed once for all calls that wait, and each is repeated with the new one', async () => {
    let token = 'old';
    let renewals = 0;
    const client = await makeClientOf(() => 'new', {
      token: () => token,
      onUnauthorized: async () => {
        renewals += 1;
        await new Promise(setImmediate);
        token = 'new';
      },
    });
    const answers = await Promise.all([
      client.payments.getPending(),
      client.exams.create(),
      client.files.upload({ body: { file: new Uint8Array([1, 2, 3]) } }),
    ]);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[2]).toMatchObject({ status: 200, body: 'stored.png' });
    expect(renewals).toBe(1);
    expect(listTokens().sort()).toEqual(['new', 'new', 'new', 'old', 'old', 'old']);
  });

  test('is not renewed again for an answer that comes after the renewal', async () => {
    let token = 'old';
    let renewals = 0;
    let respondLate = () => {};
    const isLate = new Promise<void>((resolve) => {
      respondLate = resolve;
    });
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const isOld = new Headers(init?.headers).get('authorization') === 'Bearer old';
      if (isOld && String(url).includes('create')) await isLate;
      return isOld ? new Response('no', { status: 401 }) : Response.json({}, { status: 201 });
    };
    const session: Session = {
      token: () => token,
      onUnauthorized: () => {
        renewals += 1;
        token = 'new';
      },
    };
    const client = createClient({ baseUrl: 'http://x.example', fetch, session });
    const lateCall = client.exams.create();
    await client.payments.payOnline({ body: {} as never });
    respondLate();
    expect(await lateCall).toMatchObject({ status: 201 });
    expect(renewals).toBe(1);
  });

  test('is never replaced by that of somebody who logged in meanwhile', async () => {
    let token = 'hana';
    const client = await makeClientOf(() => 'abel', {
      token: () => {
        const current = token;
        token = 'abel';
        return current;
      },
      onUnauthorized: () => {
        throw new Error('not called');
      },
    });
    expect(await client.payments.getPending()).toMatchObject({ status: 401 });
    expect(listTokens()).toEqual(['hana']);
  });

  test('answers 401 if there is no new one, and is not asked for again', async () => {
    let renewals = 0;
    const client = await makeClientOf(() => 'new', {
      token: () => 'old',
      onUnauthorized: () => {
        renewals += 1;
      },
    });
    expect(await client.payments.getPending()).toMatchObject({ ok: false, status: 401 });
    expect(renewals).toBe(1);
    expect(listTokens()).toEqual(['old']);
  });

  test('of a single call is its own affair', async () => {
    const client = await makeClientOf(() => 'new', {
      token: () => 'new',
      onUnauthorized: () => {
        throw new Error('not called');
      },
    });
    expect(await client.payments.getPending({ token: 'other' })).toMatchObject({ status: 401 });
  });

  test('that cannot be renewed says so, with the reason', async () => {
    const client = await makeClientOf(() => 'new', {
      token: () => 'old',
      onUnauthorized: async () => {
        throw new Error('no network');
      },
    });
    await expect(client.payments.getPending()).rejects.toMatchObject({
      code: 'usage',
      cause: new Error('no network'),
    });
  });

  test('is left out of a public read, where the client may, and stays as it is', async () => {
    server = await startHttpServer(({ headers }) =>
      headers.authorization ? { status: 401, body: 'no' } : { body: [] },
    );
    const client = createClient({
      baseUrl: server.url,
      anonymousFallback: true,
      session: {
        token: () => 'old',
        onUnauthorized: () => {
          throw new Error('not called');
        },
      },
    });
    expect(await client.programs.list()).toMatchObject({ status: 200, body: [] });
    expect(listTokens()).toEqual(['old', undefined]);
  });
});
