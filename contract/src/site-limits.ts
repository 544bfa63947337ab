/** The constants the site's first page needs; part of `limits`, in a file of their own to keep that page light. */

export const sessionLimits = {
  /** A session ends this long after login, by the clock. */
  lifetimeMs: 3_000_000,
  /** Warnings come this long before its end (decisions, section 3). */
  warningsMs: [5 * 60_000, 60_000],
} as const;

/** Limits that everybody asks about before an application. */
export const askedLimits = {
  minimumAge: 18,
  /** To pay the fee, from the pass. */
  paymentDays: 10,
  years: 4,
  semestersPerYear: 2,
} as const;

export const pageLimits = {
  compactHeaderAfterPx: 5,
  copyrightYear: 2024,
} as const;
