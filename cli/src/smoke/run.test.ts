import { expect, test } from 'vitest';
import { findSlownessReasons, type LastGood, mixTimes } from './report.ts';

const makeObservations = (times: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(times).map(([name, ms]) => [name, { status: 200, ms, shape: {} }]),
  );
const makeObservationMap = (times: Record<string, number>) =>
  new Map(Object.entries(makeObservations(times)));
const makeLastGood = (times: Record<string, number>): LastGood => ({
  version: 1,
  at: '2026-11-20T03:00:00Z',
  target: 'http://x.example',
  operations: makeObservations(times),
});

const findReasonTexts = (...findArguments: Parameters<typeof findSlownessReasons>) =>
  findSlownessReasons(...findArguments).map(({ reasonText }) => reasonText);

test('an operation over the limit is slow, the slowest first', () => {
  expect(findReasonTexts(makeObservationMap({ a: 10, b: 4000, c: 5000 }), 3000, undefined)).toEqual(
    ['c took 5000 ms (limit 3000)', 'b took 4000 ms (limit 3000)'],
  );
});

test('all operations together are held against the last good run', () => {
  const earlierRun = makeLastGood({ a: 50, b: 60, c: 70 });
  expect(findReasonTexts(makeObservationMap({ a: 400, b: 500, c: 600 }), 3000, earlierRun)).toEqual(
    [
      'answers take 8.3 times as long as in the last good runs, 440 ms more (median of 3 operations)',
    ],
  );
});

test('one slower answer, a few milliseconds, less than three times as long, or an operation that is new are no slowness', () => {
  const earlierRun = makeLastGood({ a: 50, b: 60, c: 70 });
  expect(findReasonTexts(makeObservationMap({ a: 50, b: 60, c: 2000 }), 3000, earlierRun)).toEqual(
    [],
  );
  expect(findReasonTexts(makeObservationMap({ a: 200, b: 240, c: 260 }), 3000, earlierRun)).toEqual(
    [],
  );
  expect(findReasonTexts(makeObservationMap({ d: 2000 }), 3000, earlierRun)).toEqual([]);
  const slowRun = makeLastGood({ a: 600, b: 700, c: 800 });
  expect(findReasonTexts(makeObservationMap({ a: 1600, b: 1800, c: 2000 }), 3000, slowRun)).toEqual(
    [],
  );
});

test('a backend that slows down by a tenth every night is slow after two weeks', () => {
  let lastGood = makeLastGood({ a: 150, b: 150 });
  const slowNight = Array.from({ length: 30 }, (_, index) => index + 1).find((night) => {
    const ms = Math.round(150 * 1.1 ** night);
    const observations = makeObservationMap({ a: ms, b: ms });
    if (findReasonTexts(observations, 3000, lastGood).length > 0) return true;
    lastGood = { ...lastGood, operations: mixTimes(observations, lastGood) };
    return false;
  });
  expect(slowNight).toBe(14);
});
