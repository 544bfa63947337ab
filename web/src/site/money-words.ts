export const texts = {
  /** An amount with its currency, which no end of a line parts. */
  birr: (amount: string) => `ETB\u00a0${amount}`,
};
