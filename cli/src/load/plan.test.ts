import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueAt, shareOf } from './plan.ts';

test('without a ramp applicants are due at even distances', () => {
  expect([0, 1, 2, 3].map((index) => dueAt(index, 4, 0))).toEqual([0, 250, 500, 750]);
});

test('a ramp grows evenly to the full rate, and goes on with it', () => {
  // 10 per second after 2 seconds: 10 applicants during the ramp, half of them in its last 0.6 s.
  const due = Array.from({ length: 21 }, (_, index) => dueAt(index, 10, 2));
  expect(due.filter((ms) => ms < 1000)).toHaveLength(3);
  expect(due[10]).toBeCloseTo(2000);
  expect(due[20]).toBeCloseTo(3000);
  const distances = due.slice(1).map((ms, at) => ms - (due[at] as number));
  expect(distances.slice(0, 10)).toEqual(distances.slice(0, 10).sort((a, b) => b - a));
});

test('every applicant is walked by exactly one shard', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 500 }),
      (shards, count) => {
        const shares = Array.from({ length: shards }, (_, at) => shareOf(at + 1, shards, count));
        expect(shares.reduce((a, b) => a + b)).toBe(count);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
