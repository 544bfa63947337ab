import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount } from '../../texts/formats.ts';
import { spellAmount } from './spelled-amount.ts';

test.each([
  [0, 'Zero birr'],
  [1, 'One birr'],
  [13, 'Thirteen birr'],
  [20, 'Twenty birr'],
  [21, 'Twenty-one birr'],
  [100, 'One hundred birr'],
  [115, 'One hundred and fifteen birr'],
  [500, 'Five hundred birr'],
  [1000, 'One thousand birr'],
  [1001, 'One thousand and one birr'],
  [1200, 'One thousand two hundred birr'],
  [4890, 'Four thousand eight hundred and ninety birr'],
  [20_018, 'Twenty thousand and eighteen birr'],
  [999_999, 'Nine hundred and ninety-nine thousand nine hundred and ninety-nine birr'],
  [1_000_000, 'One million birr'],
  [1_000_042, 'One million and forty-two birr'],
  [2_001_000, 'Two million one thousand birr'],
  [500.5, 'Five hundred birr and fifty cents'],
  [1.01, 'One birr and one cent'],
  [0.21, 'Zero birr and twenty-one cents'],
  // Rounded to the cent.
  [500.1 + 0.2, 'Five hundred birr and thirty cents'],
  [0.1 + 0.2, 'Zero birr and thirty cents'],
  [99.9999, 'One hundred birr'],
])('%f is %s', (amount, words) => {
  expect(spellAmount(amount)).toBe(words);
});

test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, -1, 1e20])(
  'of %s, which is no amount, the words are empty',
  (amount) => {
    expect(spellAmount(amount)).toBe('');
  },
);

test('amounts that are shown differently in figures have different words', () => {
  const amount = fc.double({ min: 0, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(amount, amount, (amount1, amount2) => {
      const areShownAlike = formatAmount(amount1) === formatAmount(amount2);
      expect(spellAmount(amount1) === spellAmount(amount2)).toBe(areShownAlike);
      expect(spellAmount(amount1)).toMatch(/^[A-Z][a-z]+([ -][a-z]+)* birr( and [a-z-]+ cents?)?$/);
    }),
  );
});
