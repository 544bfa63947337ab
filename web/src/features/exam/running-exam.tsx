import { useAtomValue } from 'jotai';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { LoginDialog } from '../../applicant/login-dialog.tsx';
import { makeLoginPath } from '../../site/addresses.ts';
import { dropProfile } from '../../site/applicant-queries.ts';
import { isOnlineAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { paths } from '../../site/routes.ts';
import { type Session, warningsBeforeEndMs } from '../../site/stored-session.ts';
import { useIsPast, useTimeLeft } from '../../site/times.ts';
import { Heading } from '../../ui/heading.tsx';
import {
  type Attempt,
  changeAttempt,
  countAnswered,
  encodeResults,
  examSizeOf,
  isKeptOnDevice,
} from './attempt.ts';
import { CheckAnswers, useAnswerCheck } from './check-answers.tsx';
import { ExamStatusBar, storageTextFor, useAnnouncement } from './exam-status-bar.tsx';
import { examTexts, runningTexts as texts } from './exam-words.ts';
import { Questions } from './questions.tsx';
import { useSubmitExam } from './submit-exam.ts';
import { SubmitDetails, SubmitStatus } from './submit-status.tsx';
import { OverUnanswered, TimeUncertain } from './time-over.tsx';

export interface RunningExamProps {
  attempt: Attempt;
  /** `null`: nobody is logged in. The test goes on; only submitting it needs a session. */
  session: Session | null;
}

/** The running test: one question at a time, then all answers to check, until it is submitted or its time is over. */
export function RunningExam({ attempt, session }: RunningExamProps) {
  const { owner, exam, deadline, results, timeUp = false } = attempt;
  // Not more than the whole duration, even if the device's clock was set back.
  const secondsLeft = Math.min(useTimeLeft(deadline), Number(exam.examDto.duration) * 60);
  const isTimeOver = useIsPast(deadline);
  const isOnline = useAtomValue(isOnlineAtom);
  const isSubmitted = results !== undefined;
  const answeredCount = countAnswered(attempt);
  const questionCount = exam.examQuestionDtoList.length;
  const answeredText = texts.answered(answeredCount, questionCount);
  const answerCheck = useAnswerCheck(exam.examDto.id);
  const [isThisTabSubmitting, finalize] = useFinalize(attempt, isTimeOver);
  const [progress, retryNow, dialog] = useSubmitExam(attempt, {
    email: session?.email,
    answeredText,
    isThisTabSubmitting,
  });
  const announcement = useAnnouncement(secondsLeft, isOnline);
  useHiddenNavigation();
  usePreparedResult(session?.email ?? '');

  const isDelayed =
    timeUp || !session || !isThisTabSubmitting || !isOnline || progress.unansweredCount > 0;
  const isSendingShown = isSubmitted && (isDelayed || !answerCheck.isOpen);
  let view: View = answerCheck.isOpen ? 'check' : attempt.at;
  // By the device's clock the time is over. Until the host confirms that, questions are hidden and nothing is submitted.
  if (secondsLeft === 0 && !isTimeOver && !isSubmitted) view = 'unsure';
  else if (isTimeOver && answeredCount === 0 && !isSubmitted) view = 'empty';
  else if (isSendingShown) view = 'sending';
  const questionRef = useFocusOnViewChange(view);
  const storageText = storageTextFor({
    isSubmitted,
    isLoggedIn: session !== null,
    isOnline,
    wasUnanswered: progress.unansweredCount > 0,
    isKeptOnDevice: isKeptOnDevice(owner),
  });
  return (
    <div className="page exam">
      <Heading>{viewTitleOf(view, timeUp)}</Heading>
      <p className="hint">{examTexts.size(...examSizeOf(exam))}</p>
      <ExamStatusBar
        {...(isSubmitted && !timeUp ? {} : { secondsLeft })}
        answeredCount={answeredCount}
        questionCount={questionCount}
        storageText={storageText}
      />
      {/* The only region that screen readers announce, which they do only if it is there before its text. */}
      <div role="status" className={isSendingShown ? 'retry' : 'hidden'}>
        {isSendingShown ? (
          <SubmitStatus
            progress={progress}
            isOnline={isOnline}
            isLoggedIn={session !== null}
            answeredText={answeredText}
          />
        ) : (
          announcement
        )}
      </div>
      {!session && (
        <p className="notice">
          <span>{texts.loggedOut.why}</span>{' '}
          <Link to={makeLoginPath(paths.takeExam)}>{texts.loggedOut.logIn}</Link>
        </p>
      )}
      {view === 'unsure' && <TimeUncertain onFinalize={finalize} />}
      {view === 'empty' && (
        <OverUnanswered owner={owner} email={session?.email} onFinalize={finalize} />
      )}
      {view === 'sending' && session && <SubmitDetails progress={progress} onRetryNow={retryNow} />}
      {view === 'check' && (
        <CheckAnswers
          attempt={attempt}
          isBusy={isSubmitted}
          onBack={(questionIndex = attempt.at) => {
            changeAttempt(owner, () => ({ at: questionIndex }));
            answerCheck.close();
          }}
          onFinalize={finalize}
        />
      )}
      {view === attempt.at && (
        <Questions attempt={attempt} onCheck={answerCheck.open} ref={questionRef} />
      )}
      {dialog}
      {session && !isSubmitted && <LogInBeforeTheEnd session={session} deadline={deadline} />}
    </div>
  );
}

/** What is shown instead of a question, or the index of the question that is shown. */
type View = 'unsure' | 'empty' | 'sending' | 'check' | number;

function viewTitleOf(view: View, isTimeUp: boolean): string {
  if (view === 'unsure') return texts.unsure.title;
  if (view === 'empty') return texts.handingIn.timeUp;
  if (view === 'sending') return isTimeUp ? texts.handingIn.timeUp : texts.handingIn.title;
  return view === 'check' ? texts.check.title : examTexts.title;
}

/**
 * Submits the test when she asks for it, and by itself when its time is over.
 * @returns whether this tab sends it, and the function that submits it
 */
function useFinalize(
  attempt: Attempt,
  isTimeOver: boolean,
): [isThisTabSubmitting: boolean, finalize: () => void] {
  // This tab also sends a test that was submitted before the page was opened.
  const [isThisTabSubmitting, setIsThisTabSubmitting] = useState(attempt.results !== undefined);
  const finalize = () => {
    const isChanged = changeAttempt(attempt.owner, (latestAttempt) => ({
      results: encodeResults(latestAttempt),
      timeUp: isTimeOver,
    }));
    if (isChanged) setIsThisTabSubmitting(true);
  };
  // Without a single answer nothing is submitted automatically: the answers may be on another device.
  const submitAnswers = useEffectEvent(() => countAnswered(attempt) > 0 && finalize());
  useEffect(() => {
    if (isTimeOver) submitAnswers();
  }, [isTimeOver]);
  return [isThisTabSubmitting, finalize];
}

/** Loads the page of the result, and forgets the status, so that this page reads it anew. */
function usePreparedResult(email: string): void {
  const site = useSite();
  useEffect(() => void site.prepare(paths.examResult), [site]);
  useEffect(() => {
    // Another tab may submit the test: a status that was read before would then offer it here again.
    dropProfile(site, email);
  }, [site, email]);
}

/** Asks for a login if the session would end before the test. */
function LogInBeforeTheEnd({ session, deadline }: { session: Session; deadline: number }) {
  const { now } = useSite().clock;
  const [isDismissed, setIsDismissed] = useState(false);
  const { email, endsAt } = session;
  // In the last minutes of the session its own warning asks for a login instead.
  const [firstWarningMs] = warningsBeforeEndMs;
  const endsTooSoon = endsAt < deadline && endsAt - now() > firstWarningMs;
  if (isDismissed || !endsTooSoon) return null;
  return (
    <LoginDialog
      email={email}
      reasonText={texts.sessionSoon}
      onClose={() => setIsDismissed(true)}
    />
  );
}

/** Hides header, footer and other links while the test is on screen, by an attribute for the stylesheet (styles/exam.css). */
function useHiddenNavigation(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.exam = 'running';
    return () => {
      delete dataset.exam;
    };
  }, []);
}

/**
 * Scrolls to the top when the view changes, and moves the focus to the question that replaces another under the same
 * heading. A new heading takes the focus by itself.
 * @param view what is on screen; compared with `===`
 * @returns the ref for the question
 */
function useFocusOnViewChange(view: unknown): RefObject<HTMLFieldSetElement | null> {
  const questionRef = useRef<HTMLFieldSetElement>(null);
  const shownViewRef = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (shownViewRef.current === view) return;
    if (shownViewRef.current !== undefined) questionRef.current?.focus({ preventScroll: true });
    shownViewRef.current = view;
    scrollTo(0, 0);
  }, [view]);
  return questionRef;
}
