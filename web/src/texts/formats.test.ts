import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { birr, formatAmount, inCents, phoneOf, telOf } from './formats.ts';

describe('amounts', () => {
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

  test('Amharic has its own words for it, on one line', () => {
    const file = new URL('../../languages/am.json', import.meta.url);
    const { moneyTexts } = JSON.parse(readFileSync(file, 'utf8'))['texts/frame-words'];
    expect(moneyTexts.birr).toMatch(/^(\{0\}\u00a0\S+|\S+\u00a0\{0\})$/);
  });
});

describe('tel', () => {
  test.each([
    ['0912345678', '+251 91 234 5678'],
    ['0712345678', '+251 71 234 5678'],
    ['091 234 5678', '+251 91 234 5678'],
    ['09-12-34-56-78', '+251 91 234 5678'],
    ['+251912345678', '+251 91 234 5678'],
    ['+251 912 345 678', '+251 91 234 5678'],
    ['251912345678', '+251 91 234 5678'],
    ['+251 (0)91 234 5678', '+251 91 234 5678'],
    ['+251 11 000 0001', '+251 11 000 0001'],
    ['0110000001', '+251 11 000 0001'],
  ])('%s is shown as %s, and called so', (typed, shown) => {
    expect(phoneOf(typed)).toBe(shown);
    expect(telOf(typed)).toBe(`tel:${shown.replaceAll(' ', '')}`);
  });

  test.each(['+44 20 7946 0000', '912345678', '8080', '', ' ', '00251 91'])(
    '%j is no number of Ethiopia and stays as it is',
    (typed) => {
      expect(phoneOf(typed)).toBe(typed);
    },
  );
});
