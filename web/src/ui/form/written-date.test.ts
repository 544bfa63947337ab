import { expect, test } from 'vitest';
import { readWrittenDate } from './written-date.ts';

test.each([
  ['12/03/2000', '2000-03-12'],
  ['2000-03-12', '2000-03-12'],
  ['2000-03-12T00:00:00.000Z', '2000-03-12'],
  ['12.3.2000', '2000-03-12'],
  ['12 - 03 - 2000', '2000-03-12'],
  ['03/25/2000', '2000-03-25'],
  ['١٢/٠٣/٢٠٠٠', '2000-03-12'],
  ['\u200f۱۲/۰۳/۲۰۰۰', '2000-03-12'],
  ['12 March 2000', '2000-03-12'],
  ['March 12th, 2000', '2000-03-12'],
  ['12-Mar-2000', '2000-03-12'],
  ['2000 Sept 1', '2000-09-01'],
  ['12 ማርች 2000', '2000-03-12'],
  ['3 Megabit 1992', '2000-03-12'],
])('%j is the day %s', (text, date) => {
  expect(readWrittenDate(text)).toBe(date);
});

test.each([
  ['a part of a date', ['12', '03', '2000', '12/03', '03/2000']],
  ['a day that does not exist', ['31/02/2000', '13/13/2000', '12/00/2000', '31 Pagumē 1992']],
  ['a month that is not clear', ['12 Ju 2000', '12 M 2000', '12 Smarch 2000']],
  ['a year of two digits, and more than a date', ['12/03/00', '12/03/2000 12', 'Hana 12/03/2000']],
])('no date is taken from %s', (_what, texts) => {
  for (const text of texts) expect(readWrittenDate(text), text).toBeUndefined();
});
