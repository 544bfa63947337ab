import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Timeline, Timings } from './measure.ts';

function makeTimings(durationsMs: readonly number[]): Timings {
  const timings = new Timings();
  for (const ms of durationsMs) timings.record(ms);
  return timings;
}

const durations = fc.array(fc.double({ min: 0.001, max: 4_000_000, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

test('percentiles and the maximum are at most a thousandth above what a sorted list says', () => {
  fc.assert(
    fc.property(durations, fc.integer({ min: 1, max: 100 }), (durationsMs, percent) => {
      const timings = makeTimings(durationsMs);
      const sortedTimes = durationsMs.map((ms) => Math.round(ms * 1000)).sort((a, b) => a - b);
      const exactMicros = sortedTimes[
        Math.ceil((percent / 100) * sortedTimes.length) - 1
      ] as number;
      const longestMicros = sortedTimes.at(-1) as number;
      for (const [micros, expectedMs] of [
        [timings.computePercentile(percent) * 1000, exactMicros],
        [timings.max * 1000, longestMicros],
      ] as const) {
        expect(micros).toBeGreaterThanOrEqual(expectedMs - 1e-6);
        expect(micros).toBeLessThanOrEqual(expectedMs * 1.001 + 1);
      }
    }),
  );
});

test('nothing recorded is reported as nothing', () => {
  const emptyTimings = new Timings();
  expect([
    emptyTimings.count,
    emptyTimings.max,
    emptyTimings.mean,
    emptyTimings.computePercentile(99),
  ]).toEqual([0, 0, 0, 0]);
});

test('a clock that stepped back, and one that leapt ahead, lose no event', () => {
  const timings = makeTimings([-5, 1e12]);
  expect([timings.count, timings.computePercentile(50)]).toEqual([2, 0.001]);
});

test('a run over time is in slices of ten seconds, without those in which nothing happened', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const timeline = new Timeline();
    timeline.add('started');
    timeline.add('answered', 20);
    vi.advanceTimersByTime(9_999);
    timeline.add('answered', 40);
    vi.advanceTimersByTime(25_000);
    timeline.add('through', 7_000);
    expect(timeline.slices).toMatchObject([
      { second: 0, started: 1, answered: 2, through: 0, answerTimes: { count: 2 } },
      { second: 30, started: 0, answered: 0, through: 1, journeyTimes: { count: 1 } },
    ]);
  } finally {
    vi.useRealTimers();
  }
});
