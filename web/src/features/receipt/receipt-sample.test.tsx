// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, renderSite } from '../../testing/render-site.tsx';
import { texts } from './sample-words.ts';

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
