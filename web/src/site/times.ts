/** Dates and times in the college's time zone, because the applicant may be in another one. */

import { inBothClocks } from '../texts/english-formats.ts';
import { formatLongDay } from '../texts/formats.ts';
import { useSite } from './client.ts';

/** @returns the college's time zone, e.g. `Africa/Addis_Ababa` */
export function useTimeZone(): string {
  return useSite().settings.timeZone ?? 'Africa/Addis_Ababa';
}

/** @param timeMs in milliseconds since 1970 @returns e.g. `14:05`; in Amharic by the local reckoning, too */
export function formatClockTime(timeMs: number, timeZone: string): string {
  // The Swedish locale writes dates and times in the ISO format, in any browser.
  return inBothClocks(
    new Date(timeMs).toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit', timeZone }),
  );
}

/** @param timeMs in milliseconds since 1970 @returns e.g. `21 November 2026`; the Ethiopian day, too, where that is read */
export function formatDay(timeMs: number, timeZone: string): string {
  return formatLongDay(new Date(timeMs).toLocaleDateString('sv', { timeZone }));
}

/** @returns e.g. `21 November 2026, 14:05` */
export function formatDayAndTime(timeMs: number, timeZone: string): string {
  return `${formatDay(timeMs, timeZone)}, ${formatClockTime(timeMs, timeZone)}`;
}
