import { useEffect, useState } from 'react';
import { watchClock } from '../../../site/watch-clock.ts';

/**
 * The time until a deadline. A device that slept or a hidden tab catches up at once.
 * @param deadline in milliseconds since 1970
 * @returns whole seconds; 0 when it has passed
 */
export function useTimeLeft(deadline: number): number {
  const [left, setLeft] = useState(() => secondsUntil(deadline));
  useEffect(
    () =>
      watchClock(() => {
        const now = secondsUntil(deadline);
        setLeft(now);
        return now > 0 ? (deadline - Date.now()) % 1000 || 1000 : undefined;
      }),
    [deadline],
  );
  return left;
}

function secondsUntil(deadline: number): number {
  return Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
}

/** @returns `mm:ss`; hours become minutes */
export function asClock(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
