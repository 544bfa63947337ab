import { limits } from '@one-planet/contract/limits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HostClock } from '../testing/host-clock.ts';
import type { Clock } from './clock.ts';
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
let clock: Clock;

beforeEach(async () => {
  vi.useFakeTimers({ now: loginTimeMs });
  sessionStorage.clear();
  localStorage.clear();
  host = new HostClock(loginTimeMs);
  clock = host.openPage();
  await clock.check();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a login lasts 50 minutes', () => {
  expect(readSession(clock)).toBeNull();
  expect(readToken(clock)).toBeUndefined();
  expect(limits.session.lifetimeMs).toBe(lifetimeMs);
  const session = storeSession(clock, user, 'abc.def');
  expect(session).toMatchObject({ ...user, endsAt: loginTimeMs + lifetimeMs });
  vi.advanceTimersByTime(lifetimeMs - 1);
  expect(readSession(clock)).toEqual(session);
  expect(readToken(clock)).toBe('abc.def');
  vi.advanceTimersByTime(1);
  expect(readSession(clock)).toBeNull();
  expect(readToken(clock)).toBeUndefined();
});

test.each([hourMs, -hourMs, 6 * hourMs, -48 * hourMs])(
  'a device set %i ms ahead neither ends a session nor prolongs it, even after a reload',
  async (aheadMs) => {
    storeSession(clock, user, 'abc.def');
    host.setDevice(aheadMs);
    expect(readToken(clock)).toBe('abc.def');
    clock = host.openPage();
    expect(readToken(clock)).toBe('abc.def');
    await clock.check();
    expect(readToken(clock)).toBe('abc.def');
    vi.advanceTimersByTime(lifetimeMs);
    expect(readToken(clock)).toBeUndefined();
  },
);

test('a device that slept past the end of its session has none once the host was asked', async () => {
  storeSession(clock, user, 'abc.def');
  host = new HostClock(loginTimeMs + 8 * hourMs);
  vi.setSystemTime(host.time());
  await clock.check();
  expect(readSession(clock)).toBeNull();
  expect(readToken(clock)).toBeUndefined();
});

test('logging in again begins another 50 minutes, with the new token', () => {
  storeSession(clock, user, 'old');
  vi.advanceTimersByTime(lifetimeMs - 60_000);
  expect(storeSession(clock, user, 'new').endsAt).toBe(loginTimeMs + 2 * lifetimeMs - 60_000);
  expect(readToken(clock)).toBe('new');
});

describe('a logout', () => {
  const ownerHash = 'the hash of her address';

  test('ends every earlier login of the browser and no later one, whatever the clock shows', () => {
    host.setDevice(6 * hourMs);
    const hanaSession = storeSession(clock, user, 'one');
    const birukSession = storeSession(clock, { ...user, email: 'biruk@example.com' }, 'two');
    announceLogOut(ownerHash);
    expect([hanaSession, birukSession].map(findOwnerOfLaterLogOut)).toEqual([ownerHash, ownerHash]);
    expect(readSession(clock)).toBeNull();
    for (const aheadMs of [0, -6 * hourMs]) {
      host.setDevice(aheadMs);
      const laterSession = storeSession(clock, user, 'three');
      expect(findOwnerOfLaterLogOut(laterSession)).toBeUndefined();
      expect(readToken(clock)).toBe('three');
      announceLogOut(ownerHash);
      expect(findOwnerOfLaterLogOut(laterSession)).toBe(ownerHash);
    }
    expect(findOwnerOfLaterLogOut(birukSession)).toBe(ownerHash);
  });

  test('of an earlier login ends nothing after local storage was cleared', () => {
    storeSession(clock, user, 'one');
    announceLogOut(ownerHash);
    storeSession(clock, user, 'two');
    localStorage.clear();
    expect(readToken(clock)).toBe('two');
  });

  test.each(['{', '5', '{"id":{}}', '{"owner":"x"}'])(
    '%s in its place ends nothing',
    (storedLogOut) => {
      localStorage.setItem(logOutKey, storedLogOut);
      storeSession(clock, user, 'one');
      expect(readToken(clock)).toBe('one');
      announceLogOut(ownerHash);
      expect(readToken(clock)).toBeUndefined();
    },
  );
});

test('the user and the token are kept under separate keys in session storage only, and both are deleted with the session', () => {
  storeSession(clock, user, 'abc.def');
  expect(Object.keys(sessionStorage).sort()).toEqual(['token', 'user-data']);
  expect(sessionStorage.getItem('token')).toBe('abc.def');
  expect(sessionStorage.getItem('user-data')).not.toContain('abc.def');
  expect(localStorage).toHaveLength(0);
  forgetSession();
  expect(sessionStorage).toHaveLength(0);
  expect(readSession(clock)).toBeNull();
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
  expect(readSession(clock)).toBeNull();
  expect(readToken(clock)).toBeUndefined();
});

test('without a stored token there is none to send', () => {
  storeSession(clock, user, 'abc.def');
  sessionStorage.removeItem('token');
  expect(readToken(clock)).toBeUndefined();
});
