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

  /** Every hour of the day in Amharic. */
  const hours = [
    'ከሌሊቱ 6 ሰዓት (00:00)',
    'ከሌሊቱ 7 ሰዓት (01:00)',
    'ከሌሊቱ 8 ሰዓት (02:00)',
    'ከሌሊቱ 9 ሰዓት (03:00)',
    'ከሌሊቱ 10 ሰዓት (04:00)',
    'ከሌሊቱ 11 ሰዓት (05:00)',
    'ከጠዋቱ 12 ሰዓት (06:00)',
    'ከጠዋቱ 1 ሰዓት (07:00)',
    'ከጠዋቱ 2 ሰዓት (08:00)',
    'ከጠዋቱ 3 ሰዓት (09:00)',
    'ከጠዋቱ 4 ሰዓት (10:00)',
    'ከጠዋቱ 5 ሰዓት (11:00)',
    'ከቀኑ 6 ሰዓት (12:00)',
    'ከቀኑ 7 ሰዓት (13:00)',
    'ከቀኑ 8 ሰዓት (14:00)',
    'ከቀኑ 9 ሰዓት (15:00)',
    'ከቀኑ 10 ሰዓት (16:00)',
    'ከቀኑ 11 ሰዓት (17:00)',
    'ከምሽቱ 12 ሰዓት (18:00)',
    'ከምሽቱ 1 ሰዓት (19:00)',
    'ከምሽቱ 2 ሰዓት (20:00)',
    'ከምሽቱ 3 ሰዓት (21:00)',
    'ከምሽቱ 4 ሰዓት (22:00)',
    'ከምሽቱ 5 ሰዓት (23:00)',
  ];

  const two = (hour: number) => String(hour).padStart(2, '0');

  describe('in Amharic', () => {
    test.each(hours.map((said, hour) => [`${two(hour)}:00`, said]))('%s is %s', (time, said) => {
      expect(inBothClocks(time, amharic)).toBe(said);
    });

    test('minutes follow the hour', () => {
      expect(inBothClocks('15:05', amharic)).toBe('ከቀኑ 9:05 ሰዓት (15:05)');
      expect(inBothClocks('00:59', amharic)).toBe('ከሌሊቱ 6:59 ሰዓት (00:59)');
    });
  });

  test('the local hour is six behind, on the same face of twelve', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      expect(toLocalHour(hour).hour % 12, two(hour)).toBe((hour + 6) % 12);
    }
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
      hours.flatMap((_said, hour) => (of(hour) === of((hour + 23) % 24) ? [] : [hour]));
    expect(changes((hour) => toLocalHour(hour).period)).toEqual(changes(named));
  });
});
