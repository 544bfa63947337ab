/** An account of the college, as applicants are told of it. */
export interface BankAccount {
  id: number;
  bank: string;
  account: string;
  status: 'ACTIVE' | 'INACTIVE';
}
