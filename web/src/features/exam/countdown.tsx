import { useEffect, useRef, useState } from 'react';
import { watchClock } from '../../site/watch-clock.ts';
import { texts } from './words.ts';

/** The minutes that screen readers announce; every second would be no help. */
const spokenMinutes = [10, 5, 1];

/** The time left; it can be hidden, because it makes some people nervous. @param left in seconds */
export function Countdown({ left }: { left: number }) {
  const [shown, setShown] = useState(true);
  const [spoken, setSpoken] = useState('');
  const before = useRef(left);
  useEffect(() => {
    const passed = spokenMinutes
      .filter((minutes) => before.current > minutes * 60 && left <= minutes * 60)
      .at(-1);
    before.current = left;
    if (passed) setSpoken(texts.minutesLeft(passed));
  }, [left]);
  return (
    <div className="clock">
      <span>{texts.timeLeft}</span>{' '}
      {shown && (
        <b role="timer" aria-live="off">
          {asClock(left)}
        </b>
      )}{' '}
      <button type="button" className="link" onClick={() => setShown(!shown)}>
        {shown ? texts.hideTime : texts.showTime}
      </button>
      <span className="hidden" role="status">
        {spoken}
      </span>
    </div>
  );
}

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
