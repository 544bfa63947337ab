import { useEffect, useRef, useState } from 'react';
import { formatClock } from '../../texts/formats.ts';
import { runningTexts as texts } from './exam-words.ts';

interface ExamStatusBarProps {
  /** `undefined`: the test was submitted before its time was over. */
  secondsLeft?: number;
  answeredCount: number;
  questionCount: number;
  /** A text that says where the answers are. */
  storageText: string;
}

/** The line that stays on screen during a test: the time left, how many questions are answered, where the answers are. */
export function ExamStatusBar({
  secondsLeft,
  answeredCount,
  questionCount,
  storageText,
}: ExamStatusBarProps) {
  return (
    <div className="clock" data-phase={phaseOf(secondsLeft)}>
      {secondsLeft !== undefined && <Countdown secondsLeft={secondsLeft} />}
      <span className="answered">{texts.answered(answeredCount, questionCount)}</span>
      <span className="kept">{storageText}</span>
    </div>
  );
}

const phaseTitles = {
  calm: texts.timeLeft,
  late: texts.lastMinutes,
  last: texts.lastMinute,
  over: texts.noTimeLeft,
} as const;

function phaseOf(secondsLeft = Number.POSITIVE_INFINITY): keyof typeof phaseTitles {
  if (secondsLeft === 0) return 'over';
  return secondsLeft <= 60 ? 'last' : secondsLeft <= 300 ? 'late' : 'calm';
}

/** The time left, with a button that hides it, because it makes some people nervous. */
function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const [isShown, setIsShown] = useState(true);
  return (
    <span className="countdown">
      <span className="phase">{phaseTitles[phaseOf(secondsLeft)]}</span>{' '}
      {isShown && (
        <b role="timer" aria-live="off">
          {formatClock(secondsLeft)}
        </b>
      )}{' '}
      {secondsLeft > 0 && (
        <button
          type="button"
          className="link"
          aria-label={isShown ? texts.hideTime : texts.showTime}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? texts.hide : texts.show}
        </button>
      )}
    </span>
  );
}

/** The minutes left that screen readers announce. */
const announcedMinutes = [10, 5, 1];

/** @returns the text for screen readers after the last change: so many minutes left, or offline, or online again */
export function useAnnouncement(secondsLeft: number, isOnline: boolean): string {
  const [announcement, setAnnouncement] = useState('');
  const previousRef = useRef({ secondsLeft, isOnline });
  useEffect(() => {
    const previousState = previousRef.current;
    const [passedMinutes] = announcedMinutes
      .filter((minutes) => previousState.secondsLeft > minutes * 60 && secondsLeft <= minutes * 60)
      .reverse();
    previousRef.current = { secondsLeft, isOnline };
    if (passedMinutes) setAnnouncement(texts.minutesLeft(passedMinutes));
    else if (previousState.isOnline !== isOnline) {
      setAnnouncement(isOnline ? texts.backOnline : texts.wentOffline);
    }
  }, [secondsLeft, isOnline]);
  return announcement;
}

/** What decides where the answers are. */
interface AnswersState {
  isSubmitted: boolean;
  isLoggedIn: boolean;
  isOnline: boolean;
  /** An attempt to send them got no response. */
  wasUnanswered: boolean;
  /** The device keeps the answers when the page is closed. */
  isKeptOnDevice: boolean;
}

/** @returns a text that says where the answers are */
export function storageTextFor(state: AnswersState): string {
  const { isSubmitted, isLoggedIn, isOnline, wasUnanswered, isKeptOnDevice } = state;
  const { kept } = texts;
  if (isSubmitted && !isLoggedIn) return kept.unsentLoggedOut;
  if (isSubmitted)
    return !isOnline ? kept.unsentOffline : wasUnanswered ? kept.unsent : kept.sending;
  if (!isKeptOnDevice) return kept.untilClosed;
  return isOnline ? kept.here : kept.offline;
}
