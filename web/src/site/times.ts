/** The time, and dates and times in the college's time zone, because the applicant may be in another one. */

import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { inBothClocks } from '../texts/english-formats.ts';
import { formatLongDay, isDayOver } from '../texts/formats.ts';
import { builtDataAtom, isHydratedAtom } from './atoms.ts';
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

/** @returns a function that says whether a day, e.g. `2027-02-01`, is over: now, or during hydration when it was built */
export function useIsDayOver(): (day: string) => boolean {
  const { now } = useSite().clock;
  const { builtAt } = useAtomValue(builtDataAtom);
  const fixedTimeMs = useAtomValue(isHydratedAtom) ? undefined : builtAt;
  return (day) => isDayOver(day, fixedTimeMs ?? now());
}

/** @param deadline in milliseconds since 1970 @returns the whole seconds until then; 0 when it has passed */
export function useTimeLeft(deadline: number): number {
  const { now, watch } = useSite().clock;
  const secondsLeftAtom = useMemo(() => {
    const countSecondsLeft = () => Math.max(0, Math.ceil((deadline - now()) / 1000));
    const secondsAtom = atom(countSecondsLeft());
    secondsAtom.onMount = (set) =>
      watch(() => {
        set(countSecondsLeft());
        return countSecondsLeft() > 0 ? (deadline - now()) % 1000 || 1000 : undefined;
      });
    return secondsAtom;
  }, [deadline, now, watch]);
  return useAtomValue(secondsLeftAtom);
}

/**
 * Whether a deadline has passed. It becomes true only after the host has confirmed the time, which is asked until it
 * responds.
 * @param deadline in milliseconds since 1970
 */
export function useIsPast(deadline: number): boolean {
  const { isPast, now, watch } = useSite().clock;
  const isPastAtom = useMemo(() => {
    const hasPassedAtom = atom(isPast(deadline));
    hasPassedAtom.onMount = (set) =>
      watch(() => {
        set(isPast(deadline));
        const leftMs = deadline - now();
        return leftMs > 0 && leftMs < Number.POSITIVE_INFINITY ? leftMs : undefined;
      });
    return hasPassedAtom;
  }, [deadline, isPast, now, watch]);
  return useAtomValue(isPastAtom);
}
