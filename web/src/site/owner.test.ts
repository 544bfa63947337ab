// @vitest-environment happy-dom

import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { examKeyOf, findExamOwnerHash, hasExam } from '../offline/exam-storage.ts';
import { markWaiting, outboxMarkKeyOf } from '../offline/outbox-items.ts';
import {
  dropSentPayment,
  keepSentPayment,
  markPaymentSeen,
  updatePaymentByStatus,
} from '../offline/sent-payment.ts';
import { isOwnedBy, ownerHashOf } from './owner.ts';
import { keepOnDevice, readFromDevice } from './storages.ts';

beforeEach(() => localStorage.clear());

test.each(['hana@example.com', 'Hana+a@Example.COM', 'ሐና@example.com', ''])(
  'the owner of %j is the SHA-256 of the address in lower case',
  (email) => {
    const expectedHash = createHash('sha256').update(email.toLowerCase()).digest('hex');
    expect(ownerHashOf(email)).toBe(expectedHash);
  },
);

// Both have the hash 1hp4hnf of 32 bits that older builds used.
const hanaEmail = 'applicant969429@example.com';
const twinEmail = 'applicant2008412@example.com';

test('nothing is found by another address with the same short hash', () => {
  keepOnDevice(examKeyOf(ownerHashOf(hanaEmail)), '{}');
  keepSentPayment(hanaEmail, 'bank');
  markWaiting(hanaEmail, true);
  expect(isOwnedBy(ownerHashOf(hanaEmail), hanaEmail)).toBe(true);
  expect(isOwnedBy(ownerHashOf(hanaEmail), twinEmail)).toBe(false);
  expect(hasExam(hanaEmail)).toBe(true);
  expect(hasExam(twinEmail)).toBe(false);
  expect(readFromDevice(outboxMarkKeyOf(twinEmail))).toBeNull();
  expect(updatePaymentByStatus(twinEmail, 'BIOGRAPHIC_APPLICANT')).toBe(false);
  // What the other one drops is her own.
  dropSentPayment(twinEmail);
  markWaiting(twinEmail, false);
  expect(readFromDevice(outboxMarkKeyOf(hanaEmail))).toBe('yes');
  expect(updatePaymentByStatus(hanaEmail, 'BIOGRAPHIC_APPLICANT')).toBe(true);
});

test('local storage has no address, and no part of one', () => {
  markWaiting(hanaEmail, true);
  keepSentPayment(hanaEmail, 'bank', { code: 'OPC-1' });
  const storedText = JSON.stringify({ ...localStorage });
  expect(storedText).not.toMatch(/applicant969429|example|OPC-1/);
});

describe('what an older build has kept', () => {
  const olderHash = '1hp4hnf';

  test('is hers, and goes on under its name until it is dropped', () => {
    keepOnDevice(`exam:${olderHash}`, '{}');
    expect(hasExam(hanaEmail)).toBe(true);
    expect(findExamOwnerHash(hanaEmail)).toBe(olderHash);
    localStorage.clear();
    expect(findExamOwnerHash(hanaEmail)).toBe(ownerHashOf(hanaEmail));
  });

  test('a payment is remembered, and under the new name once it changes', () => {
    keepOnDevice(`payment:${olderHash}`, JSON.stringify({ by: 'bank', at: Date.now() }));
    markPaymentSeen(hanaEmail);
    expect(Object.keys(localStorage)).toEqual([`payment:${ownerHashOf(hanaEmail)}`]);
    expect(localStorage.getItem(`payment:${ownerHashOf(hanaEmail)}`)).toContain('"by":"bank"');
    keepOnDevice(`payment:${olderHash}`, '{}');
    dropSentPayment(hanaEmail);
    expect(localStorage).toHaveLength(0);
  });

  test('the mark of something that waits is found and taken away', () => {
    keepOnDevice(`waiting:${olderHash}`, 'yes');
    expect(readFromDevice(outboxMarkKeyOf(hanaEmail))).toBe('yes');
    markWaiting(hanaEmail, false);
    expect(localStorage).toHaveLength(0);
  });

  test('a logout in a tab with such a build is hers', () => {
    expect(isOwnedBy(olderHash, hanaEmail)).toBe(true);
    expect(isOwnedBy(olderHash, 'biruk@example.com')).toBe(false);
    expect(isOwnedBy(undefined, hanaEmail)).toBe(false);
  });
});
