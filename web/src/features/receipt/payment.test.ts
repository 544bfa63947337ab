import { expect, test } from 'vitest';
import { bankOf } from './payment.tsx';

test.each([
  ['Awash Bank', '', 'Awash Bank'],
  ['Awash Bank', '1000123456789', 'Awash Bank'],
  ['', '1000123456789', 'Commercial Bank of Ethiopia'],
  ['', '1000', 'Commercial Bank of Ethiopia'],
  ['', '0131000123', 'Other bank'],
  ['', '100', 'Other bank'],
  ['', '01000', 'Other bank'],
  ['', '', ''],
])('of the bank %j and the account %j the receipt says %j', (bank, account, said) => {
  expect(bankOf(bank, account)).toBe(said);
});
