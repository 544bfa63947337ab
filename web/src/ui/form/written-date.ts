/** Finds a whole date in what is pasted or filled into one of the fields for day, month and year. */
import { toGregorian } from '../../texts/calendar.ts';
import { calendarTexts } from '../../texts/calendar-words.ts';
import { languages } from '../../texts/languages.ts';
import { cleanText, toLatinDigits } from './clean-text.ts';

/**
 * @param text e.g. `12/03/2000`, whose day comes first, `2000-03-12` or `12 March 2000`; with the name of an Ethiopian
 *   month, in the Ethiopian calendar
 * @returns the day in the Gregorian calendar as `YYYY-MM-DD`; `undefined` if the text is not one whole date
 */
export function readWrittenDate(text: string): string | undefined {
  const dateText = toLatinDigits(cleanText(text, 'text')).replace(/T[\d:.]+Z?$/, '');
  const parts = dateText.split(/[\s,./\-፣]+/).filter(Boolean);
  const numbers = parts.map((part) => /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(part)?.[1] ?? '');
  const yearIndex = numbers.findIndex((digits) => digits.length === 4);
  const otherIndexes = [0, 1, 2].filter((index) => index !== yearIndex);
  if (parts.length !== 3 || yearIndex < 0) return undefined;
  const year = Number(numbers[yearIndex]);
  const nameIndex = numbers.indexOf('');
  if (nameIndex >= 0) {
    const day = Number(numbers[otherIndexes.find((index) => index !== nameIndex) ?? -1]);
    const monthName = parts[nameIndex] ?? '';
    const ethiopianMonth = calendarTexts.months.indexOf(monthName) + 1;
    if (ethiopianMonth > 0) return toGregorian({ day, month: ethiopianMonth, year });
    return makeDate(year, readMonth(monthName), day);
  }
  const [first = 0, second = 0] = otherIndexes.map((index) => Number(numbers[index]));
  if (yearIndex === 0) return makeDate(year, first, second);
  // Only in America the month comes first, which is sure if the second number is no month.
  return yearIndex === 2
    ? (makeDate(year, second, first) ?? makeDate(year, first, second))
    : undefined;
}

/** @returns `undefined` if there is no such day */
function makeDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}

const monthNumbers = Array.from({ length: 12 }, (_, index) => index + 1);

/** @returns the number of a month by its name in any language of the site, or by the beginning of it; 0 if there is none */
function readMonth(name: string): number {
  const isNamed = (month: number) =>
    Object.keys(languages).some((code) =>
      new Date(Date.UTC(2000, month - 1))
        .toLocaleDateString(code, { month: 'long', timeZone: 'UTC' })
        .toLowerCase()
        .startsWith(name.toLowerCase()),
    );
  const matches = monthNumbers.filter(isNamed);
  return matches.length === 1 && name.length > 1 ? (matches[0] ?? 0) : 0;
}
