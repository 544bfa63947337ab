import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from './plan.ts';

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
