/** What is shown while the answers of a test are being sent. */
import { formatClockTime, useTimeZone } from '../../site/times.ts';
import { runningTexts as texts } from './exam-words.ts';
import type { SubmitProgress } from './submit-exam.ts';

interface SubmitStatusProps {
  progress: SubmitProgress;
  isOnline: boolean;
  isLoggedIn: boolean;
  /** Says how many questions are answered. */
  answeredText: string;
}

/** What screen readers announce while the answers are being sent. */
export function SubmitStatus({
  progress: { unansweredCount, serverMessage },
  isOnline,
  isLoggedIn,
  answeredText,
}: SubmitStatusProps) {
  const { handingIn } = texts;
  if (!isLoggedIn) return <p>{handingIn.loggedOut(answeredText)}</p>;
  if (!isOnline) return <p>{handingIn.offline}</p>;
  if (unansweredCount === 0) return <p>{handingIn.sending(answeredText)}</p>;
  return <p>{serverMessage ? handingIn.unansweredBecause(serverMessage) : handingIn.unanswered}</p>;
}

/** What is shown but not announced while answers are being sent: what comes next, failed attempts, a retry button. */
export function SubmitDetails({
  progress,
  onRetryNow,
}: {
  progress: SubmitProgress;
  onRetryNow: () => void;
}) {
  const timeZone = useTimeZone();
  const { handingIn } = texts;
  const { unansweredCount, lastTriedAt } = progress;
  return (
    <>
      <p>{handingIn.afterwards}</p>
      {unansweredCount > 0 && (
        <>
          <p className="hint">
            {handingIn.tried(unansweredCount, formatClockTime(lastTriedAt, timeZone))}
          </p>
          <p className="actions">
            <button type="button" className="button primary" onClick={onRetryNow}>
              {handingIn.tryNow}
            </button>
          </p>
        </>
      )}
    </>
  );
}
