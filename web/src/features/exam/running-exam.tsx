import type { Id } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { LogInAgain } from '../../applicant/log-in-again.tsx';
import { hasPassedTest } from '../../offline/exam-storage.ts';
import { makeLoginPath } from '../../site/addresses.ts';
import { dropProfile, readStatus } from '../../site/applicant-queries.ts';
import { isOnlineAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { paths } from '../../site/routes.ts';
import { type Session, warningsBeforeEndMs } from '../../site/stored-session.ts';
import { formatClockTime, useIsPast, useTimeLeft, useTimeZone } from '../../site/times.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { ProblemText, Text } from '../../ui/blocks.tsx';
import { Heading } from '../../ui/heading.tsx';
import {
  type Attempt,
  countAnswered,
  dropAttempt,
  encodeResults,
  examSizeOf,
  findUnanswered,
  isKeptOnDevice,
  keepAttempt,
  readAttempt,
} from './attempt.ts';
import { ExamStatusBar, storageTextFor, useAnnouncement } from './exam-status-bar.tsx';
import { examTexts, runningTexts as texts } from './exam-words.ts';
import { isSameId } from './question.tsx';
import { Questions } from './questions.tsx';
import { type SubmitProgress, useSubmitExam } from './submit-exam.ts';

export interface RunningExamProps {
  attempt: Attempt;
  /** `null`: nobody is logged in. The test goes on; only submitting it needs a session. */
  session: Session | null;
}

/** The running test: one question at a time, then all answers to check, until it is submitted or its time is over. */
export function RunningExam({ attempt, session }: RunningExamProps) {
  const { owner, exam, at: questionIndex, deadline, results, timeUp = false } = attempt;
  const { loggedOut } = texts;
  const site = useSite();
  // Not more than the whole duration, even if the device's clock was set back.
  const secondsLeft = Math.min(useTimeLeft(deadline), Number(exam.examDto.duration) * 60);
  const isOnline = useAtomValue(isOnlineAtom);
  const isTimeOver = useIsPast(deadline);
  const isSubmitted = results !== undefined;
  const [isChecking, openCheck, closeCheck] = useAnswerCheck(exam.examDto.id);
  // This tab also sends a test that was submitted before the page was opened.
  const [isThisTabSubmitting, setIsThisTabSubmitting] = useState(isSubmitted);
  const [isLoginDismissed, setIsLoginDismissed] = useState(false);
  const answeredCount = countAnswered(attempt);
  const questionCount = exam.examQuestionDtoList.length;
  const answeredText = texts.answered(answeredCount, questionCount);
  const [progress, retryNow, dialog] = useSubmitExam(attempt, {
    email: session?.email,
    answeredText,
    isThisTabSubmitting,
  });
  const announcement = useAnnouncement(secondsLeft, isOnline);
  useHiddenNavigation();

  /** Changes the attempt as it is stored now, because another tab may have changed it. @returns false if it is submitted */
  const updateAttempt = (getChanges: (latest: Attempt) => Partial<Attempt>): boolean => {
    const latestAttempt = readAttempt(owner);
    if (!latestAttempt || latestAttempt.results !== undefined) return false;
    keepAttempt({ ...latestAttempt, ...getChanges(latestAttempt) });
    return true;
  };
  const finalize = () => {
    const makeSubmittedFields = (latestAttempt: Attempt) => ({
      results: encodeResults(latestAttempt),
      timeUp: isTimeOver,
    });
    if (updateAttempt(makeSubmittedFields)) setIsThisTabSubmitting(true);
  };
  // Without a single answer nothing is submitted automatically: the answers may be on another device.
  const isOverUnanswered = isTimeOver && answeredCount === 0 && !isSubmitted;
  // By the device's clock the time is over. Until the host confirms that, questions are hidden and nothing is submitted.
  const isTimeUncertain = secondsLeft === 0 && !isTimeOver && !isSubmitted;
  const submitAnswers = useEffectEvent(() => answeredCount > 0 && finalize());
  useEffect(() => {
    if (isTimeOver) submitAnswers();
  }, [isTimeOver]);
  useEffect(() => void site.prepare(paths.examResult), [site]);
  useEffect(() => {
    // Another tab may submit the test: a status that was read before would then offer it here again.
    dropProfile(site, session?.email ?? '');
  }, [site, session?.email]);

  // In the last minutes of the session its own warning asks for a login instead.
  const [firstWarningMs] = warningsBeforeEndMs;
  const sessionEndsAt = session?.endsAt ?? deadline;
  const sessionEndsTooSoon =
    sessionEndsAt < deadline && sessionEndsAt - site.clock.now() > firstWarningMs;

  const isDelayed =
    timeUp || !session || !isThisTabSubmitting || !isOnline || progress.unansweredCount > 0;
  const isSendingShown = isSubmitted && (isDelayed || !isChecking);
  let view: View = isChecking ? 'check' : questionIndex;
  if (isTimeUncertain) view = 'unsure';
  else if (isOverUnanswered) view = 'empty';
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
          <span>{loggedOut.why}</span>{' '}
          <Link to={makeLoginPath(paths.takeExam)}>{loggedOut.logIn}</Link>
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
          onBack={(wantedIndex = questionIndex) => {
            updateAttempt(() => ({ at: wantedIndex }));
            closeCheck();
          }}
          onFinalize={finalize}
        />
      )}
      {view === questionIndex && (
        <Questions
          attempt={attempt}
          updateAttempt={updateAttempt}
          onCheck={openCheck}
          ref={questionRef}
        />
      )}
      {dialog}
      {session && !isLoginDismissed && sessionEndsTooSoon && !isSubmitted && (
        <LogInAgain
          email={session.email}
          reasonText={texts.sessionSoon}
          onClose={() => setIsLoginDismissed(true)}
        />
      )}
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

interface SubmitStatusProps {
  progress: SubmitProgress;
  isOnline: boolean;
  isLoggedIn: boolean;
  /** Says how many questions are answered. */
  answeredText: string;
}

/** What screen readers announce while the answers are being sent. */
function SubmitStatus({
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
function SubmitDetails({
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

/** Shown when the time is over by the device's clock, but the site's host cannot be asked whether that clock is right. */
function TimeUncertain({ onFinalize }: { onFinalize: () => void }) {
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
function OverUnanswered({ owner, email, onFinalize }: OverUnansweredProps) {
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

interface CheckAnswersProps {
  attempt: Attempt;
  /** The answers are being sent, and cannot be changed any more. */
  isBusy: boolean;
  /** @param questionIndex of the question to open. Default: the one that was open before */
  onBack: (questionIndex?: number) => void;
  onFinalize: () => void;
}

/** Every question with its answer, and the button that submits the test. */
function CheckAnswers({ attempt, isBusy, onBack, onFinalize }: CheckAnswersProps) {
  const { exam, answers } = attempt;
  const { check } = texts;
  const unansweredNumbers = findUnanswered(attempt);
  const backToTest = (questionIndex?: number) => isBusy || onBack(questionIndex);
  return (
    <section className="check" aria-label={check.title}>
      <p className={unansweredNumbers.length > 0 ? 'retry' : undefined}>
        {unansweredNumbers.length > 0
          ? check.open(unansweredNumbers.length, unansweredNumbers.join(', '))
          : check.none}
      </p>
      <ol>
        {exam.examQuestionDtoList.map(({ id, questionDto }, index) => {
          const givenChoice = questionDto.questionChoiceDtoList.find((choice) =>
            isSameId(answers[String(id)], choice.id),
          );
          return (
            <li key={id} data-answered={givenChoice !== undefined}>
              <div>
                <p>{`${index + 1}. ${questionDto.questionText}`}</p>
                <p>
                  <b>
                    {givenChoice
                      ? [givenChoice.label && `${givenChoice.label}.`, givenChoice.choiceText].join(
                          ' ',
                        )
                      : check.notAnswered}
                  </b>
                </p>
              </div>
              <button
                type="button"
                className="button"
                aria-disabled={isBusy}
                onClick={() => backToTest(index)}
              >
                <Text>{givenChoice ? check.change : check.answer}</Text>
                <span className="hidden">{check.of(index + 1)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="actions">
        <button
          type="button"
          className="button primary"
          aria-disabled={isBusy}
          onClick={onFinalize}
        >
          {isBusy ? texts.finalizing : texts.finalize}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => backToTest()}
        >
          {check.back}
        </button>
      </p>
    </section>
  );
}

/**
 * Whether all answers are shown to be checked. They have an entry of their own in the browser's history, so that Back
 * leads to the question, and a reload shows them again.
 * @param examId the id of the running test: the entry of an earlier test is ignored
 */
function useAnswerCheck(
  examId: Id,
): [isChecking: boolean, openCheck: () => void, closeCheck: () => void] {
  const [path, navigate] = useLocation();
  const { checks: checkedExamId } = fieldsOf(useHistoryState());
  const isChecking = checkedExamId === examId;
  const isLeavingRef = useRef(false);
  useEffect(() => {
    if (isChecking) isLeavingRef.current = false;
  }, [isChecking]);
  // Only once: a double click would go back twice, and leave the test.
  const closeCheck = () => {
    if (isLeavingRef.current) return;
    isLeavingRef.current = true;
    history.back();
  };
  return [isChecking, () => navigate(path, { state: { checks: examId } }), closeCheck];
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
 * @returns the ref for the question's text
 */
function useFocusOnViewChange(view: unknown): RefObject<HTMLLegendElement | null> {
  const questionRef = useRef<HTMLLegendElement>(null);
  const shownViewRef = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (shownViewRef.current === view) return;
    if (shownViewRef.current !== undefined) questionRef.current?.focus({ preventScroll: true });
    shownViewRef.current = view;
    scrollTo(0, 0);
  }, [view]);
  return questionRef;
}
