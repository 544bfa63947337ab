import { texts } from './money-words.ts';

/**
 * Without `Intl`, whose first use takes 20 ms, and 80 ms on a phone.
 * @returns an amount of a receipt, without its currency (journey specification, section 2)
 */
export function formatAmount(amount: number): string {
  return (inCents(amount) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** @returns an amount with its currency, as the language writes it (journey specification, section 9) */
export function birr(amount: number): string {
  return texts.birr(formatAmount(amount));
}

/** 0.1 + 0.2: sums are made of whole cents (journey specification, section 2, receipts). */
export function inCents(amount: number): number {
  return Math.round(amount * 100);
}
