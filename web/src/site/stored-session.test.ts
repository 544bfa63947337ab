// @vitest-environment happy-dom

import { limits } from '@one-planet/contract/limits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HostClock } from '../testing/host-clock.ts';
import { checkClock } from './clock.ts';
import {
  announceLogOut,
  forgetSession,
  logOutAfter,
  logOutKey,
  ownerOf,
  readSession,
  storeSession,
  token,
} from './stored-session.ts';

const user = { id: 7, email: 'hana@example.com', firstName: 'HANA', middleName: 'MARTA' };
const login = Date.UTC(2025, 8, 11, 6);
const lifetime = 50 * 60_000;
const hour = 60 * 60_000;
let host: HostClock;

beforeEach(async () => {
  vi.useFakeTimers({ now: login });
  sessionStorage.clear();
  localStorage.clear();
  host = new HostClock(login);
  host.openPage();
  await checkClock();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a login lasts 50 minutes', () => {
  expect(readSession()).toBeNull();
  expect(token()).toBeUndefined();
  expect(limits.session.lifetimeMs).toBe(lifetime);
  const session = storeSession(user, 'abc.def');
  expect(session).toMatchObject({ ...user, endsAt: login + lifetime });
  vi.advanceTimersByTime(lifetime - 1);
  expect(readSession()).toEqual(session);
  expect(token()).toBe('abc.def');
  vi.advanceTimersByTime(1);
  expect(readSession()).toBeNull();
  expect(token()).toBeUndefined();
});

test.each([hour, -hour, 6 * hour, -48 * hour])(
  'a device set %i ms ahead neither ends a session nor prolongs it, also when its page is opened again',
  async (ms) => {
    storeSession(user, 'abc.def');
    host.setDevice(ms);
    expect(token()).toBe('abc.def');
    host.openPage();
    expect(token()).toBe('abc.def');
    await checkClock();
    expect(token()).toBe('abc.def');
    vi.advanceTimersByTime(lifetime);
    expect(token()).toBeUndefined();
  },
);

test('a device that sleeps over the end of a session has none once the host was asked', async () => {
  storeSession(user, 'abc.def');
  host = new HostClock(login + 8 * hour);
  vi.setSystemTime(host.time());
  await checkClock();
  expect(readSession()).toBeNull();
  expect(token()).toBeUndefined();
});

test('logging in again begins another 50 minutes, with the new token', () => {
  storeSession(user, 'old');
  vi.advanceTimersByTime(lifetime - 60_000);
  expect(storeSession(user, 'new').endsAt).toBe(login + 2 * lifetime - 60_000);
  expect(token()).toBe('new');
});

describe('a logout', () => {
  test('ends every login of the browser until then, and none after it, whatever the clock shows', () => {
    host.setDevice(6 * hour);
    const hana = storeSession(user, 'one');
    const biruk = storeSession({ ...user, email: 'biruk@example.com' }, 'two');
    announceLogOut(hana);
    expect([hana, biruk].map(logOutAfter)).toEqual([ownerOf(user.email), ownerOf(user.email)]);
    expect(readSession()).toBeNull();
    for (const ms of [0, -6 * hour]) {
      host.setDevice(ms);
      const later = storeSession(user, 'three');
      expect(logOutAfter(later)).toBeUndefined();
      expect(token()).toBe('three');
      announceLogOut(later);
      expect(logOutAfter(later)).toBe(ownerOf(user.email));
    }
    expect(logOutAfter(biruk)).toBe(ownerOf(user.email));
  });

  test('ends nothing where the device has lost what it kept', () => {
    announceLogOut(storeSession(user, 'one'));
    storeSession(user, 'two');
    localStorage.clear();
    expect(token()).toBe('two');
  });

  // The last one is of an older build, by a clock that was six hours ahead.
  test.each(['{', '5', '{"id":{}}', `{"owner":"x","at":${login + 6 * hour}}`])(
    '%s in its place ends nothing',
    (kept) => {
      localStorage.setItem(logOutKey, kept);
      const session = storeSession(user, 'one');
      expect(token()).toBe('one');
      announceLogOut(session);
      expect(token()).toBeUndefined();
    },
  );
});

test('the user and the token are kept under keys of their own, in the session storage only, and nothing of them once they are forgotten', () => {
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
])('%j in the storage is nobody', (stored) => {
  sessionStorage.setItem('user-data', stored);
  sessionStorage.setItem('token', 'abc.def');
  expect(readSession()).toBeNull();
  expect(token()).toBeUndefined();
});

test('a user without a token has none to send', () => {
  storeSession(user, 'abc.def');
  sessionStorage.removeItem('token');
  expect(token()).toBeUndefined();
});
