const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027` */
export function longDay(day: string): string {
  return long.format(new Date(`${day}T00:00:00Z`));
}

/** Whether a day is over, in the time of Addis Ababa (UTC+3). */
export function isOver(day: string, now: number): boolean {
  return now >= new Date(`${day}T00:00:00+03:00`).getTime() + 24 * 3_600_000;
}
