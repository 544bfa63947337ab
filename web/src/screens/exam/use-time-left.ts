import { useEffect, useState } from 'react';

/**
 * The time until a deadline, by the clock: a device that slept or a tab that was hidden catches up at once.
 * @param deadline in milliseconds since 1970
 * @returns whole seconds, 0 once it is over
 */
export function useTimeLeft(deadline: number): number {
  const [left, setLeft] = useState(() => secondsUntil(deadline));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = secondsUntil(deadline);
      setLeft(now);
      if (now > 0) timer = setTimeout(look, (deadline - Date.now()) % 1000 || 1000);
    };
    look();
    const events = ['visibilitychange', 'focus', 'pageshow'];
    for (const event of events) addEventListener(event, look, true);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, look, true);
    };
  }, [deadline]);
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
