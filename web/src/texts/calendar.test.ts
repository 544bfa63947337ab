import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inBothClocks, toEthiopian, toGregorian, toLocalHour } from './calendar.ts';

describe('ethiopian', () => {
  const dayMs = 86_400_000;

  test('every day from 1900 to 2100 is the one that ICU has, there and back', () => {
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
      const parts = new Map(
        icu.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
      );
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
});

describe('local time', () => {
  const catalogue = new URL('../../languages/am.json', import.meta.url);
  const { clock: amharic } = JSON.parse(readFileSync(catalogue, 'utf8')).about;

  const hours = Array.from({ length: 24 }, (_, hour) => hour);

  test.each([
    ['00:00', 'ከሌሊቱ 6 ሰዓት (00:00)'],
    ['06:00', 'ከጠዋቱ 12 ሰዓት (06:00)'],
    ['12:00', 'ከቀኑ 6 ሰዓት (12:00)'],
    ['23:00', 'ከምሽቱ 5 ሰዓት (23:00)'],
    ['15:05', 'ከቀኑ 9:05 ሰዓት (15:05)'],
    ['00:59', 'ከሌሊቱ 6:59 ሰዓት (00:59)'],
  ])('in Amharic %s is %s', (time, said) => {
    expect(inBothClocks(time, amharic)).toBe(said);
  });

  test('the local hour is six behind, on the same face of twelve', () => {
    for (const hour of hours) expect(toLocalHour(hour).hour % 12, `${hour}`).toBe((hour + 6) % 12);
  });

  test('its periods begin when those of the calendar data of ICU do', () => {
    const icu = new Intl.DateTimeFormat('am', {
      hour: 'numeric',
      // Without minutes, all of the hour from twelve is noon.
      minute: 'numeric',
      dayPeriod: 'long',
      timeZone: 'UTC',
    });
    const named = (hour: number) =>
      icu.formatToParts(Date.UTC(2026, 10, 23, hour, 30)).find(({ type }) => type === 'dayPeriod')
        ?.value;
    const changes = (of: (hour: number) => unknown) =>
      hours.flatMap((hour) => (of(hour) === of((hour + 23) % 24) ? [] : [hour]));
    expect(changes((hour) => toLocalHour(hour).period)).toEqual(changes(named));
  });
});
