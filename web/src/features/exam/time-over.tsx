/** What is shown in the place of the questions when the time of a test is over, and nothing is submitted by itself. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { hasPassedTest } from '../../offline/exam-storage.ts';
import { readStatus } from '../../site/applicant-queries.ts';
import { useSite } from '../../site/client.ts';
import { paths } from '../../site/routes.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { ProblemText } from '../../ui/blocks.tsx';
import { dropAttempt } from './attempt.ts';
import { runningTexts as texts } from './exam-words.ts';

/** Shown when the time is over by the device's clock, but the site's host cannot be asked whether that clock is right. */
export function TimeUncertain({ onFinalize }: { onFinalize: () => void }) {
  return (
    <>
      <p>{texts.unsure.text}</p>
      <p className="actions">
        <button type="button" className="button" onClick={onFinalize}>
          {texts.finalize}
        </button>
      </p>
    </>
  );
}

interface OverUnansweredProps {
  owner: string;
  /** `undefined` if nobody is logged in. */
  email: string | undefined;
  onFinalize: () => void;
}

/** Shown when the time is over without an answer on this device. She may have answered on another: a button looks there. */
export function OverUnanswered({ owner, email, onFinalize }: OverUnansweredProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [message, setMessage] = useState('');
  const isMountedRef = useRef(true);
  useEffect(() => {
    isMountedRef.current = true;
    return () => {
      isMountedRef.current = false;
    };
  }, []);
  const { unanswered } = texts;
  const findResult = async () => {
    setMessage(unanswered.looking);
    const status = await readStatus(site, email ?? '');
    if (!isMountedRef.current) return;
    if (!hasPassedTest(status)) return setMessage(status ? unanswered.none : unanswered.unread);
    navigate(paths.examResult, { state: { owner, answersFrom: 'elsewhere' }, replace: true });
    dropAttempt(owner);
  };
  const leaveExam = () => {
    navigate(paths.home);
    dropAttempt(owner);
  };
  return (
    <>
      <p>{unanswered.text}</p>
      <p className="actions">
        {email && (
          <button type="button" className="button primary" onClick={() => void findResult()}>
            {unanswered.look}
          </button>
        )}
        <button type="button" className="button" onClick={leaveExam}>
          {frameTexts.goHome}
        </button>
        <button type="button" className="link" onClick={onFinalize}>
          {texts.finalize}
        </button>
      </p>
      <p role="status">
        <ProblemText text={message} blamesConnection={message === unanswered.unread} />
      </p>
    </>
  );
}
