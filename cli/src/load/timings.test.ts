import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Timings } from './timings.ts';

function timingsOf(all: readonly number[]): Timings {
  const timings = new Timings();
  for (const ms of all) timings.record(ms);
  return timings;
}

const durations = fc.array(fc.double({ min: 0, max: 4_000_000, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

test('a percentile is at most a thousandth above what a sorted list says, and the maximum is exact', () => {
  fc.assert(
    fc.property(durations, fc.integer({ min: 1, max: 100 }), (all, percent) => {
      const timings = timingsOf(all);
      const sorted = all.map((ms) => Math.round(ms * 1000)).sort((a, b) => a - b);
      const exact = sorted[Math.ceil((percent / 100) * sorted.length) - 1] as number;
      const told = timings.percentile(percent) * 1000;
      expect(told).toBeGreaterThanOrEqual(exact - 1e-6);
      expect(told).toBeLessThanOrEqual(exact * 1.001 + 1);
      expect(timings.max * 1000).toBeCloseTo(sorted.at(-1) as number);
    }),
  );
});

/** Not the encoded bytes: of two histograms with the same counts they may differ. */
const figuresOf = (timings: Timings) => [
  timings.count,
  timings.max,
  ...Array.from({ length: 200 }, (_, at) => timings.percentile((at + 1) / 2)),
];

test('parts that were written, read and added are what one would have that recorded all', () => {
  fc.assert(
    fc.property(durations, durations, (one, other) => {
      const sum = Timings.decode(timingsOf(one).encode());
      sum.add(Timings.decode(timingsOf(other).encode()));
      const all = timingsOf([...one, ...other]);
      expect(figuresOf(sum)).toEqual(figuresOf(all));
    }),
  );
});

test('nothing recorded is reported as nothing', () => {
  const none = new Timings();
  expect([none.count, none.max, none.mean, none.percentile(99)]).toEqual([0, 0, 0, 0]);
});

test('a clock that stepped back counts as no time at all', () => {
  const timings = timingsOf([-5]);
  expect([timings.count, timings.max]).toEqual([1, 0]);
});

test('a histogram that is not the one its count tells of is refused', () => {
  const encoded = timingsOf([1, 2, 3]).encode();
  expect(() => Timings.decode({ ...encoded, count: 4 })).toThrow('does not match its count');
  expect(() => Timings.decode(encoded, 2)).toThrow('does not match its count');
});
