import { describe, expect, test } from 'vitest';
import { nights } from '../testing/nights.ts';
import { availability, seriesOf, share, speeds, weeksOf } from './history.ts';

const month = nights();

test('all of it is 100 %, and of nothing there is no share', () => {
  expect(share(availability(month.slice(0, 3)))).toBe('100 %');
  expect(share(availability([]))).toBe('–');
});

describe('weeks', () => {
  test('begin on Monday, and one without runs is there', () => {
    const gap = [...nights(2), ...nights(22).slice(21)];
    expect(weeksOf(gap).map(({ monday, entries }) => [monday, entries.length])).toEqual([
      ['2026-10-26', 2],
      ['2026-11-02', 0],
      ['2026-11-09', 0],
      ['2026-11-16', 1],
    ]);
  });

  test('have no median of what was not measured', () => {
    const gap = [...nights(1), ...nights(16).slice(15)];
    expect(speeds(gap)[0]?.weekly).toEqual([40, undefined, 80]);
  });
});

test('each command and target is a series of its own', () => {
  const all = [...nights(2), ...nights(3, { target: 'other' }), ...nights(1, { command: 'check' })];
  expect(seriesOf(all).map(({ entries }) => entries.length)).toEqual([2, 3, 1]);
});
