import { describe, expect, test } from 'vitest';
import amharicCatalogue from '../../languages/am.json' with { type: 'json' };
import { formatAmount, formatBirr, formatPhone, telUrlOf, toCents } from './formats.ts';

describe('amounts', () => {
  test.each([
    [0, '0.00'],
    [500, '500.00'],
    [5390.75, '5,390.75'],
    [1234567.5, '1,234,567.50'],
    [500.1 + 0.2, '500.30'],
  ])('%f is formatted as %s', (amount, formattedAmount) => {
    expect(formatAmount(amount)).toBe(formattedAmount);
  });

  test('an amount in birr names its currency', () => {
    expect(formatBirr(1500)).toBe('ETB\u00a01,500.00');
  });

  test('cents are whole', () => {
    expect(toCents(0.1 + 0.2)).toBe(30);
  });

  test('in Amharic an amount names its currency, without a line break between them', () => {
    const { moneyTexts } = amharicCatalogue['texts/frame-words'];
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
  ])('%s is shown and called as %s', (phone, shownNumber) => {
    expect(formatPhone(phone)).toBe(shownNumber);
    expect(telUrlOf(phone)).toBe(`tel:${shownNumber.replaceAll(' ', '')}`);
  });

  test.each(['+44 20 7946 0000', '912345678', '8080', '', ' ', '00251 91'])(
    '%j is no Ethiopian number and is returned unchanged',
    (phone) => {
      expect(formatPhone(phone)).toBe(phone);
    },
  );
});
