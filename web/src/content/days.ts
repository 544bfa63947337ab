import { locale } from '../language/current.ts';
import { inBothCalendars } from '../language/other-calendar.ts';

/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027`, and in other languages than English the Ethiopian day, too */
export function longDay(day: string): string {
  return inBothCalendars(day, gregorianDay(day));
}

/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027` */
export function gregorianDay(day: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, options);
}

/** Whether a day is over, in the time of Addis Ababa (UTC+3). */
export function isOver(day: string, now: number): boolean {
  return now >= new Date(`${day}T00:00:00+03:00`).getTime() + 24 * 3_600_000;
}
