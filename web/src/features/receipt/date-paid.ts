import { readDate } from './read-date.ts';

/**
 * When a payment was made, as a long date with its time (journey specification, section 2). A time with a zone is
 * shown in the college's zone, a time without one as it stands.
 * @param raw whatever a backend writes
 * @returns a text that can't be read as it is; nothing where there is none
 */
export function datePaid(raw: unknown): string {
  const moment = readDate(raw);
  if (!moment) return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  const { time, timeZone, hasTime } = moment;
  const clock = hasTime ? ({ timeStyle: 'short' } as const) : {};
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', ...clock, timeZone });
  // Some browsers write a narrow space before AM and PM, others a common one.
  return format.format(time).replace(/\s/g, ' ');
}
