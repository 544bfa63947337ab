import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrivalShapes, countWithin, dueAt, meanLevel, type Schedule } from './arrivals.ts';

const steady = (rate: number, rampSeconds = 0): Schedule => ({
  rate,
  rampSeconds,
  shape: 'steady',
});

test('without a ramp applicants are due at even distances', () => {
  expect([0, 1, 2, 3].map((index) => dueAt(index, steady(4)))).toEqual([0, 250, 500, 750]);
});

test('a ramp grows evenly to the full rate, and goes on with it', () => {
  // 10 per second after 2 seconds: 10 applicants during the ramp, half of them in its last 0.6 s.
  const due = Array.from({ length: 21 }, (_, index) => dueAt(index, steady(10, 2)));
  expect(due.filter((ms) => ms < 1000)).toHaveLength(3);
  expect(due[10]).toBeCloseTo(2000);
  expect(due[20]).toBeCloseTo(3000);
  const distances = due.slice(1).map((ms, at) => ms - (due[at] as number));
  expect(distances.slice(0, 10)).toEqual(distances.slice(0, 10).sort((a, b) => b - a));
});

/** Arrivals per second in each tenth of a run of 1000 s at a full rate of 10. */
function tenths(shape: Schedule['shape']): number[] {
  const schedule = { rate: 10, shape, rampSeconds: 0, seconds: 1000 };
  const counts = new Array<number>(10).fill(0);
  for (let index = 0; index < countWithin(1000, schedule); index++) {
    const tenth = Math.min(9, Math.floor(dueAt(index, schedule) / 100_000));
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  return counts.map((count) => Math.round(count / 10) / 10);
}

describe('the shapes', () => {
  test('are what the guide says of them', () => {
    expect(tenths('ramp')).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]);
    // The spike lies across the middle, half of it on either side.
    expect(tenths('spike')).toEqual([2, 2, 2, 2, 6, 6, 2, 2, 2, 2]);
    expect(tenths('deadline')).toEqual([1.1, 1.3, 1.5, 1.7, 1.9, 3, 5, 7, 9, 8]);
  });

  test('bring on average what they are said to', () => {
    expect(arrivalShapes.map((shape) => Math.round(meanLevel(shape) * 1000) / 1000)).toEqual([
      1, 0.5, 0.28, 0.395,
    ]);
  });

  test('all arrive in order, within the time, and never faster than the full rate', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...arrivalShapes),
        fc.double({ min: 0.5, max: 50, noNaN: true }),
        fc.double({ min: 1, max: 60, noNaN: true }),
        fc.integer({ min: 0, max: 20 }),
        (shape, rate, seconds, ramp) => {
          const rampSeconds = shape === 'steady' ? ramp : 0;
          const schedule = { rate, shape, rampSeconds, seconds };
          const count = countWithin(seconds, schedule);
          const due = Array.from({ length: count }, (_, index) => dueAt(index, schedule));
          expect(due[0]).toBe(0);
          expect(due.at(-1)).toBeLessThanOrEqual(seconds * 1000 + 1e-3);
          for (const [at, ms] of due.slice(1).entries()) {
            expect(ms - (due[at] as number)).toBeGreaterThanOrEqual(1000 / rate - 1e-3);
          }
        },
      ),
    );
  });
});
