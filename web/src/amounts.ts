const twoDecimals = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** @returns an amount of a receipt, without its currency (journey specification, section 2) */
export function formatAmount(amount: number): string {
  return twoDecimals.format(inCents(amount) / 100);
}

/** @returns an amount with its currency (journey specification, section 9) */
export function birr(amount: number): string {
  return `ETB ${formatAmount(amount)}`;
}

/** 0.1 + 0.2: sums are made of whole cents (journey specification, section 2, receipts). */
export function inCents(amount: number): number {
  return Math.round(amount * 100);
}
