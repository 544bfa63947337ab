/**
 * Days, times and countries in English: unchanged, without the calendar and the lists that other languages need. In
 * their builds web/build/languages.ts replaces this module by translated-formats.ts.
 */

/** @param _day `YYYY-MM-DD` @param gregorian the day in words @returns the day; in other languages in both calendars */
export const inBothCalendars = (_day: string, gregorian: string): string => gregorian;

/** @param time e.g. `15:05` @returns the time; in other languages with the local time of day, too */
export const inBothClocks = (time: string): string => time;

/** @param country the English name @returns the name in this build's language */
export const localCountryName = (country: string): string => country;
