/** Times of day, as the clocks of the college show them: hers may stand in another zone. */
import { longDay } from '../texts/formats.ts';
import { inBothClocks } from '../texts/local.ts';
import { useSite } from './client.ts';

/** @returns the college's zone, e.g. `Africa/Addis_Ababa` */
export function useZone(): string {
  return useSite().settings.timeZone ?? 'Africa/Addis_Ababa';
}

/** @param at in milliseconds since 1970 @returns e.g. `14:05`; in Amharic by the local reckoning, too */
export function clockTime(at: number, timeZone: string): string {
  // The locale of Sweden writes what ISO does, in any browser.
  return inBothClocks(
    new Date(at).toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit', timeZone }),
  );
}

/** @param at in milliseconds since 1970 @returns e.g. `21 November 2026`; the Ethiopian day, too, where that is read */
export function dayOf(at: number, timeZone: string): string {
  return longDay(new Date(at).toLocaleDateString('sv', { timeZone }));
}

/** @returns e.g. `21 November 2026, 14:05` */
export function dayAndTime(at: number, timeZone: string): string {
  return `${dayOf(at, timeZone)}, ${clockTime(at, timeZone)}`;
}
