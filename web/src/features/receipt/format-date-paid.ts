import { clockTime, dayOf } from '../../site/times.ts';
import { code as language } from '../../texts/current.ts';

/**
 * Formats the date and time of a payment: in English in the long US format (journey specification, section 2), in other
 * languages as they write it. A time with a zone is shown in the college's zone, a time without one unchanged.
 * @param raw the date as the backend sent it
 * @param collegeZone e.g. `Africa/Addis_Ababa`
 * @returns unreadable text unchanged; an empty text if there is none
 */
export function formatDatePaid(raw: unknown, collegeZone: string): string {
  const moment = readDate(raw);
  if (!moment) return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  const { timeMs, timeZone = collegeZone, hasTime } = moment;
  if (language !== 'en') {
    const day = dayOf(timeMs, timeZone);
    return hasTime ? `${day}, ${clockTime(timeMs, timeZone)}` : day;
  }
  const timeOption = hasTime ? ({ timeStyle: 'short' } as const) : {};
  const formatter = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    ...timeOption,
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
 * Reads what backends write for a date: ISO, a number since 1970, or a Java-style list `[2026, 11, 21, 15, 5]`.
 * A time without a zone is treated as UTC (journey specification, section 3, receipt).
 * @returns `undefined` for anything else
 */
function readDate(raw: unknown): Moment | undefined {
  if (Array.isArray(raw)) return fromParts(raw);
  if (typeof raw === 'number') return inCollegeZone(raw < smallestMilliseconds ? raw * 1000 : raw);
  const match = typeof raw === 'string' ? isoDatePattern.exec(raw.trim()) : null;
  if (!match) return undefined;
  const zone = match[7];
  const withoutOffset = fromParts(
    match.slice(1, 7).flatMap((part) => (part ? [Number(part)] : [])),
  );
  return withoutOffset && zone
    ? inCollegeZone(withoutOffset.timeMs - offsetMs(zone))
    : withoutOffset;
}

/** @returns a moment to show in the college's zone; `undefined` if it is outside of JavaScript's range */
function inCollegeZone(timeMs: number): Moment | undefined {
  const isValid = !Number.isNaN(new Date(timeMs).getTime());
  return isValid ? { timeMs, hasTime: true } : undefined;
}

/** @param parts year, month, day, and optionally hour, minute and second @returns `undefined` if there is no such date */
function fromParts(parts: readonly unknown[]): Moment | undefined {
  if (parts.length < 3 || !parts.every(isInteger)) return undefined;
  const [year = 0, month = 0, ...rest] = parts;
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
    ? { timeMs: date.getTime(), timeZone: 'UTC', hasTime: parts.length > 3 }
    : undefined;
}

function isInteger(part: unknown): part is number {
  return Number.isInteger(part);
}

/** @param zone e.g. `+03:00`; anything else, e.g. `Z`, has the offset 0 */
function offsetMs(zone: string): number {
  const [sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)?.slice(1) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -offset : offset;
}
