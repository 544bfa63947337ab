// @vitest-environment happy-dom

import { limits } from '@one-planet/contract/limits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HostClock } from '../testing/host-clock.ts';
import { checkClock } from './clock.ts';
import {
  announceLogOut,
  findOwnerOfLaterLogOut,
  forgetSession,
  logOutKey,
  readSession,
  readToken,
  storeSession,
} from './stored-session.ts';

const user = { id: 7, email: 'hana@example.com', firstName: 'HANA', middleName: 'MARTA' };
const loginTimeMs = Date.UTC(2025, 8, 11, 6);
const lifetimeMs = 50 * 60_000;
const hourMs = 60 * 60_000;
let host: HostClock;

beforeEach(async () => {
  vi.useFakeTimers({ now: loginTimeMs });
  sessionStorage.clear();
  localStorage.clear();
  host = new HostClock(loginTimeMs);
  host.openPage();
  await checkClock();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a login lasts 50 minutes', () => {
  expect(readSession()).toBeNull();
  expect(readToken()).toBeUndefined();
  expect(limits.session.lifetimeMs).toBe(lifetimeMs);
  const session = storeSession(user, 'abc.def');
  expect(session).toMatchObject({ ...user, endsAt: loginTimeMs + lifetimeMs });
  vi.advanceTimersByTime(lifetimeMs - 1);
  expect(readSession()).toEqual(session);
  expect(readToken()).toBe('abc.def');
  vi.advanceTimersByTime(1);
  expect(readSession()).toBeNull();
  expect(readToken()).toBeUndefined();
});

test.each([hourMs, -hourMs, 6 * hourMs, -48 * hourMs])(
  'a device set %i ms ahead neither ends a session nor prolongs it, even after a reload',
  async (aheadMs) => {
    storeSession(user, 'abc.def');
    host.setDevice(aheadMs);
    expect(readToken()).toBe('abc.def');
    host.openPage();
    expect(readToken()).toBe('abc.def');
    await checkClock();
    expect(readToken()).toBe('abc.def');
    vi.advanceTimersByTime(lifetimeMs);
    expect(readToken()).toBeUndefined();
  },
);

test('a device that slept past the end of its session has none once the host was asked', async () => {
  storeSession(user, 'abc.def');
  host = new HostClock(loginTimeMs + 8 * hourMs);
  vi.setSystemTime(host.time());
  await checkClock();
  expect(readSession()).toBeNull();
  expect(readToken()).toBeUndefined();
});

test('logging in again begins another 50 minutes, with the new token', () => {
  storeSession(user, 'old');
  vi.advanceTimersByTime(lifetimeMs - 60_000);
  expect(storeSession(user, 'new').endsAt).toBe(loginTimeMs + 2 * lifetimeMs - 60_000);
  expect(readToken()).toBe('new');
});

describe('a logout', () => {
  const ownerHash = 'the hash of her address';

  test('ends every earlier login of the browser and no later one, whatever the clock shows', () => {
    host.setDevice(6 * hourMs);
    const hanaSession = storeSession(user, 'one');
    const birukSession = storeSession({ ...user, email: 'biruk@example.com' }, 'two');
    announceLogOut(ownerHash);
    expect([hanaSession, birukSession].map(findOwnerOfLaterLogOut)).toEqual([ownerHash, ownerHash]);
    expect(readSession()).toBeNull();
    for (const aheadMs of [0, -6 * hourMs]) {
      host.setDevice(aheadMs);
      const laterSession = storeSession(user, 'three');
      expect(findOwnerOfLaterLogOut(laterSession)).toBeUndefined();
      expect(readToken()).toBe('three');
      announceLogOut(ownerHash);
      expect(findOwnerOfLaterLogOut(laterSession)).toBe(ownerHash);
    }
    expect(findOwnerOfLaterLogOut(birukSession)).toBe(ownerHash);
  });

  test('of an earlier login ends nothing after local storage was cleared', () => {
    storeSession(user, 'one');
    announceLogOut(ownerHash);
    storeSession(user, 'two');
    localStorage.clear();
    expect(readToken()).toBe('two');
  });

  // The last one was written by an older build, by a clock that was six hours ahead.
  test.each(['{', '5', '{"id":{}}', `{"owner":"x","at":${loginTimeMs + 6 * hourMs}}`])(
    '%s in its place ends nothing',
    (storedLogOut) => {
      localStorage.setItem(logOutKey, storedLogOut);
      storeSession(user, 'one');
      expect(readToken()).toBe('one');
      announceLogOut(ownerHash);
      expect(readToken()).toBeUndefined();
    },
  );
});

test('the user and the token are kept under separate keys in session storage only, and both are deleted with the session', () => {
  storeSession(user, 'abc.def');
  expect(Object.keys(sessionStorage).sort()).toEqual(['token', 'user-data']);
  expect(sessionStorage.getItem('token')).toBe('abc.def');
  expect(sessionStorage.getItem('user-data')).not.toContain('abc.def');
  expect(localStorage).toHaveLength(0);
  forgetSession();
  expect(sessionStorage).toHaveLength(0);
  expect(readSession()).toBeNull();
});

test.each([
  '{',
  '',
  'null',
  'undefined',
  '[]',
  '{}',
  '"text"',
  '5',
  'true',
  '{"endsAt":null}',
  '{"endsAt":"x"}',
])('%j in session storage is no session', (stored) => {
  sessionStorage.setItem('user-data', stored);
  sessionStorage.setItem('token', 'abc.def');
  expect(readSession()).toBeNull();
  expect(readToken()).toBeUndefined();
});

test('without a stored token there is none to send', () => {
  storeSession(user, 'abc.def');
  sessionStorage.removeItem('token');
  expect(readToken()).toBeUndefined();
});
