import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResolvedSettings } from '../core/configuration.ts';
import {
  computeDueTime,
  countWithin,
  formatSpan,
  makePlan,
  type PlanRequest,
  parseSeconds,
} from './plan.ts';

const settings = {
  target: 'https://test.example',
  dialectName: 'canonical',
  applicantName: 'hana',
  exam: 'pass',
  pay: 'offline',
} as ResolvedSettings;
const makePlanFrom = (request: Partial<PlanRequest>) =>
  makePlan({ rampSeconds: 0, checkAnswers: 'all', ...request }, settings);

test('a rate and a time make the number of applicants', () => {
  expect(makePlanFrom({ rate: 10, durationSeconds: 60 }).applicants).toBe(600);
  expect(makePlanFrom({ rate: 10, durationSeconds: 60, rampSeconds: 10 }).applicants).toBe(550);
});

test('with a concurrency the time ends the run, and a number too where there is one', () => {
  expect(makePlanFrom({ durationSeconds: 60 })).toMatchObject({
    durationSeconds: 60,
    model: { concurrency: 10 },
  });
  expect(makePlanFrom({ durationSeconds: 60 }).applicants).toBeUndefined();
  expect(makePlanFrom({ durationSeconds: 60, applicants: 7 }).applicants).toBe(7);
  expect(makePlanFrom({}).applicants).toBe(100);
});

test('a rate, a time and a number are one too many', () => {
  expect(() => makePlanFrom({ rate: 1, durationSeconds: 9, applicants: 9 })).toThrow(
    /two of them make the third/,
  );
});

test('without a ramp applicants are due at even distances', () => {
  const dueTimes = [0, 1, 2, 3].map((index) => computeDueTime(index, { rate: 4, rampSeconds: 0 }));
  expect(dueTimes).toEqual([0, 250, 500, 750]);
});

test('a ramp grows evenly to the full rate, and goes on with it', () => {
  // The rate grows from 0 to 10 per second in 2 s, so n applicants are due after 2 s × √(n / 10): the third at 0.9 s.
  const dueTimes = Array.from({ length: 21 }, (_, index) =>
    computeDueTime(index, { rate: 10, rampSeconds: 2 }),
  );
  expect(dueTimes.filter((dueMs) => dueMs < 1000)).toHaveLength(3);
  expect(dueTimes[10]).toBeCloseTo(2000);
  expect(dueTimes[20]).toBeCloseTo(3000);
});

test('all arrive in order, within the time, and never faster than the full rate', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 50, noNaN: true }),
      fc.double({ min: 1, max: 60, noNaN: true }),
      fc.integer({ min: 0, max: 20 }),
      (rate, durationSeconds, rampSeconds) => {
        const count = countWithin(durationSeconds, { rate, rampSeconds });
        const dueTimes = Array.from({ length: count }, (_, index) =>
          computeDueTime(index, { rate, rampSeconds }),
        );
        expect(dueTimes[0]).toBe(0);
        expect(dueTimes.at(-1)).toBeLessThanOrEqual(durationSeconds * 1000 + 1e-3);
        for (const [index, ms] of dueTimes.slice(1).entries()) {
          expect(ms - (dueTimes[index] as number)).toBeGreaterThanOrEqual(1000 / rate - 1e-3);
        }
      },
    ),
  );
});

test('times are read as people write them', () => {
  expect(['90', '90s', '10m', '10 min', '1.5h'].map(parseSeconds)).toEqual([
    90, 90, 600, 600, 5400,
  ]);
  expect([90, 600, 5400, 10_800].map(formatSpan)).toEqual(['90 s', '10 min', '90 min', '3 h']);
  for (const invalidText of ['', '0', '-1s', '10x', '8000h', 'm'])
    expect(() => parseSeconds(invalidText)).toThrow();
});
