import { expect, test } from 'vitest';
import { toEthiopian, toGregorian } from './ethiopian.ts';

const dayMs = 86_400_000;

test('every day from 1900 to 2100 is the one that ICU tells, there and back', () => {
  const icu = new Intl.DateTimeFormat('en-u-ca-ethiopic', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const different: string[] = [];
  let days = 0;
  for (let time = Date.UTC(1900, 0, 1); time <= Date.UTC(2100, 11, 31); time += dayMs) {
    const date = new Date(time).toISOString().slice(0, 10);
    const parts = new Map(icu.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')];
    const own = toEthiopian(date);
    const isSame = own.year === year && own.month === month && own.day === day;
    if (!isSame || toGregorian(own) !== date) different.push(date);
    days += 1;
  }
  expect(different).toEqual([]);
  expect(days).toBe(73_414);
});

test.each([
  [{ year: 1996, month: 7, day: 18 }, '2004-03-27'],
  [{ year: 2000, month: 1, day: 1 }, '2007-09-12'],
  [{ year: 1995, month: 13, day: 6 }, '2003-09-11'],
])('%j is %s', (date, gregorian) => expect(toGregorian(date)).toBe(gregorian));

test.each([
  { year: 1996, month: 13, day: 6 },
  { year: 1995, month: 13, day: 7 },
  { year: 1996, month: 1, day: 31 },
  { year: 1996, month: 14, day: 1 },
  { year: 1996, month: 0, day: 1 },
  { year: 1996, month: 1, day: 0 },
  { year: 0, month: 1, day: 1 },
  { year: 1996, month: 1, day: 1.5 },
])('there is no %j', (date) => expect(toGregorian(date)).toBeUndefined());
