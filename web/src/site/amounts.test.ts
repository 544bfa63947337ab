import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { birr, formatAmount, inCents } from './amounts.ts';

test.each([
  [0, '0.00'],
  [500, '500.00'],
  [5390.75, '5,390.75'],
  [1234567.5, '1,234,567.50'],
  [500.1 + 0.2, '500.30'],
])('%f is written as %s', (amount, written) => {
  expect(formatAmount(amount)).toBe(written);
});

test('an amount in birr names its currency', () => {
  expect(birr(1500)).toBe('ETB\u00a01,500.00');
});

test('cents are whole', () => {
  expect(inCents(0.1 + 0.2)).toBe(30);
});

test.each(['am', 'om', 'ti', 'so'])('%s has its own words for it, on one line', (code) => {
  const file = new URL(`../../languages/${code}/site/money-words.json`, import.meta.url);
  const { texts } = JSON.parse(readFileSync(file, 'utf8'));
  expect(texts.birr).toMatch(/^(\{amount\}\u00a0\S+|\S+\u00a0\{amount\})$/);
});
