import { limits } from '@one-planet/contract/limits';
import { texts } from './words.ts';

/**
 * The bank a payment went through: the receipt's own, otherwise guessed by the account number (decisions, section 3).
 * @returns nothing where neither is there
 */
export function bankOf(bank: string, accountNumber: string): string {
  if (bank || !accountNumber) return bank;
  const isState = accountNumber.startsWith(limits.payment.stateBankPrefix);
  return isState ? texts.banks.state : texts.banks.other;
}
