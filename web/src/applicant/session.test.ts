import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSessionPhase } from './session.tsx';

const minuteMs = 60_000;
const lifetimeMs = 50 * minuteMs;
/** The session's phase with so many milliseconds left. */
const phaseWithLeft = (leftMs: number) =>
  findSessionPhase(1_000_000 * minuteMs + leftMs, 1_000_000 * minuteMs);

test.each([
  [lifetimeMs, undefined, 45 * minuteMs],
  [5 * minuteMs + 1, undefined, 1],
  [5 * minuteMs, 5, 4 * minuteMs],
  [5 * minuteMs - 1, 5, 4 * minuteMs - 1],
  [minuteMs + 1, 5, 1],
  [minuteMs, 1, minuteMs],
  [1, 1, 1],
  [0, 0, undefined],
  // A device that slept skips the warning of 5 minutes.
  [30_000, 1, 30_000],
  [-1, 0, undefined],
  [-24 * 60 * minuteMs, 0, undefined],
])(
  'with %i ms left, the warning says %s minutes and changes in %s ms',
  (leftMs, warningMinutes, changesInMs) => {
    expect(phaseWithLeft(leftMs)).toEqual({ warningMinutes, changesInMs });
  },
);

test('reading the phase again after each `changesInMs` gives both warnings and the end, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5 * minuteMs + 1, max: lifetimeMs }), (startMs) => {
      const warningsShown: (number | undefined)[] = [];
      let leftMs = startMs;
      for (let readCount = 0; readCount < 10; readCount++) {
        const { warningMinutes, changesInMs } = phaseWithLeft(leftMs);
        warningsShown.push(warningMinutes);
        if (changesInMs === undefined) break;
        leftMs -= changesInMs;
      }
      expect(warningsShown).toEqual([undefined, 5, 1, 0]);
    }),
  );
});

test('at any moment the next change is in the future, and not after the end of the session', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: lifetimeMs }), (leftMs) => {
      const { warningMinutes, changesInMs = 0 } = phaseWithLeft(leftMs);
      expect(changesInMs).toBeGreaterThan(0);
      expect(changesInMs).toBeLessThanOrEqual(leftMs);
      expect(warningMinutes).not.toBe(0);
    }),
  );
});
