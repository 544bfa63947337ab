// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepInTab, keepOnDevice } from '../site/storages.ts';
import { ownerOf } from '../site/stored-session.ts';
import { HostClock } from '../testing/host-clock.ts';
import { dropAllDrafts, dropDraft, keepDraft, readDraft } from './drafts.ts';
import { dropExams, dropForgottenExams, examKey, hasExam } from './exam-storage.ts';

describe('drafts', () => {
  const typed = { firstName: 'ሐና "H"', iAm18: true, iAgreeTerms: false, referralCode: '' };

  beforeEach(() => sessionStorage.clear());

  test('what was typed last is there again, texts and ticks, in a draft of its own for each form, in this tab', () => {
    expect(readDraft('register')).toEqual({});
    dropDraft('register');
    keepDraft('register', { firstName: 'Hana' });
    keepDraft('register', typed);
    keepDraft('login', { email: 'hana@example.com' });
    dropDraft('login');
    expect(readDraft('login')).toEqual({});
    expect(readDraft('register')).toEqual(typed);
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
});

describe('exam storage', () => {
  const hana = 'hana@example.com';
  const hour = 60 * 60_000;
  const now = Date.UTC(2025, 8, 11, 6);
  const keep = (email: string, deadline: number) =>
    keepOnDevice(examKey(ownerOf(email)), JSON.stringify({ deadline }));

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test('an owner is the same whatever the case of her address, and reveals nothing of it', () => {
    const owner = ownerOf(hana);
    expect(ownerOf('Hana@Example.com')).toBe(owner);
    expect(ownerOf('hana@example.org')).not.toBe(owner);
    expect(owner).toMatch(/^[a-z0-9]{1,7}$/);
  });

  test('a test on this device is hers alone', () => {
    keep(hana, now);
    expect(hasExam('Hana@Example.com')).toBe(true);
    expect(hasExam('biruk@example.com')).toBe(false);
  });

  test('a logout drops her test and all sizes of tests, and nothing else', () => {
    keep(hana, now + hour);
    keepInTab(examKey(ownerOf(hana)), '[12,20]');
    keepInTab('banner-dismissed', 'yes');
    keepOnDevice('language', 'am');
    dropExams(hana);
    expect(Object.keys(localStorage)).toEqual(['language']);
    expect(Object.keys(sessionStorage)).toEqual(['banner-dismissed']);
  });

  test("another applicant's test waits a day for her by the host's clock, whoever logs out meanwhile", async () => {
    vi.useFakeTimers({ now });
    const host = new HostClock(now);
    keep('biruk@example.com', now - 23 * hour);
    keep('chaltu@example.com', now - 25 * hour);
    keepOnDevice('exam:broken', '{');
    dropExams(hana);
    // Two days ahead, and the host cannot be asked.
    host.isReached = false;
    host.setDevice(48 * hour);
    host.openPage();
    await dropForgottenExams();
    expect(localStorage).toHaveLength(3);
    host.isReached = true;
    await dropForgottenExams();
    const left = Object.keys(localStorage).filter((key) => key.startsWith('exam:'));
    expect(left).toEqual([examKey(ownerOf('biruk@example.com'))]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});
