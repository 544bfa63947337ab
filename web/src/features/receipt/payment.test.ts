import { expect, test } from 'vitest';
import { bankOf } from './payment.tsx';

test('the bank of the receipt is the bank', () => {
  expect(bankOf('Awash Bank', '')).toBe('Awash Bank');
  expect(bankOf('Awash Bank', '1000123456789')).toBe('Awash Bank');
});

test('without it, an account number that begins with 1000 is of the state bank', () => {
  expect(bankOf('', '1000123456789')).toBe('Commercial Bank of Ethiopia');
  expect(bankOf('', '1000')).toBe('Commercial Bank of Ethiopia');
});

test.each(['0131000123', '100', '01000'])('the account %s is of another bank', (accountNumber) => {
  expect(bankOf('', accountNumber)).toBe('Other bank');
});

test('without an account number nothing is guessed', () => {
  expect(bankOf('', '')).toBe('');
});
