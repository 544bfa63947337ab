import { expect, test } from 'vitest';
import { asClock } from './clock.ts';

test.each([
  [0, '00:00'],
  [5, '00:05'],
  [65, '01:05'],
  [1200, '20:00'],
  [6000, '100:00'],
])('%i seconds are %s', (seconds, clock) => {
  expect(asClock(seconds)).toBe(clock);
});
