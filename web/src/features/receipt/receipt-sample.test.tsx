// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heading, renderSite } from '../../testing/render-site.tsx';
import { formatAmount } from '../../texts/formats.ts';
import { courseTotal, grandTotal, sample, tuition } from './receipt-sample.tsx';
import { receiptSampleTexts as texts } from './receipt-words.ts';

describe('receipt sample', () => {
  test.each(['1005', 'any%2Ftoken'])(
    '/receipt/type2/%s is the sample, marked as one; nothing is asked for',
    async (token) => {
      const { network } = await renderSite(`/receipt/type2/${token}`);
      await heading(texts.title);
      expect(screen.getByText(texts.mark)).toBeTruthy();
      expect(network.sent).toEqual([]);
    },
  );

  test('every course stands with its total, and the last row sums them up', async () => {
    await renderSite('/receipt/type2/1005');
    await heading(texts.title);
    const table = within(screen.getByRole('region', { name: texts.courses.title }));
    const amounts = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => Number(row.lastElementChild?.textContent?.replace(',', '')));
    const sum = amounts.pop();
    expect(amounts.length).toBeGreaterThan(0);
    expect(amounts.reduce((all, amount) => all + amount, 0)).toBeCloseTo(sum ?? 0, 2);
  });
});

describe('sample', () => {
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
});
