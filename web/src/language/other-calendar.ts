/**
 * A day with the other calendar beside it: in English as it is; in the other languages web/build/languages/plugin.ts puts
 * the function of src/calendar/ethiopian-day.ts here.
 * @param _day `YYYY-MM-DD`
 * @param gregorian the day in words
 */
export const inBothCalendars = (_day: string, gregorian: string): string => gregorian;
