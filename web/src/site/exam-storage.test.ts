// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { keepOnDevice } from './device-storage.ts';
import { dropExams, dropForgottenExams, examKey, hasExam } from './exam-storage.ts';
import { ownerOf } from './owner.ts';
import { keepInTab } from './tab-storage.ts';

const hana = 'hana@example.com';
const hour = 60 * 60_000;
const now = Date.UTC(2025, 8, 11, 6);
const keep = (email: string, deadline: number) =>
  keepOnDevice(examKey(ownerOf(email)), JSON.stringify({ deadline }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('an owner is the same whatever the case of her address, and tells nothing of it', () => {
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

test("another applicant's test waits a day for her, whoever logs out meanwhile", () => {
  keep('biruk@example.com', now - 23 * hour);
  keep('chaltu@example.com', now - 25 * hour);
  keepOnDevice('exam:broken', '{');
  dropExams(hana);
  dropForgottenExams(now);
  expect(Object.keys(localStorage)).toEqual([examKey(ownerOf('biruk@example.com'))]);
});
