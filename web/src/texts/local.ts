/**
 * Days, times and countries as English says them: as they are, without the calendar and the lists that other languages
 * need. There web/build/languages.ts puts local-beside.ts here.
 */

/** @param _day `YYYY-MM-DD` @param gregorian the day in words @returns both calendars' days, where that is read */
export const inBothCalendars = (_day: string, gregorian: string): string => gregorian;

/** @param time e.g. `15:05` @returns the local reckoning's time, too, where that is read */
export const inBothClocks = (time: string): string => time;

/** @param country its English name @returns its name in this language */
export const ownCountry = (country: string): string => country;
