import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
])(
  'with %i ms left, the warning says %s minutes and changes in %s ms',
  (ms, minutesLeft, changesIn) => {
    expect(left(ms)).toEqual({ minutesLeft, changesIn });
  },
);

describe('a device that slept', () => {
  test('over the first warning gets the second', () => {
    expect(left(30_000)).toEqual({ minutesLeft: 1, changesIn: 30_000 });
  });

  test.each([-1, -minute, -24 * 60 * minute])(
    'over the end, by %i ms, has no session any more',
    (ms) => {
      expect(left(ms)).toEqual({ minutesLeft: 0, changesIn: undefined });
    },
  );
});

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
