/** What a developer's log, tracker or test sees of an error. */
import { inspect } from 'node:util';
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { createClient } from './client.ts';
import {
  AdmissionsError,
  ConnectionError,
  isAdmissionsError,
  type RedirectError,
  RefusedError,
} from './errors.ts';
import type { ClientOptions } from './options.ts';
import { type ScriptedResponse, startHttpServer } from './testing/http-server.ts';
import { unwrap } from './unwrap.ts';

let server: Awaited<ReturnType<typeof startHttpServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const token = 'tok-9f8e7d6c5b4a';
const password = 'Correct horse 7';

async function makeClientOf(answer: ScriptedResponse, options: Partial<ClientOptions> = {}) {
  server = await startHttpServer(() => answer);
  return createClient({
    baseUrl: server.url,
    session: { token: () => token },
    retry: { attempts: 1 },
    ...options,
  });
}

const catchError = (call: Promise<unknown>): Promise<AdmissionsError> =>
  call.then(
    () => {
      throw new Error('no error');
    },
    (error) => error,
  );

/** Everything that a log or a tracker may take from an error and its causes. */
function collectLoggedText(error: Error): string {
  const cause = error.cause instanceof Error ? collectLoggedText(error.cause) : String(error.cause);
  const { message, stack } = error;
  return [message, stack, JSON.stringify(error), inspect(error, { depth: 9 }), cause].join('\n');
}

describe('no log shows a secret', () => {
  const secretLink = `/activate/${token}`;
  const unwrapLogin = (client: ReturnType<typeof createClient>) =>
    unwrap(client.auth.login({ body: { email: 'hana@example.com', password } }));
  test.each<
    [string, ScriptedResponse, (client: ReturnType<typeof createClient>) => Promise<unknown>]
  >([
    [
      'a token in an answer that is cut',
      { headers: { 'content-type': 'application/json' }, body: `{"token":"${token}` },
      unwrapLogin,
    ],
    [
      'a token in a proxy page',
      { status: 502, body: `Bearer ${token} was not forwarded` },
      unwrapLogin,
    ],
    [
      'an echoed password',
      { status: 400, body: { message: `"${password}" is too weak for hana@example.com` } },
      unwrapLogin,
    ],
    [
      'an echoed password with a status that is not declared',
      { status: 500, body: { message: `${password} broke it` } },
      unwrapLogin,
    ],
    [
      'a token in the address of a redirect',
      { status: 302, headers: { location: `https://x.example${secretLink}` } },
      unwrapLogin,
    ],
    [
      'the token of the session, repeated',
      { status: 403, body: `${token} may not` },
      (client) => unwrap(client.payments.getPending()),
    ],
    [
      'the token of the session, as the name of the request',
      { status: 500, headers: { 'x-request-id': `req ${token}` } },
      (client) => unwrap(client.payments.getPending()),
    ],
    [
      'a token where a long message is cut',
      { status: 400, body: { message: `${'long '.repeat(39)}${token}` } },
      (client) => unwrap(client.payments.getPending()),
    ],
    [
      'a one-time token in the path, repeated',
      { status: 500, body: `no such link: ${token}` },
      (client) => client.applicants.activate({ params: { token } }),
    ],
    [
      'a token in a body that breaks the contract',
      { body: { token, email: 7, status: token } },
      (client) => client.applicants.activate({ params: { token } }),
    ],
  ])('%s', async (_name, answer, call) => {
    const client = await makeClientOf(answer, { validate: 'strict' });
    const text = collectLoggedText(await catchError(call(client)));
    expect(text).not.toContain(token.slice(0, 8));
    expect(text).not.toContain(password);
    expect(text).not.toContain('hana@example.com');
  });

  test('that a platform writes into its own error', async () => {
    const fetch = async () => {
      const cause = new Error(`connect failed: https://x.example${secretLink}`);
      throw Object.assign(new TypeError(`error sending request for ${secretLink}`), { cause });
    };
    const client = createClient({ baseUrl: 'https://x.example', fetch });
    const error = await catchError(client.applicants.activate({ params: { token } }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(collectLoggedText(error)).not.toContain(token);
    expect(inspect(error)).toContain('error sending request for /activate/[hidden]');
  });

  test.for<[string, () => unknown]>([
    [
      'the request in a property',
      () =>
        Object.assign(new TypeError('x'), {
          request: { headers: { authorization: `Bearer ${token}` } },
        }),
    ],
    [
      'a request of a class of its own',
      () =>
        Object.assign(new TypeError('x'), {
          request: new Request('https://x.example', {
            headers: { authorization: `Bearer ${token}` },
          }),
        }),
    ],
    ['a cause that is text', () => new TypeError('x', { cause: `sent ${token}` })],
    [
      'a cause that is an object',
      () => new TypeError('x', { cause: { message: `sent ${token}` } }),
    ],
    [
      'the errors of several addresses',
      () => new AggregateError([new Error(`sent ${token}`)], 'x'),
    ],
    ['its name', () => Object.assign(new TypeError('x'), { name: `Error ${token}` })],
    ['its stack', () => Object.assign(new TypeError('x'), { stack: `Error at ${token}` })],
    ['an object in the place of an error', () => ({ message: `sent ${token}` })],
  ])('that a client of HTTP keeps in its error: %s', async ([, makeCause]) => {
    const fetch = async () => {
      throw makeCause();
    };
    const client = createClient({ baseUrl: 'https://x.example', fetch });
    const call = client.applicants.getByEmail({ params: { email: 'hana@example.com' }, token });
    expect(inspect(await catchError(call), { depth: 9 })).not.toContain(token);
  });
});

describe('an error', () => {
  test('has no property for what it lacks', async () => {
    const client = createClient({ baseUrl: 'https://x.example' });
    const error = await catchError(client.applicants.getByEmail({ params: { email: '' } }));
    expect(inspect(error)).not.toContain('undefined');
    expect(Object.keys(error)).toEqual(['name', 'code', 'operation', 'attempts']);
  });

  test('says the operation, status, code, attempts, request and wait, as an object and as JSON', async () => {
    const headers = { 'x-request-id': 'req-1', 'retry-after': '0' };
    const client = await makeClientOf(
      { status: 503, headers, body: 'busy' },
      { retry: { attempts: 2 } },
    );
    const facts = {
      ...{ name: 'UnavailableError', code: 'unavailable', operation: 'programs.list' },
      ...{ status: 503, attempts: 2, requestId: 'req-1', retryAfterMs: 0 },
    };
    const error = await catchError(client.programs.list());
    expect(error).toMatchObject(facts);
    expect(JSON.parse(JSON.stringify(error))).toEqual({ ...facts, message: error.message });
  });

  test('repeats at most 200 characters of each text of the server', async () => {
    const headers = { 'x-request-id': 'r'.repeat(9_000), 'retry-after': '0' };
    const body = { message: 'm'.repeat(9_000) };
    const client = await makeClientOf({ status: 500, headers, body });
    const error = await catchError(client.programs.list());
    expect(error.requestId).toBe(`${'r'.repeat(200)}…`);
    expect(error.message).toMatch(/[^m]m{200}…/);
  });

  test('gives what was received to whoever asks for it by name', async () => {
    const location = `https://x.example/?token=${token}`;
    const client = await makeClientOf({ status: 302, headers: { location }, body: 'moved' });
    const error = (await catchError(client.programs.list())) as RedirectError;
    expect(error.location).toBe(location);
    expect(error.text).toBe('moved');
    expect(Object.keys(error)).not.toContain('location');
  });

  test('of an abort keeps its reason as the cause', async () => {
    const client = await makeClientOf({ body: [] });
    const controller = new AbortController();
    const reason = new Error('the page was left');
    const call = client.programs.list({ signal: controller.signal });
    controller.abort(reason);
    expect((await catchError(call)).cause).toBe(reason);
  });

  test('of another copy of the package is recognised', async () => {
    const { vi } = await import('vitest');
    vi.resetModules();
    const otherCopy = await import('./errors.ts?other' as './errors.ts');
    const error: unknown = new otherCopy.UsageError('wrong', { operation: 'programs.list' });
    expect(error).not.toBeInstanceOf(AdmissionsError);
    expect(isAdmissionsError(error)).toBe(true);
    expect(isAdmissionsError(new Error('x'))).toBe(false);
    expect(isAdmissionsError(null)).toBe(false);
  });

  test('is told from the others by its code', () => {
    const error = new RefusedError<'auth.login'>('no', { operation: 'auth.login', status: 404 });
    if (isAdmissionsError(error) && error.code === 'refused')
      expectTypeOf(error.serverMessage).toEqualTypeOf<string>();
    expect(error.code).toBe('refused');
    expect(error.serverMessage).toBe('no');
  });
});
