import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Timeline, Timings } from './timings.ts';

/** One who set out and one answer, in each of these seconds. */
function timelineOf(seconds: Iterable<number>): Timeline {
  const timeline = new Timeline();
  for (const second of seconds) {
    const slice = timeline.at(second * 1000 + 999);
    slice.started += 1;
    slice.answered += 1;
    slice.answerTimes.record(second % 100);
  }
  return timeline;
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
const total = (timeline: Timeline) =>
  timeline.slices.reduce((sum, [, { started }]) => sum + started, 0);

test('a slice is a second of the wall clock', () => {
  expect(timelineOf([7, 7, 9]).slices.map(([second, { started }]) => [second, started])).toEqual([
    [7, 2],
    [9, 1],
  ]);
});

test('a long run gets wider slices instead of more, and nothing is lost', () => {
  const timeline = timelineOf(range(1001, 5000));
  expect(timeline.slices.length).toBeLessThanOrEqual(600);
  expect(timeline.width).toBe(16);
  expect(total(timeline)).toBe(5000);
  expect(timeline.slices.every(([second]) => second % 16 === 0)).toBe(true);
});

test('so do two that are far apart, so that a chart of them stays small', () => {
  const timeline = timelineOf([0, 86_400]);
  const [[first = 0] = [], [last = 0] = []] = timeline.slices;
  expect((last - first) / timeline.width).toBeLessThanOrEqual(600);
  expect(total(timeline)).toBe(2);
});

test('timelines of different widths are added where they were at the same time', () => {
  const long = timelineOf(range(0, 1000));
  const short = timelineOf([500, 501, 502]);
  short.add(long);
  expect(short.width).toBe(2);
  expect(total(short)).toBe(1003);
  const at = new Map(short.slices);
  expect([at.get(498)?.started, at.get(500)?.started, at.get(502)?.answerTimes.count]).toEqual([
    2, 4, 3,
  ]);
});

test('of several clients the busiest is reported', () => {
  const [one, other] = [new Timeline(), new Timeline()];
  one.at(0).client = { cpu: 0.9, rssBytes: 10, heapBytes: 5 };
  other.at(0).client = { cpu: 0.1, rssBytes: 20, heapBytes: 5 };
  one.add(other);
  expect(one.slices[0]?.[1].client).toEqual({ cpu: 0.9, rssBytes: 20, heapBytes: 5 });
});

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
      const described = timings.percentile(percent) * 1000;
      expect(described).toBeGreaterThanOrEqual(exact - 1e-6);
      expect(described).toBeLessThanOrEqual(exact * 1.001 + 1);
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

test('a histogram that is not the one its count speaks of is refused', () => {
  const encoded = timingsOf([1, 2, 3]).encode();
  expect(() => Timings.decode({ ...encoded, count: 4 })).toThrow('does not match its count');
  expect(() => Timings.decode(encoded, 2)).toThrow('does not match its count');
});
