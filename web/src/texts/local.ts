/**
 * A day with the other calendar after it: in English as it is; in the other languages web/build/languages.ts puts
 * the function of calendar.ts here.
 * @param _day `YYYY-MM-DD`
 * @param gregorian the day in words
 */
export const inBothCalendars = (_day: string, gregorian: string): string => gregorian;

/**
 * A time of day with the local reckoning after it: as it is, but where a language's catalogue has words for it;
 * there web/build/languages.ts puts the function of calendar.ts here.
 * @param time e.g. `15:05`
 */
export const inBothClocks = (time: string): string => time;

/**
 * The name of a country in this language, by its English one: the same; in the other languages web/build/languages.ts
 * puts the function of countries.ts here.
 */
export const ownCountry = (country: string): string => country;
