import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findHeading, renderSite } from '../../testing/render-site.tsx';
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
      await findHeading(texts.title);
      expect(screen.getByText(texts.mark)).toBeTruthy();
      expect(network.requests).toEqual([]);
    },
  );

  test('the last row of the courses is the sum of their totals', async () => {
    await renderSite('/receipt/type2/1005');
    await findHeading(texts.title);
    const inTable = within(screen.getByRole('region', { name: texts.courses.title }));
    const amounts = inTable
      .getAllByRole('row')
      .slice(1)
      .map((row) => Number(row.lastElementChild?.textContent?.replace(',', '')));
    const shownSum = amounts.pop();
    expect(amounts.length).toBeGreaterThan(0);
    expect(amounts.reduce((subtotal, amount) => subtotal + amount, 0)).toBeCloseTo(
      shownSum ?? 0,
      2,
    );
  });
});

describe('amounts of the sample', () => {
  const makeCourseFee = (credits: number, feePerHour: number) => ({
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
    const feeArbitrary = fc.integer({ min: 0, max: 1_000_000 }).map((amount) => amount / 100);
    const coursesArbitrary = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), feeArbitrary));
    const readShownCents = (amount: number) => BigInt(formatAmount(amount).replace(/[.,]/g, ''));
    fc.assert(
      fc.property(coursesArbitrary, feeArbitrary, (rows, facilitiesFee) => {
        const sampleFees = {
          courses: rows.map(([credits, fee]) => makeCourseFee(credits, fee)),
          facilitiesFee,
        };
        const partsCents = [...sampleFees.courses.map(calculateCourseFee), facilitiesFee].map(
          readShownCents,
        );
        expect(readShownCents(calculateGrandTotal(sampleFees))).toBe(
          partsCents.reduce((subtotal, partCents) => subtotal + partCents, 0n),
        );
      }),
    );
  });
});
