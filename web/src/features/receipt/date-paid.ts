import { clockTime, dayOf } from '../../site/times.ts';
import { code } from '../../texts/current.ts';

/**
 * The date of a payment in long US format with its time (journey specification, section 2), in other languages than English as
 * they write it. A time with a zone is shown in the college's zone, a time without one unchanged.
 * @param raw whatever a backend writes
 * @param collegeZone e.g. `Africa/Addis_Ababa`
 * @returns unreadable text unchanged; an empty text if there is none
 */
export function datePaid(raw: unknown, collegeZone: string): string {
  const moment = readDate(raw);
  if (!moment) return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  const { time, timeZone = collegeZone, hasTime } = moment;
  if (code !== 'en') {
    const day = dayOf(time, timeZone);
    return hasTime ? `${day}, ${clockTime(time, timeZone)}` : day;
  }
  const clock = hasTime ? ({ timeStyle: 'short' } as const) : {};
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', ...clock, timeZone });
  // Some browsers put a narrow no-break space before AM and PM.
  return format.format(time).replace(/\s/g, ' ');
}

/** A moment, and the zone to show it in: without one, the college's. */
interface Moment {
  /** Milliseconds since 1970. */
  time: number;
  timeZone?: 'UTC';
  /** False for a day without a time. */
  hasTime: boolean;
}

/** A day, optionally with a time, optionally with a zone. */
const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Smaller numbers are seconds: as milliseconds they would be before 1973. */
const firstMilliseconds = 1e11;

/**
 * Reads what backends write for a date: ISO, a number since 1970, or a Java-style list `[2026, 11, 21, 15, 5]`.
 * A time without a zone is treated as UTC (journey specification, section 3, receipt).
 * @returns `undefined` for anything else
 */
function readDate(raw: unknown): Moment | undefined {
  if (Array.isArray(raw)) return withoutZone(raw);
  if (typeof raw === 'number') return inCollege(raw < firstMilliseconds ? raw * 1000 : raw);
  const match = typeof raw === 'string' ? iso.exec(raw.trim()) : null;
  if (!match) return undefined;
  const zone = match[7];
  const written = withoutZone(match.slice(1, 7).flatMap((part) => (part ? [Number(part)] : [])));
  return written && zone ? inCollege(written.time - offsetOf(zone)) : written;
}

function inCollege(time: number): Moment | undefined {
  const isTime = !Number.isNaN(new Date(time).getTime());
  return isTime ? { time, hasTime: true } : undefined;
}

function withoutZone(parts: readonly unknown[]): Moment | undefined {
  if (parts.length < 3 || !parts.every(isWhole)) return undefined;
  const [year = 0, month = 0, ...rest] = parts;
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // JavaScript would turn February 30 into March.
  const isReal = [
    [date.getUTCFullYear(), year],
    [date.getUTCMonth(), month - 1],
    [date.getUTCDate(), day],
    [date.getUTCHours(), hour],
    [date.getUTCMinutes(), minute],
  ].every(([is, written]) => is === written);
  return isReal ? { time: date.getTime(), timeZone: 'UTC', hasTime: parts.length > 3 } : undefined;
}

function isWhole(part: unknown): part is number {
  return Number.isInteger(part);
}

function offsetOf(zone: string): number {
  const [sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)?.slice(1) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -offset : offset;
}
