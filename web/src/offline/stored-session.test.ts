// @vitest-environment happy-dom

import { limits } from '@one-planet/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, readSession, storeSession, token } from './stored-session.ts';

const user = { id: 7, email: 'hana@example.com', firstName: 'HANA', middleName: 'MARTA' };
const login = Date.UTC(2025, 8, 11, 6);
const end = login + 3_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: login });
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a login lasts 50 minutes by the clock, also on a device that sleeps over the end', () => {
  expect(readSession()).toBeNull();
  expect(token()).toBeUndefined();
  expect(limits.session.lifetimeMs).toBe(50 * 60_000);
  const session = storeSession(user, 'abc.def');
  expect(session).toEqual({ ...user, endsAt: end });

  vi.setSystemTime(end - 1);
  expect(readSession()).toEqual(session);
  expect(token()).toBe('abc.def');

  expect(readSession(end - 1)).toEqual(session);
  expect(readSession(end)).toBeNull();

  for (const late of [end, end + 8 * 3_600_000]) {
    vi.setSystemTime(late);
    expect(readSession()).toBeNull();
    expect(token()).toBeUndefined();
  }
});

test('logging in again begins another 50 minutes, with the new token', () => {
  storeSession(user, 'old');
  vi.setSystemTime(end - 60_000);
  expect(storeSession(user, 'new').endsAt).toBe(end - 60_000 + 3_000_000);
  expect(token()).toBe('new');
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

test('in a browser that forbids the storage nobody is logged in', () => {
  const forbidden = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(forbidden);
  expect(readSession()).toBeNull();
  expect(token()).toBeUndefined();
});

test('a user without a token has none to send', () => {
  storeSession(user, 'abc.def');
  sessionStorage.removeItem('token');
  expect(token()).toBeUndefined();
});
