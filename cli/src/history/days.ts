const dayMs = 24 * 60 * 60 * 1000;

/** @returns the same time, so many days of 24 hours later */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}
