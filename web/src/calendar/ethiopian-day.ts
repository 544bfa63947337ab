import { toEthiopian } from './ethiopian.ts';
import { texts } from './words.ts';

/** @param date `YYYY-MM-DD` in the Gregorian calendar @returns e.g. `18 Megabit 1996` */
export function ethiopianDay(date: string): string {
  const { day, month, year } = toEthiopian(date);
  return texts.date(day, texts.months[month - 1] ?? '', year);
}

/** @param gregorian the same day in words @returns both, as the language puts them */
export function inBothCalendars(date: string, gregorian: string): string {
  return texts.both(gregorian, ethiopianDay(date));
}
