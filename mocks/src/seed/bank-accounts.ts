import type { BankAccount } from '@one-planet/contract';

/** The college's accounts: the first belongs to the state bank, two are no longer in use. */
export const bankAccountSeed: readonly BankAccount[] = [
  { id: 71, bank: 'Commercial Bank of Ethiopia', account: '1000234567891', status: 'ACTIVE' },
  { id: 72, bank: 'Awash Bank', account: '01320456789100', status: 'ACTIVE' },
  { id: 73, bank: 'Dashen Bank', account: '5021987654011', status: 'INACTIVE' },
  { id: 74, bank: 'Bank of Abyssinia', account: '88123456', status: 'ACTIVE' },
  { id: 75, bank: 'Hibret Bank', account: '1441816070229014', status: 'CLOSED' },
];
