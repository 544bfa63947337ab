import { expect, test } from 'vitest';
import { byNines, exact, linear, logarithmic } from './scales.ts';

test.each([
  [0, [0, 0.5, 1]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
])('a scale up to %d has round steps', (most, ticks) => {
  const scale = linear(most);
  expect(scale.ticks.map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
  expect(scale.place(0)).toBe(0);
  expect(scale.place(scale.ticks.at(-1) ?? 0)).toBeCloseTo(1);
  expect(scale.place(most)).toBeLessThanOrEqual(1 + 1e-9);
});

test('a logarithmic scale goes from a power of ten to another, also around one value', () => {
  expect(logarithmic(3, 250).ticks).toEqual([1, 10, 100, 1000]);
  expect(logarithmic(10, 10).ticks).toEqual([10, 100]);
  expect(logarithmic(3, 250).place(10)).toBeCloseTo(1 / 3);
});

test('a scale of seconds ends where the run ends', () => {
  const scale = exact(7);
  expect([scale.place(7), scale.ticks]).toEqual([1, [0, 2, 4, 6]]);
});

test('of percentiles, each nine more is as wide as the one before', () => {
  const { ticks, place } = byNines(3);
  expect(ticks).toEqual([0, 90, 99, 99.9]);
  for (const [at, tick] of ticks.entries()) expect(place(tick)).toBeCloseTo(at / 3);
});
