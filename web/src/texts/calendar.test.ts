import { describe, expect, test } from 'vitest';
import amharicCatalogue from '../../languages/am.json' with { type: 'json' };
import { inBothClocks, toEthiopian, toGregorian, toLocalTime } from './calendar.ts';

describe('ethiopian', () => {
  const dayMs = 86_400_000;

  test('every day from 1900 to 2100 is converted as ICU does, in both directions', () => {
    const icuFormat = new Intl.DateTimeFormat('en-u-ca-ethiopic', {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    const differingDates: string[] = [];
    let dayCount = 0;
    for (let time = Date.UTC(1900, 0, 1); time <= Date.UTC(2100, 11, 31); time += dayMs) {
      const date = new Date(time).toISOString().slice(0, 10);
      const numberByPart = new Map(
        icuFormat.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
      );
      const [year, month, day] = [
        numberByPart.get('year'),
        numberByPart.get('month'),
        numberByPart.get('day'),
      ];
      const ethiopianDate = toEthiopian(date);
      const isSame =
        ethiopianDate.year === year && ethiopianDate.month === month && ethiopianDate.day === day;
      if (!isSame || toGregorian(ethiopianDate) !== date) differingDates.push(date);
      dayCount += 1;
    }
    expect(differingDates).toEqual([]);
    expect(dayCount).toBe(73_414);
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
  const { clock: amharic } = amharicCatalogue.about;

  const hours = Array.from({ length: 24 }, (_, hour) => hour);

  test.each([
    ['00:00', 'ከሌሊቱ 6 ሰዓት (00:00)'],
    ['06:00', 'ከጠዋቱ 12 ሰዓት (06:00)'],
    ['12:00', 'ከቀኑ 6 ሰዓት (12:00)'],
    ['23:00', 'ከምሽቱ 5 ሰዓት (23:00)'],
    ['15:05', 'ከቀኑ 9:05 ሰዓት (15:05)'],
    ['00:59', 'ከሌሊቱ 6:59 ሰዓት (00:59)'],
  ])('in Amharic %s is %s', (time, expectedText) => {
    expect(inBothClocks(time, amharic)).toBe(expectedText);
  });

  test('the local hour differs by six on a clock of twelve hours', () => {
    for (const hour of hours) expect(toLocalTime(hour).hour % 12, `${hour}`).toBe((hour + 6) % 12);
  });

  test('the periods of the day begin at the hours of ICU', () => {
    const icu = new Intl.DateTimeFormat('am', {
      hour: 'numeric',
      // Without minutes, ICU calls the whole hour after twelve noon.
      minute: 'numeric',
      dayPeriod: 'long',
      timeZone: 'UTC',
    });
    const readIcuPeriod = (hour: number) =>
      icu.formatToParts(Date.UTC(2026, 10, 23, hour, 30)).find(({ type }) => type === 'dayPeriod')
        ?.value;
    const hoursOfChange = (periodOf: (hour: number) => unknown) =>
      hours.flatMap((hour) => (periodOf(hour) === periodOf((hour + 23) % 24) ? [] : [hour]));
    expect(hoursOfChange((hour) => toLocalTime(hour).period)).toEqual(hoursOfChange(readIcuPeriod));
  });
});
