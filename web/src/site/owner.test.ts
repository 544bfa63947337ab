import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { examKeyOf, hasExam } from '../offline/exam-storage.ts';
import { markWaiting, outboxMarkKeyOf } from '../offline/outbox-items.ts';
import {
  dropSentPayment,
  keepSentPayment,
  updatePaymentByStatus,
} from '../offline/sent-payment.ts';
import { createSiteWithoutPage } from '../testing/render-site.tsx';
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

const hanaEmail = 'hana@example.com';
const birukEmail = 'biruk@example.com';

test('nothing is found by another address', () => {
  keepOnDevice(examKeyOf(ownerHashOf(hanaEmail)), '{}');
  keepSentPayment(createSiteWithoutPage(), hanaEmail, 'bank');
  markWaiting(hanaEmail, true);
  expect(isOwnedBy(ownerHashOf(hanaEmail), hanaEmail)).toBe(true);
  expect(isOwnedBy(ownerHashOf(hanaEmail), birukEmail)).toBe(false);
  expect(hasExam(hanaEmail)).toBe(true);
  expect(hasExam(birukEmail)).toBe(false);
  expect(readFromDevice(outboxMarkKeyOf(birukEmail))).toBeNull();
  expect(updatePaymentByStatus(birukEmail, 'BIOGRAPHIC_APPLICANT')).toBe(false);
  // What the other one drops is her own.
  dropSentPayment(birukEmail);
  markWaiting(birukEmail, false);
  expect(readFromDevice(outboxMarkKeyOf(hanaEmail))).toBe('yes');
  expect(updatePaymentByStatus(hanaEmail, 'BIOGRAPHIC_APPLICANT')).toBe(true);
});

test('local storage has no address, and no part of one', () => {
  markWaiting(hanaEmail, true);
  keepSentPayment(createSiteWithoutPage(), hanaEmail, 'bank', { code: 'OPC-1' });
  const storedText = JSON.stringify({ ...localStorage });
  expect(storedText).not.toMatch(/hana|example|OPC-1/);
});
