import { calendarTexts as texts } from './form-words.ts';

/** The Ethiopian calendar (Amete Mihret): twelve months of 30 days, and Pagumē of five, or six before a leap year. */

export interface EthiopianDate {
  year: number;
  /** 1 for Meskerem to 13 for Pagumē. */
  month: number;
  day: number;
}

const dayMs = 86_400_000;
/** 1 Meskerem 1, in days since 1 January 1970: 29 August 8 by the Julian calendar. */
const epoch = -716_367;

/** @returns whether there is such a day */
function isEthiopianDay({ year, month, day }: EthiopianDate): boolean {
  const last = month <= 12 ? 30 : year % 4 === 3 ? 6 : 5;
  if (![year, month, day].every(Number.isInteger)) return false;
  return year > 0 && month >= 1 && month <= 13 && day >= 1 && day <= last;
}

/** @returns the same day as `YYYY-MM-DD` in the Gregorian calendar; nothing where there is no such day */
export function toGregorian(date: EthiopianDate): string | undefined {
  if (!isEthiopianDay(date)) return undefined;
  const { year, month, day } = date;
  const days = epoch + 365 * (year - 1) + Math.floor(year / 4) + 30 * (month - 1) + day - 1;
  return new Date(days * dayMs).toISOString().slice(0, 10);
}

/** @param date `YYYY-MM-DD` in the Gregorian calendar */
export function toEthiopian(date: string): EthiopianDate {
  const days = Date.parse(`${date}T00:00:00Z`) / dayMs - epoch;
  const year = Math.floor((4 * days + 1463) / 1461);
  const ofYear = days - 365 * (year - 1) - Math.floor(year / 4);
  return { year, month: Math.floor(ofYear / 30) + 1, day: (ofYear % 30) + 1 };
}

/** @param date `YYYY-MM-DD` in the Gregorian calendar @returns e.g. `18 Megabit 1996` */
export function ethiopianDay(date: string): string {
  const { day, month, year } = toEthiopian(date);
  return texts.date(day, texts.months[month - 1] ?? '', year);
}

/** @param gregorian the same day in words @returns both, as the language puts them */
export function inBothCalendars(date: string, gregorian: string): string {
  return texts.both(gregorian, ethiopianDay(date));
}

/** The time of day in Ethiopia: twelve hours of day are counted from 6 in the morning, those of night from 6 in the evening. */

const periods = ['night', 'morning', 'afternoon', 'evening'] as const;

/** Six hours each, from midnight. */
type Period = (typeof periods)[number];

export interface LocalTime {
  period: Period;
  /** 1 to 12. */
  hour: number;
}

/** @param hour 0 to 23 */
export function toLocalHour(hour: number): LocalTime {
  return { period: periods[Math.floor(hour / 6)] ?? 'night', hour: ((hour + 5) % 12) + 1 };
}

/** How a language says it: `{time}` is the local time; in `both`, `{local}` is what was said of it and `{clock}` that of 24 hours. */
export type Saying = Readonly<Record<Period | 'both', string>>;

/** @param clock e.g. `15:05` @returns both, e.g. `ከቀኑ 9:05 ሰዓት (15:05)`; a full hour without its minutes */
export function inBothClocks(clock: string, saying: Saying): string {
  const [hours, minutes] = clock.split(':');
  const { period, hour } = toLocalHour(Number(hours));
  const time = minutes === '00' ? `${hour}` : `${hour}:${minutes}`;
  return saying.both
    .replace('{local}', saying[period].replace('{time}', time))
    .replace('{clock}', clock);
}
