import { useEffect, useRef, useState } from 'react';
import { asClock } from './use-time-left.ts';
import { texts } from './words.ts';

/** The minutes that are spoken, and no others: a clock that speaks every second is no help. */
const spokenMinutes = [10, 5, 1];

/** The time left. It can be hidden by those whom it makes nervous. @param left in seconds */
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
