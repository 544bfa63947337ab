import { expect, test } from 'vitest';
import { dateFromParts } from './form-entries.ts';

const dateOf = (day: string, month: string, year: string) =>
  dateFromParts({ birthDay: day, birthMonth: month, birthYear: year }, 'birth');

test.each([
  ['7', '3', '2004', '2004-03-07'],
  [' 27 ', '12', '1999', '1999-12-27'],
])('%s %s %s is %s', (day, month, year, date) => {
  expect(dateOf(day, month, year)).toBe(date);
});

test('empty parts are an empty text, and an incomplete date is one that the rules refuse', () => {
  expect(dateOf('', ' ', '')).toBe('');
  expect(dateOf('', '3', '2004')).toBe('2004-03-00');
  expect(dateOf('7', '3', '')).toBe('-03-07');
});
