import { calendarTexts as texts } from './calendar-words.ts';

// The Ethiopian calendar (Amete Mihret): twelve months of 30 days, and Pagumē of five days, or six before a leap year.

export interface EthiopianDate {
  year: number;
  /** 1 for Meskerem to 13 for Pagumē. */
  month: number;
  day: number;
}

const dayMs = 86_400_000;
/** The day 1 Meskerem 1 (29 August 8 in the Julian calendar), in days since 1 January 1970. */
const epochDay = -716_367;

/** @returns whether the day exists */
function isEthiopianDay({ year, month, day }: EthiopianDate): boolean {
  const lastDay = month <= 12 ? 30 : year % 4 === 3 ? 6 : 5;
  if (![year, month, day].every(Number.isInteger)) return false;
  return year > 0 && month >= 1 && month <= 13 && day >= 1 && day <= lastDay;
}

/** @returns the same day as `YYYY-MM-DD` in the Gregorian calendar; `undefined` if there is no such day */
export function toGregorian(date: EthiopianDate): string | undefined {
  if (!isEthiopianDay(date)) return undefined;
  const { year, month, day } = date;
  const daysSince1970 =
    epochDay + 365 * (year - 1) + Math.floor(year / 4) + 30 * (month - 1) + day - 1;
  return new Date(daysSince1970 * dayMs).toISOString().slice(0, 10);
}

/** @param dateText `YYYY-MM-DD` in the Gregorian calendar */
export function toEthiopian(dateText: string): EthiopianDate {
  const daysSinceEpoch = Date.parse(`${dateText}T00:00:00Z`) / dayMs - epochDay;
  const ethiopianYear = Math.floor((4 * daysSinceEpoch + 1463) / 1461);
  const dayOfYear = daysSinceEpoch - 365 * (ethiopianYear - 1) - Math.floor(ethiopianYear / 4);
  return { year: ethiopianYear, month: Math.floor(dayOfYear / 30) + 1, day: (dayOfYear % 30) + 1 };
}

/** @param gregorianDate `YYYY-MM-DD` in the Gregorian calendar @returns e.g. `18 Megabit 1996` */
export function formatEthiopianDay(gregorianDate: string): string {
  const { day, month, year } = toEthiopian(gregorianDate);
  return texts.date(day, texts.months[month - 1] ?? '', year);
}

/** @param gregorianText the same day in words @returns the day in both calendars, in the language of this build */
export function inBothCalendars(gregorianDate: string, gregorianText: string): string {
  return texts.both(gregorianText, formatEthiopianDay(gregorianDate));
}

// The time of day in Ethiopia: twelve hours of day are counted from 6 in the morning, twelve of night from 6 in the
// evening.

const periodsOfDay = ['night', 'morning', 'afternoon', 'evening'] as const;

/** Six hours each, from midnight. */
type Period = (typeof periodsOfDay)[number];

export interface LocalTime {
  period: Period;
  /** 1 to 12. */
  hour: number;
}

/** @param hour 0 to 23 */
export function toLocalTime(hour: number): LocalTime {
  return { period: periodsOfDay[Math.floor(hour / 6)] ?? 'night', hour: ((hour + 5) % 12) + 1 };
}

/** Templates of a language with `{time}`, the local hour; `both` has `{local}`, the filled one, and `{clock}`, e.g. `15:05`. */
export type ClockTexts = Readonly<Record<Period | 'both', string>>;

/** @param clockText e.g. `15:05` @returns both times, e.g. `ከቀኑ 9:05 ሰዓት (15:05)`; a full hour without minutes */
export function inBothClocks(clockText: string, texts: ClockTexts): string {
  const [hours, minutes] = clockText.split(':');
  const { period, hour } = toLocalTime(Number(hours));
  const localTimeText = minutes === '00' ? `${hour}` : `${hour}:${minutes}`;
  return texts.both
    .replace('{local}', texts[period].replace('{time}', localTimeText))
    .replace('{clock}', clockText);
}
