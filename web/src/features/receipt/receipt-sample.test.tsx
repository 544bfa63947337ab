// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heading, renderSite } from '../../testing/render-site.tsx';
import { formatAmount } from '../../texts/formats.ts';
import {
  calculateCourseFee,
  calculateGrandTotal,
  calculateTuitionFee,
  sampleReceipt,
} from './receipt-sample.tsx';
import { receiptSampleTexts as texts } from './receipt-words.ts';

describe('receipt sample', () => {
  test.each(['1005', 'any%2Ftoken'])(
    '/receipt/type2/%s shows the sample, marked as one, and requests nothing',
    async (token) => {
      const { network } = await renderSite(`/receipt/type2/${token}`);
      await heading(texts.title);
      expect(screen.getByText(texts.mark)).toBeTruthy();
      expect(network.requests).toEqual([]);
    },
  );

  test('the last row of the courses is the sum of their totals', async () => {
    await renderSite('/receipt/type2/1005');
    await heading(texts.title);
    const table = within(screen.getByRole('region', { name: texts.courses.title }));
    const amounts = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => Number(row.lastElementChild?.textContent?.replace(',', '')));
    const sum = amounts.pop();
    expect(amounts.length).toBeGreaterThan(0);
    expect(amounts.reduce((subtotal, amount) => subtotal + amount, 0)).toBeCloseTo(sum ?? 0, 2);
  });
});

describe('amounts of the sample', () => {
  const courseFee = (credits: number, feePerHour: number) => ({
    name: '',
    code: '',
    credits,
    feePerHour,
  });

  test('the totals are those of the rows', () => {
    expect(sampleReceipt.courses.map(calculateCourseFee)).toEqual([1050, 1650, 1050, 1140.75]);
    expect(calculateTuitionFee(sampleReceipt)).toBe(4890.75);
    expect(calculateGrandTotal(sampleReceipt)).toBe(5390.75);
  });

  test('without courses the grand total is the facilities fee', () => {
    expect(calculateTuitionFee({ courses: [] })).toBe(0);
    expect(calculateGrandTotal({ courses: [], facilitiesFee: 500 })).toBe(500);
  });

  test('the grand total is the sum of the amounts that are shown', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((amount) => amount / 100);
    const courses = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), cents));
    const shownCents = (amount: number) => BigInt(formatAmount(amount).replace(/[.,]/g, ''));
    fc.assert(
      fc.property(courses, cents, (rows, facilitiesFee) => {
        const receipt = {
          courses: rows.map(([credits, fee]) => courseFee(credits, fee)),
          facilitiesFee,
        };
        const partsCents = [...receipt.courses.map(calculateCourseFee), facilitiesFee].map(
          shownCents,
        );
        expect(shownCents(calculateGrandTotal(receipt))).toBe(
          partsCents.reduce((subtotal, part) => subtotal + part, 0n),
        );
      }),
    );
  });
});
