import { expect, test } from 'vitest';
import { gateways } from './choices.ts';
import { limits } from './limits.ts';
import { payOnline } from './operations/payments.ts';

const MB = 1024 * 1024;

test('the limits are those of section 9 of both specifications', () => {
  const { session, phone, password, grades, files, payment, receipt, catalogue, page } = limits;
  expect(session.lifetimeMs).toBe(50 * 60_000);
  expect([phone.minDigits, phone.maxDigits, phone.placeholderPrefix]).toEqual([8, 15, '+251']);
  expect(password.minLength).toBe(8);
  expect([limits.minimumAge, limits.countryNameMaxLength]).toEqual([18, 40]);
  expect(grades.minYearsBetween).toBe(2);
  expect(grades.grade10Result).toEqual({ min: 0, max: 4, step: 0.1 });
  expect(grades.grade12Result).toEqual({ min: 0, max: 700 });
  expect(files.receipt.maxBytes).toBe(4 * MB);
  expect(files.profilePicture.maxBytes).toBe(4 * MB);
  expect(files.educationDocument.maxBytes).toBe(10 * MB);
  expect(payment).toEqual({
    windowDays: 10,
    intent: 'SALE',
    copyToastMs: 4000,
    stateBankPrefix: '1000',
  });
  expect(receipt).toEqual({ registrationFee: 0, otherFees: 0 });
  expect(catalogue.years * catalogue.semestersPerYear).toBe(8);
  expect(page).toEqual({ compactHeaderAfterPx: 5, copyrightYear: 2024 });
});

test('an online payment goes through one of the three gateways, with intent SALE', () => {
  expect(gateways).toEqual({ paypal: 'USD', stripe: 'USD', arifpay: 'ETB' });
  const payment = { price: 500, currency: 'ETB', intent: 'SALE', description: 'Fee' };
  const accepts = (own: object) => payOnline.body.safeParse({ ...payment, ...own }).success;
  for (const method of Object.keys(gateways)) expect(accepts({ method })).toBe(true);
  for (const method of ['PAYPAL', 'cash', '', undefined]) expect(accepts({ method })).toBe(false);
  expect(accepts({ method: 'arifpay', intent: 'ORDER' })).toBe(false);
  expect(accepts({ method: 'arifpay', price: 0 })).toBe(false);
});
