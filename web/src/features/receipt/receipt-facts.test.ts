import { expect, test } from 'vitest';
import { bankNameOf } from './receipt-facts.tsx';

test.each([
  ['Awash Bank', '', 'Awash Bank'],
  ['Awash Bank', '1000123456789', 'Awash Bank'],
  ['', '1000123456789', 'Commercial Bank of Ethiopia'],
  ['', '1000', 'Commercial Bank of Ethiopia'],
  ['', '0131000123', 'Other bank'],
  ['', '100', 'Other bank'],
  ['', '01000', 'Other bank'],
  ['', '', ''],
])(
  'for the bank %j and the account number %j the receipt names the bank %j',
  (bank, account, expected) => {
    expect(bankNameOf(bank, account)).toBe(expected);
  },
);
