import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionPhase } from './session.tsx';

const minute = 60_000;
const lifetime = 50 * minute;
/** The phase with so many milliseconds left. */
const left = (ms: number) => sessionPhase(1_000_000 * minute + ms, 1_000_000 * minute);

test.each([
  [lifetime, undefined, 45 * minute],
  [5 * minute + 1, undefined, 1],
  [5 * minute, 5, 4 * minute],
  [5 * minute - 1, 5, 4 * minute - 1],
  [minute + 1, 5, 1],
  [minute, 1, minute],
  [1, 1, 1],
  [0, 0, undefined],
  // On a device that slept.
  [30_000, 1, 30_000],
  [-1, 0, undefined],
  [-24 * 60 * minute, 0, undefined],
])(
  'with %i ms left, the warning says %s minutes and changes in %s ms',
  (ms, minutesLeft, changesIn) => {
    expect(left(ms)).toEqual({ minutesLeft, changesIn });
  },
);

test('whoever looks at the given times passes both warnings and the end, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5 * minute + 1, max: lifetime }), (start) => {
      const seen: (number | undefined)[] = [];
      let ms = start;
      for (let looks = 0; looks < 10; looks++) {
        const { minutesLeft, changesIn } = left(ms);
        seen.push(minutesLeft);
        if (changesIn === undefined) break;
        ms -= changesIn;
      }
      expect(seen).toEqual([undefined, 5, 1, 0]);
    }),
  );
});

test('at any moment the next look is due before the end, and not at once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: lifetime }), (ms) => {
      const { minutesLeft, changesIn = 0 } = left(ms);
      expect(changesIn).toBeGreaterThan(0);
      expect(changesIn).toBeLessThanOrEqual(ms);
      expect(minutesLeft).not.toBe(0);
    }),
  );
});
