import { useEffect, useRef, useState } from 'react';
import { asClock } from '../../texts/formats.ts';
import { runningTexts as texts } from './exam-words.ts';

interface BarProps {
  /** In seconds. Missing: the test was handed in before its time was up. */
  left?: number;
  answered: number;
  all: number;
  /** Where the answers are, in words. */
  kept: string;
}

/** The line that stays on screen: how much time is left, how much is answered, and where the answers are. */
export function Bar({ left, answered, all, kept }: BarProps) {
  return (
    <div className="clock" data-phase={phaseOf(left)}>
      {left !== undefined && <Countdown left={left} />}
      <span className="answered">{texts.answered(answered, all)}</span>
      <span className="kept">{kept}</span>
    </div>
  );
}

const phases = {
  calm: texts.timeLeft,
  late: texts.lastMinutes,
  last: texts.lastMinute,
  over: texts.noTimeLeft,
} as const;

function phaseOf(left = Number.POSITIVE_INFINITY): keyof typeof phases {
  if (left === 0) return 'over';
  return left <= 60 ? 'last' : left <= 300 ? 'late' : 'calm';
}

/** The time left; it can be hidden, because it makes some people nervous. */
function Countdown({ left }: { left: number }) {
  const [shown, setShown] = useState(true);
  return (
    <span className="countdown">
      <span>{phases[phaseOf(left)]}</span>{' '}
      {shown && (
        <b role="timer" aria-live="off">
          {asClock(left)}
        </b>
      )}{' '}
      {left > 0 && (
        <button
          type="button"
          className="link"
          aria-label={shown ? texts.hideTime : texts.showTime}
          onClick={() => setShown(!shown)}
        >
          {shown ? texts.hide : texts.show}
        </button>
      )}
    </span>
  );
}

/** The minutes that screen readers announce; every second would be no help. */
const spokenMinutes = [10, 5, 1];

/** @param left in seconds @returns what a screen reader says of the time and the connection, each change once */
export function useSpoken(left: number, isOnline: boolean): string {
  const [spoken, setSpoken] = useState('');
  const before = useRef({ left, isOnline });
  useEffect(() => {
    const was = before.current;
    const [passed] = spokenMinutes
      .filter((minutes) => was.left > minutes * 60 && left <= minutes * 60)
      .reverse();
    before.current = { left, isOnline };
    if (passed) setSpoken(texts.minutesLeft(passed));
    else if (was.isOnline !== isOnline) {
      setSpoken(isOnline ? texts.backOnline : texts.wentOffline);
    }
  }, [left, isOnline]);
  return spoken;
}

interface Whereabouts {
  isHandedIn: boolean;
  isLoggedIn: boolean;
  isOnline: boolean;
  /** It was sent at least once without an answer. */
  isUnsent: boolean;
  /** The device keeps the answers, also when the page is left. */
  isKeptOnDevice: boolean;
}

/** @returns where the answers are, in words */
export function keptOf(whereabouts: Whereabouts): string {
  const { isHandedIn, isLoggedIn, isOnline, isUnsent, isKeptOnDevice } = whereabouts;
  const { kept } = texts;
  if (isHandedIn && !isLoggedIn) return kept.unsentLoggedOut;
  if (isHandedIn) return !isOnline ? kept.unsentOffline : isUnsent ? kept.unsent : kept.sending;
  if (!isKeptOnDevice) return kept.untilClosed;
  return isOnline ? kept.here : kept.offline;
}
