// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dropAllDrafts, dropDraft, keepDraft, readDraft } from './drafts.ts';

const typed = { firstName: 'ሐና "H"', iAm18: true, iAgreeTerms: false, referralCode: '' };

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.unstubAllGlobals());

test('what was typed is there again, texts and ticks', () => {
  keepDraft('register', typed);
  expect(readDraft('register')).toEqual(typed);
});

test('the last that was typed counts', () => {
  keepDraft('register', typed);
  keepDraft('register', { firstName: 'Hana' });
  expect(readDraft('register')).toEqual({ firstName: 'Hana' });
});

test('each form has a draft of its own', () => {
  keepDraft('register', typed);
  keepDraft('login', { email: 'hana@example.com' });
  dropDraft('login');
  expect(readDraft('login')).toEqual({});
  expect(readDraft('register')).toEqual(typed);
});

test('a form nobody typed into has an empty one', () => {
  expect(readDraft('register')).toEqual({});
  dropDraft('register');
  expect(readDraft('register')).toEqual({});
});

test('drafts stay in this tab: nothing reaches the local storage', () => {
  keepDraft('register', typed);
  expect(localStorage).toHaveLength(0);
});

test('a logout drops all drafts and nothing else', () => {
  keepDraft('register', typed);
  keepDraft('login', { email: 'hana@example.com' });
  sessionStorage.setItem('token', 'abc.def');
  sessionStorage.setItem('user-data', '{}');
  dropAllDrafts();
  expect(Object.keys(sessionStorage).sort()).toEqual(['token', 'user-data']);
});

test.each(['', '{', 'undefined', 'firstName=Hana'])(
  '%j in the storage is an empty draft',
  (stored) => {
    keepDraft('register', typed);
    const [key = ''] = Object.keys(sessionStorage);
    sessionStorage.setItem(key, stored);
    expect(readDraft('register')).toEqual({});
  },
);

test('a full storage keeps what is typed until the page is left', () => {
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full });
  keepDraft('register', typed);
  expect(readDraft('register')).toEqual(typed);
  dropDraft('register');
  expect(readDraft('register')).toEqual({});
});

describe('a browser that forbids the storage', () => {
  beforeEach(() => {
    vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Forbidden', 'SecurityError');
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test('keeps what is typed until the page is left', () => {
    keepDraft('register', typed);
    expect(readDraft('register')).toEqual(typed);
  });

  test('forgets it when the form is sent, and at logout', () => {
    keepDraft('register', typed);
    keepDraft('login', typed);
    dropDraft('register');
    expect([readDraft('register'), readDraft('login')]).toEqual([{}, typed]);
    dropAllDrafts();
    expect(readDraft('login')).toEqual({});
  });
});
