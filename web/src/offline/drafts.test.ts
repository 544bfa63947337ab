import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ownerHashOf } from '../site/owner.ts';
import { keepInTab, keepOnDevice } from '../site/storages.ts';
import { HostClock } from '../testing/host-clock.ts';
import { dropAllDrafts, dropDraft, keepDraft, readDraft } from './drafts.ts';
import { dropExams, dropExpiredExams, examKeyOf, hasExam } from './exam-storage.ts';

describe('drafts', () => {
  const draft = { firstName: 'ሐና "H"', iAm18: true, iAgreeTerms: false, referralCode: '' };

  beforeEach(() => sessionStorage.clear());

  test('each form has a draft of its own in this tab, with the texts and ticks that were typed last', () => {
    expect(readDraft('register')).toEqual({});
    dropDraft('register');
    keepDraft('register', { firstName: 'Hana' });
    keepDraft('register', draft);
    keepDraft('login', { email: 'hana@example.com' });
    dropDraft('login');
    expect(readDraft('login')).toEqual({});
    expect(readDraft('register')).toEqual(draft);
    expect(localStorage).toHaveLength(0);
  });

  test('a logout drops all drafts and nothing else', () => {
    keepDraft('register', draft);
    keepDraft('login', { email: 'hana@example.com' });
    sessionStorage.setItem('token', 'abc.def');
    sessionStorage.setItem('user-data', '{}');
    dropAllDrafts();
    expect(Object.keys(sessionStorage).sort()).toEqual(['token', 'user-data']);
  });

  test.each(['', '{', 'undefined', 'firstName=Hana'])(
    '%j in the storage is an empty draft',
    (stored) => {
      keepDraft('register', draft);
      const [key = ''] = Object.keys(sessionStorage);
      sessionStorage.setItem(key, stored);
      expect(readDraft('register')).toEqual({});
    },
  );
});

describe('exam storage', () => {
  const hanaEmail = 'hana@example.com';
  const hourMs = 60 * 60_000;
  const nowMs = Date.UTC(2025, 8, 11, 6);
  const keepExam = (email: string, deadline: number) =>
    keepOnDevice(examKeyOf(ownerHashOf(email)), JSON.stringify({ deadline }));

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test('a test on this device is hers alone', () => {
    keepExam(hanaEmail, nowMs);
    expect(hasExam('Hana@Example.com')).toBe(true);
    expect(hasExam('biruk@example.com')).toBe(false);
  });

  test('a logout drops her test and all sizes of tests, and nothing else', () => {
    keepExam(hanaEmail, nowMs + hourMs);
    keepInTab(examKeyOf(ownerHashOf(hanaEmail)), '[12,20]');
    keepInTab('banner-dismissed', 'yes');
    keepOnDevice('language', 'am');
    dropExams(hanaEmail);
    expect(Object.keys(localStorage)).toEqual(['language']);
    expect(Object.keys(sessionStorage)).toEqual(['banner-dismissed']);
  });

  test("another applicant's test waits a day for her by the host's clock, whoever logs out meanwhile", async () => {
    vi.useFakeTimers({ now: nowMs });
    const host = new HostClock(nowMs);
    keepExam('biruk@example.com', nowMs - 23 * hourMs);
    keepExam('chaltu@example.com', nowMs - 25 * hourMs);
    keepOnDevice('exam:broken', '{');
    dropExams(hanaEmail);
    // The device's clock is two days ahead, and the host cannot be asked.
    host.isReached = false;
    host.setDevice(48 * hourMs);
    const clock = host.openPage();
    await dropExpiredExams(clock);
    expect(localStorage).toHaveLength(3);
    host.isReached = true;
    await dropExpiredExams(clock);
    const examKeys = Object.keys(localStorage).filter((key) => key.startsWith('exam:'));
    expect(examKeys).toEqual([examKeyOf(ownerHashOf('biruk@example.com'))]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});
