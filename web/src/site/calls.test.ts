import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isServiceDownAtom } from './atoms.ts';
import { watchCalls } from './calls.ts';

/** The site's own host, which is asked whether it is reachable. */
let askHost: ReturnType<typeof vi.fn>;

beforeEach(() => {
  askHost = vi.fn(async () => new Response(''));
  vi.stubGlobal('fetch', askHost);
  isApiAnswering.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const withIds = { apiBase: 'https://api.college.example/api', requestIds: true };

/** Whether the API answers the small read by which it is told from a lost answer. */
const isApiAnswering = vi.fn(async () => false);

/** Sends one call, as the client does. */
async function sendCall(respond: () => Promise<Response>, store = createStore()) {
  const sentIds: (string | null)[] = [];
  const send: typeof fetch = async (_, init) => {
    sentIds.push(new Headers(init?.headers).get('x-request-id'));
    return respond();
  };
  const { clientOptions, takeFailedCallCode } = watchCalls(store, withIds, {
    isApiAnswering,
    send,
  });
  const { headers, fetch } = clientOptions;
  const outcome = await fetch('https://api.example', { headers: await headers() }).catch(
    (error: unknown) => error,
  );
  return { store, outcome, sentId: sentIds[0] ?? '', takeFailedCallCode };
}
const lostConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const unavailable = async () => new Response('', { status: 503 });

test('every call has an id of its own, and a failed one a code that can be read to the college, once', async () => {
  const refusal = await sendCall(async () => new Response('', { status: 500 }));
  expect(refusal.sentId).toMatch(/^SITE-[\dA-F]{12}$/);
  expect(refusal.takeFailedCallCode()).toBe(refusal.sentId.slice(-6));
  expect(refusal.takeFailedCallCode()).toBeUndefined();
  const success = await sendCall(async () => new Response('{}'));
  expect(success.sentId).not.toBe(refusal.sentId);
  expect(success.takeFailedCallCode()).toBeUndefined();
});

test.each([
  ['does not answer', lostConnection],
  ['is behind a proxy that says so', unavailable],
])(
  'the service is down where the API %s, and the host of the site answers',
  async (_how, respond) => {
    const { store } = await sendCall(respond);
    await vi.waitFor(() => expect(store.get(isServiceDownAtom)).toBe(true));
    await sendCall(async () => new Response('{}'), store);
    expect(store.get(isServiceDownAtom)).toBe(false);
  },
);

test('one lost answer is no service that is down: the API itself answers the next read', async () => {
  isApiAnswering.mockResolvedValueOnce(true);
  const { store } = await sendCall(lostConnection);
  await vi.waitFor(() => expect(isApiAnswering).toHaveBeenCalledOnce());
  await Promise.all(isApiAnswering.mock.results.map(({ value }) => value));
  expect(store.get(isServiceDownAtom)).toBe(false);
});

test.each([
  ['the host of the site does not answer either', () => lostConnection(), true],
  ['the device knows that it has no connection', async () => new Response(''), false],
])('the service is not called down where %s', async (_situation, respondAsHost, isOnline) => {
  askHost.mockImplementation(respondAsHost);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const { store, outcome } = await sendCall(lostConnection);
  expect(outcome).toBeInstanceOf(TypeError);
  await vi.waitFor(() => expect(askHost).toHaveBeenCalledTimes(isOnline ? 1 : 0));
  await Promise.allSettled(askHost.mock.results.map(({ value }) => value));
  expect(store.get(isServiceDownAtom)).toBe(false);
});

test('a call that the page gave up says nothing about the service', async () => {
  const store = createStore();
  const controller = new AbortController();
  const { clientOptions } = watchCalls(store, withIds, { isApiAnswering, send: lostConnection });
  controller.abort();
  await clientOptions.fetch('https://api.example', { signal: controller.signal }).catch(() => {});
  expect(askHost).not.toHaveBeenCalled();
});

test('calls have ids on the own origin, or where the settings ask for them', () => {
  const makeHeaders = (settings: { apiBase: string; requestIds?: boolean }) => {
    const { clientOptions, takeFailedCallCode } = watchCalls(createStore(), settings, {
      isApiAnswering,
    });
    const headerNames = Object.keys(clientOptions.headers());
    expect(takeFailedCallCode() !== undefined).toBe(headerNames.length > 0);
    return headerNames;
  };
  expect(makeHeaders({ apiBase: '/api' })).toEqual(['x-request-id']);
  expect(makeHeaders({ apiBase: '/api', requestIds: false })).toEqual([]);
  expect(makeHeaders({ apiBase: 'https://api.college.example/api' })).toEqual([]);
  expect(makeHeaders(withIds)).toEqual(['x-request-id']);
});
