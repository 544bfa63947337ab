import { expect, test } from 'vitest';
import { typedDate } from './date-field.tsx';

const typed = (day: string, month: string, year: string) =>
  typedDate({ birthDay: day, birthMonth: month, birthYear: year }, 'birth');

test.each([
  ['7', '3', '2004', '2004-03-07'],
  [' 27 ', '12', '1999', '1999-12-27'],
])('%s %s %s is %s', (day, month, year, date) => {
  expect(typed(day, month, year)).toBe(date);
});

test('nothing typed is no date, and half a date is none that the rules take', () => {
  expect(typed('', ' ', '')).toBe('');
  expect(typed('', '3', '2004')).toBe('2004-03-00');
  expect(typed('7', '3', '')).toBe('-03-07');
});
