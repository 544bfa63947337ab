import { expect, test } from 'vitest';
import { type LastGood, slownessReasons } from './smoke-report.ts';

const observed = (times: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(times).map(([name, ms]) => [name, { status: 200, ms, shape: {} }]),
  );
const observations = (times: Record<string, number>) => new Map(Object.entries(observed(times)));
const lastGood = (times: Record<string, number>): LastGood => ({
  version: 1,
  at: '2026-11-20T03:00:00Z',
  target: 'http://x.example',
  operations: observed(times),
});

test('an operation over the limit is slow, the slowest first', () => {
  expect(slownessReasons(observations({ a: 10, b: 4000, c: 5000 }), 3000, undefined)).toEqual([
    'c took 5000 ms (limit 3000)',
    'b took 4000 ms (limit 3000)',
  ]);
});

test('all operations together are held against the last good run', () => {
  const earlierRun = lastGood({ a: 50, b: 60, c: 70 });
  expect(slownessReasons(observations({ a: 400, b: 500, c: 600 }), 3000, earlierRun)).toEqual([
    'answers take 8.3 times as long as in the last good run, 440 ms more (median of 3 operations)',
  ]);
});

test('one slower answer, a few milliseconds, less than three times as long, or an operation that is new are no slowness', () => {
  const earlierRun = lastGood({ a: 50, b: 60, c: 70 });
  expect(slownessReasons(observations({ a: 50, b: 60, c: 2000 }), 3000, earlierRun)).toEqual([]);
  expect(slownessReasons(observations({ a: 200, b: 240, c: 260 }), 3000, earlierRun)).toEqual([]);
  expect(slownessReasons(observations({ d: 2000 }), 3000, earlierRun)).toEqual([]);
  const slowRun = lastGood({ a: 600, b: 700, c: 800 });
  expect(slownessReasons(observations({ a: 1600, b: 1800, c: 2000 }), 3000, slowRun)).toEqual([]);
});
