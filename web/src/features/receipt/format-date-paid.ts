import { formatClockTime, formatDay } from '../../site/times.ts';
import { code as language } from '../../texts/current.ts';

/**
 * Formats the date and time of a payment: in English in the long US format (specification/journey §2), in other
 * languages as they write it. A time with a zone is shown in the college's zone, a time without one unchanged.
 * @param rawDate the date as the backend sent it
 * @param collegeZone e.g. `Africa/Addis_Ababa`
 * @returns unreadable text unchanged; an empty text if there is none
 */
export function formatDatePaid(rawDate: unknown, collegeZone: string): string {
  const moment = readDate(rawDate);
  if (!moment)
    return typeof rawDate === 'string' || typeof rawDate === 'number' ? String(rawDate).trim() : '';
  const { timeMs, timeZone = collegeZone, hasTime } = moment;
  if (language !== 'en') {
    const dayText = formatDay(timeMs, timeZone);
    return hasTime ? `${dayText}, ${formatClockTime(timeMs, timeZone)}` : dayText;
  }
  const timeStyleOption = hasTime ? ({ timeStyle: 'short' } as const) : {};
  const formatter = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    ...timeStyleOption,
    timeZone,
  });
  // Some browsers put a narrow no-break space before AM and PM.
  return formatter.format(timeMs).replace(/\s/g, ' ');
}

/** A date that was read, and the zone to show it in. */
interface Moment {
  /** Milliseconds since 1970. */
  timeMs: number;
  /** `UTC` for a date without a zone. Default: the college's zone. */
  timeZone?: 'UTC';
  /** False for a day without a time. */
  hasTime: boolean;
}

/** A day, optionally with a time, optionally with a zone. */
const isoDatePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Smaller numbers count as seconds: as milliseconds they would be dates before 1973. */
const smallestMilliseconds = 1e11;

/**
 * Reads what backends write for a date: ISO, a number since 1970, or a Java-style list `[2026, 11, 21, 15, 5]`. A time
 * without a zone is treated as UTC (specification/journey §3).
 * @returns `undefined` for anything else
 */
function readDate(rawDate: unknown): Moment | undefined {
  if (Array.isArray(rawDate)) return momentFromParts(rawDate);
  if (typeof rawDate === 'number')
    return momentInCollegeZone(rawDate < smallestMilliseconds ? rawDate * 1000 : rawDate);
  const dateMatch = typeof rawDate === 'string' ? isoDatePattern.exec(rawDate.trim()) : null;
  if (!dateMatch) return undefined;
  const offsetText = dateMatch[7];
  const momentWithoutOffset = momentFromParts(
    dateMatch.slice(1, 7).flatMap((part) => (part ? [Number(part)] : [])),
  );
  return momentWithoutOffset && offsetText
    ? momentInCollegeZone(momentWithoutOffset.timeMs - readOffsetMs(offsetText))
    : momentWithoutOffset;
}

/** @returns a moment to show in the college's zone; `undefined` if it is outside of JavaScript's range */
function momentInCollegeZone(timeMs: number): Moment | undefined {
  const isValid = !Number.isNaN(new Date(timeMs).getTime());
  return isValid ? { timeMs, hasTime: true } : undefined;
}

/** @param dateParts year, month, day, and optionally hour, minute and second @returns `undefined` if there is no such date */
function momentFromParts(dateParts: readonly unknown[]): Moment | undefined {
  if (dateParts.length < 3 || !dateParts.every(isInteger)) return undefined;
  const [year = 0, month = 0, ...rest] = dateParts;
  const [dayNumber = 0, hour = 0, minute = 0, second = 0] = rest;
  const date = new Date(Date.UTC(year, month - 1, dayNumber, hour, minute, second));
  // JavaScript would turn February 30 into March.
  const isRealDate = [
    [date.getUTCFullYear(), year],
    [date.getUTCMonth(), month - 1],
    [date.getUTCDate(), dayNumber],
    [date.getUTCHours(), hour],
    [date.getUTCMinutes(), minute],
  ].every(([actual, expected]) => actual === expected);
  return isRealDate
    ? { timeMs: date.getTime(), timeZone: 'UTC', hasTime: dateParts.length > 3 }
    : undefined;
}

function isInteger(datePart: unknown): datePart is number {
  return Number.isInteger(datePart);
}

/** @param offsetText e.g. `+03:00`; anything else, e.g. `Z`, has the offset 0 */
function readOffsetMs(offsetText: string): number {
  const [sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(offsetText)?.slice(1) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -offset : offset;
}
