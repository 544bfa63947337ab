import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount } from '../../site/amounts.ts';
import { courseTotal, grandTotal, sample, tuition } from './sample.ts';

const course = (credits: number, feePerHour: number) => ({
  name: '',
  code: '',
  credits,
  feePerHour,
});

test('the sample comes to what its rows say', () => {
  expect(sample.courses.map(courseTotal)).toEqual([1050, 1650, 1050, 1140.75]);
  expect(tuition(sample)).toBe(4890.75);
  expect(grandTotal(sample)).toBe(5390.75);
});

test('sums stay exact to the cent', () => {
  const fees = { courses: [course(1, 0.1), course(1, 0.2)], facilities: 0.1 };
  expect(tuition(fees)).toBe(0.3);
  expect(grandTotal(fees)).toBe(0.4);
});

test('without courses only the facilities are paid', () => {
  expect(tuition({ courses: [] })).toBe(0);
  expect(grandTotal({ courses: [], facilities: 500 })).toBe(500);
});

test('the grand total is the sum of the amounts that are shown', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 }).map((amount) => amount / 100);
  const courses = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), cents));
  const shown = (amount: number) => BigInt(formatAmount(amount).replace(/[.,]/g, ''));
  fc.assert(
    fc.property(courses, cents, (rows, facilities) => {
      const fees = { courses: rows.map(([credits, fee]) => course(credits, fee)), facilities };
      const parts = [...fees.courses.map(courseTotal), facilities].map(shown);
      expect(shown(grandTotal(fees))).toBe(parts.reduce((all, part) => all + part, 0n));
    }),
  );
});
