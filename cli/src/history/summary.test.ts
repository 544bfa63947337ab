import { describe, expect, test } from 'vitest';
import { availability, endCounts, seriesOf, share, speeds, turns, weeksOf } from './summary.ts';
import { nights } from './testing/nights.ts';

const month = nights();

test('broken nights and those without a network count against the backend, and no others', () => {
  // 30 nights, one of which was misconfigured and could not tell.
  expect(availability(month)).toEqual({ up: 26, of: 29 });
  expect(share(availability(month))).toBe('89.7 %');
  expect(share(availability(month.slice(0, 3)))).toBe('100 %');
  expect(share(availability([]))).toBe('–');
});

test('runs are counted by how they ended, the most frequent first', () => {
  expect(endCounts(month)).toEqual([
    ['GOOD', 24],
    ['BROKEN', 2],
    ['NOT REACHED', 1],
    ['SLOW', 1],
    ['WAITING', 1],
    ['MISCONFIGURED', 1],
  ]);
});

test('a change is told once, with how many runs had ended as before', () => {
  const told = turns(month).map(({ before, entry, after }) => [
    entry.at.slice(0, 10),
    before.exitCode,
    entry.exitCode,
    after,
  ]);
  expect(told.slice(0, 4)).toEqual([
    ['2026-10-31', 0, 1, 5],
    ['2026-11-02', 1, 0, 2],
    ['2026-11-08', 0, 3, 6],
    ['2026-11-09', 3, 0, 1],
  ]);
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

  test('have a median of each operation, or none where it was not measured', () => {
    const login = speeds(month).find(({ operation }) => operation === 'auth.login');
    expect(login).toMatchObject({ runs: 29, p50: 94, max: 192 });
    expect(login?.weekly).toEqual([93, 92, 186, 93, 90]);
    const gap = [...nights(1), ...nights(16).slice(15)];
    expect(speeds(gap)[0]?.weekly).toEqual([40, undefined, 80]);
  });
});

test('each command and target is a series of its own', () => {
  const all = [...nights(2), ...nights(3, { target: 'other' }), ...nights(1, { command: 'check' })];
  expect(seriesOf(all).map(({ entries }) => entries.length)).toEqual([2, 3, 1]);
});
