/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027` */
export function longDay(day: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', options);
}

/** Whether a day is over, in the time of Addis Ababa (UTC+3). */
export function isOver(day: string, now: number): boolean {
  return now >= new Date(`${day}T00:00:00+03:00`).getTime() + 24 * 3_600_000;
}
