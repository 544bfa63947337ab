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
import { loginPath } from '../../site/addresses.ts';
import { readStatus } from '../../site/applicant-queries.ts';
import { onlineAtom, useIsPast, useTimeLeft } from '../../site/atoms.ts';
import { profileKey, useSite } from '../../site/client.ts';
import { now } from '../../site/clock.ts';
import { paths } from '../../site/routes.ts';
import { type Session, warningsMs } from '../../site/stored-session.ts';
import { clockTime, useZone } from '../../site/times.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { Text } from '../../ui/blocks.tsx';
import { Heading } from '../../ui/heading.tsx';
import {
  type Attempt,
  answeredOf,
  dropAttempt,
  isKeptOnDevice,
  keepAttempt,
  readAttempt,
  resultsOf,
  sizeOf,
  unanswered,
} from './attempt.ts';
import { Bar, keptOf, useSpoken } from './bar.tsx';
import { examTexts as shared, runningTexts as texts } from './exam-words.ts';
import { type Sending, useHandIn } from './hand-in.ts';
import { isSame, Questions } from './questions.tsx';

export interface RunningExamProps {
  attempt: Attempt;
  /** `null`: the test was opened again where nobody is logged in. Only handing in needs that. */
  session: Session | null;
}

/** The test: one question at a time, then all answers to check, until it is handed in or time is up. */
export function RunningExam({ attempt, session }: RunningExamProps) {
  const { owner, exam, at, deadline, results, timeUp = false } = attempt;
  const { loggedOut } = texts;
  const site = useSite();
  // A clock that was put back would show more than the whole test.
  const left = Math.min(useTimeLeft(deadline), Number(exam.examDto.duration) * 60);
  const isOnline = useAtomValue(onlineAtom);
  const isOver = useIsPast(deadline);
  const isHandedIn = results !== undefined;
  const [isChecking, check, leaveCheck] = useChecking(exam.examDto.id);
  // A test handed in before this page was opened is also sent from this tab.
  const [isOurs, setIsOurs] = useState(isHandedIn);
  const [later, setLater] = useState(false);
  const [sending, tryNow, dialog] = useHandIn(attempt, { email: session?.email, isOurs });
  const spoken = useSpoken(left, isOnline);
  useNothingElse();

  /** Reads the attempt again first: another tab may have changed it or handed it in. */
  const change = (changes: (latest: Attempt) => Partial<Attempt>): boolean => {
    const latest = readAttempt(owner);
    if (!latest || latest.results !== undefined) return false;
    keepAttempt({ ...latest, ...changes(latest) });
    return true;
  };
  const finalize = () => {
    const results = (latest: Attempt) => ({ results: resultsOf(latest), timeUp: isOver });
    if (change(results)) setIsOurs(true);
  };
  const answered = answeredOf(attempt);
  // Without an answer nothing is submitted by itself: the answers may be on another device.
  const isEmpty = isOver && answered === 0 && !isHandedIn;
  // Nothing is answered any more, and nothing submitted by itself, until the host has said what time it is.
  const isUnsure = left === 0 && !isOver && !isHandedIn;
  const timeIsUp = useEffectEvent(() => answered > 0 && finalize());
  useEffect(() => {
    if (isOver) timeIsUp();
  }, [isOver]);
  useEffect(() => void site.prepare(paths.examResult), [site]);
  useEffect(() => {
    // If another tab hands the test in, a status read before that would offer it again here.
    site.queries.removeQueries({ queryKey: profileKey(session?.email ?? '') });
  }, [site, session?.email]);

  // In the last minutes the session's own warning does this.
  const [firstWarningMs] = warningsMs;
  const endsAt = session?.endsAt ?? deadline;
  const endsTooSoon = endsAt < deadline && endsAt - now() > firstWarningMs;

  const isStuck = timeUp || !session || !isOurs || !isOnline || sending.tries > 0;
  const isSending = isHandedIn && (isStuck || !isChecking);
  let view: View = isChecking ? 'check' : at;
  if (isUnsure) view = 'unsure';
  else if (isEmpty) view = 'empty';
  else if (isSending) view = 'sending';
  const question = useFromTheTop(view);
  const all = exam.examQuestionDtoList.length;
  const kept = keptOf({
    isHandedIn,
    isLoggedIn: session !== null,
    isOnline,
    isUnsent: sending.tries > 0,
    isKeptOnDevice: isKeptOnDevice(owner),
  });
  return (
    <div className="page exam">
      <Heading>{titleOf(view, timeUp)}</Heading>
      <p className="hint">{shared.size(...sizeOf(exam))}</p>
      <Bar {...(isHandedIn && !timeUp ? {} : { left })} answered={answered} all={all} kept={kept} />
      {/* The only region that is read out by itself. It is there before its text, or it would not be. */}
      <div role="status" className={isSending ? 'retry' : 'hidden'}>
        {isSending ? (
          <HandingInText
            sending={sending}
            isOnline={isOnline}
            isLoggedIn={session !== null}
            count={texts.answered(answered, all)}
          />
        ) : (
          spoken
        )}
      </div>
      {!session && (
        <p className="notice">
          <span>{loggedOut.why}</span> <Link to={loginPath(paths.takeExam)}>{loggedOut.logIn}</Link>
        </p>
      )}
      {view === 'unsure' && <TimeUnsure onFinalize={finalize} />}
      {view === 'empty' && <NoAnswers owner={owner} email={session?.email} onFinalize={finalize} />}
      {view === 'sending' && session && <HandingIn sending={sending} onTryNow={tryNow} />}
      {view === 'check' && (
        <CheckAnswers
          attempt={attempt}
          busy={isHandedIn}
          onBack={(to = at) => {
            change(() => ({ at: to }));
            leaveCheck();
          }}
          onFinalize={finalize}
        />
      )}
      {view === at && (
        <Questions attempt={attempt} change={change} onCheck={check} ref={question} />
      )}
      {dialog}
      {session && !later && endsTooSoon && !isHandedIn && (
        <LogInAgain
          email={session.email}
          reason={texts.sessionSoon}
          onClose={() => setLater(true)}
        />
      )}
    </div>
  );
}

/** What stands in the place of the question, or the number of the question. */
type View = 'unsure' | 'empty' | 'sending' | 'check' | number;

function titleOf(view: View, timeUp: boolean): string {
  if (view === 'unsure') return texts.unsure.title;
  if (view === 'empty') return texts.handingIn.timeUp;
  if (view === 'sending') return timeUp ? texts.handingIn.timeUp : texts.handingIn.title;
  return view === 'check' ? texts.check.title : shared.title;
}

interface HandingInTextProps {
  sending: Sending;
  isOnline: boolean;
  isLoggedIn: boolean;
  /** How much is answered, in words. */
  count: string;
}

/** Read out while the answers are on their way. */
function HandingInText({
  sending: { tries, said },
  isOnline,
  isLoggedIn,
  count,
}: HandingInTextProps) {
  const { handingIn } = texts;
  if (!isLoggedIn) return <p>{handingIn.loggedOut(count)}</p>;
  if (!isOnline) return <p>{handingIn.offline}</p>;
  if (tries === 0) return <p>{handingIn.sending(count)}</p>;
  return <p>{said ? handingIn.unansweredBecause(said) : handingIn.unanswered}</p>;
}

/** The rest: how often it was tried, what comes next, and the button for the impatient. */
function HandingIn({ sending, onTryNow }: { sending: Sending; onTryNow: () => void }) {
  const zone = useZone();
  const { handingIn } = texts;
  const { tries, triedAt } = sending;
  return (
    <>
      <p>{handingIn.afterwards}</p>
      {tries > 0 && (
        <>
          <p className="hint">{handingIn.tried(tries, clockTime(triedAt, zone))}</p>
          <p className="actions">
            <button type="button" className="button primary" onClick={onTryNow}>
              {handingIn.tryNow}
            </button>
          </p>
        </>
      )}
    </>
  );
}

/** The time seems to be over, but the site's host cannot be asked whether the clock of this device is right. */
function TimeUnsure({ onFinalize }: { onFinalize: () => void }) {
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

interface NoAnswersProps {
  owner: string;
  /** Missing where nobody is logged in. */
  email: string | undefined;
  onFinalize: () => void;
}

/** Time is over and no question was answered here: perhaps on another device, whose result is looked for. */
function NoAnswers({ owner, email, onFinalize }: NoAnswersProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [message, setMessage] = useState('');
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { unanswered } = texts;
  const look = async () => {
    setMessage(unanswered.looking);
    const status = await readStatus(site, email ?? '');
    if (!isShown.current) return;
    if (!hasPassedTest(status)) return setMessage(status ? unanswered.none : unanswered.unread);
    navigate(paths.examResult, { state: { owner, answersFrom: 'elsewhere' }, replace: true });
    dropAttempt(owner);
  };
  const leave = () => {
    navigate(paths.home);
    dropAttempt(owner);
  };
  return (
    <>
      <p>{unanswered.text}</p>
      <p className="actions">
        {email && (
          <button type="button" className="button primary" onClick={() => void look()}>
            {unanswered.look}
          </button>
        )}
        <button type="button" className="button" onClick={leave}>
          {frame.goHome}
        </button>
        <button type="button" className="link" onClick={onFinalize}>
          {texts.finalize}
        </button>
      </p>
      <p role="status">{message}</p>
    </>
  );
}

interface CheckAnswersProps {
  attempt: Attempt;
  /** The answers are on their way: nothing can be changed any more. */
  busy: boolean;
  /** @param at the question to go to; missing: the one she came from */
  onBack: (at?: number) => void;
  onFinalize: () => void;
}

/** Every question with its answer, and the button that hands them in. */
function CheckAnswers({ attempt, busy, onBack, onFinalize }: CheckAnswersProps) {
  const { exam, answers } = attempt;
  const { check } = texts;
  const open = unanswered(attempt);
  const back = (at?: number) => busy || onBack(at);
  return (
    <section className="check" aria-label={check.title}>
      <p className={open.length > 0 ? 'retry' : undefined}>
        {open.length > 0 ? check.open(open.length, open.join(', ')) : check.none}
      </p>
      <ol>
        {exam.examQuestionDtoList.map(({ id, questionDto }, at) => {
          const answer = questionDto.questionChoiceDtoList.find((choice) =>
            isSame(answers[String(id)], choice.id),
          );
          return (
            <li key={id} data-answered={answer !== undefined}>
              <div>
                <p>{`${at + 1}. ${questionDto.questionText}`}</p>
                <p>
                  <b>
                    {answer
                      ? [answer.label && `${answer.label}.`, answer.choiceText].join(' ')
                      : check.notAnswered}
                  </b>
                </p>
              </div>
              <button
                type="button"
                className="button"
                aria-disabled={busy}
                onClick={() => back(at)}
              >
                <Text>{answer ? check.change : check.answer}</Text>
                <span className="hidden">{check.of(at + 1)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="actions">
        <button type="button" className="button accent" aria-disabled={busy} onClick={onFinalize}>
          {busy ? texts.finalizing : texts.finalize}
        </button>
        <button type="button" className="button" aria-disabled={busy} onClick={() => back()}>
          {check.back}
        </button>
      </p>
    </section>
  );
}

/**
 * Whether all answers are shown to be checked. That is a step of the browser's history: Back leads to the question, and
 * a reload stays.
 * @param exam the id of the running test: another one does not begin with the answers
 */
function useChecking(exam: Id): [isChecking: boolean, check: () => void, leave: () => void] {
  const [path, navigate] = useLocation();
  const { checks } = fieldsOf(useHistoryState());
  const isChecking = checks === exam;
  const isLeaving = useRef(false);
  useEffect(() => {
    if (isChecking) isLeaving.current = false;
  }, [isChecking]);
  // Once: a double click would leave the test.
  const leave = () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    history.back();
  };
  return [isChecking, () => navigate(path, { state: { checks: exam } }), leave];
}

/** Puts the ways out of the test away while it is on screen; the stylesheet does it (styles/exam.css). */
function useNothingElse(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.exam = 'running';
    return () => {
      delete dataset.exam;
    };
  }, []);
}

/**
 * A view that replaces another begins at the top, in view and with focus: the new heading takes it by itself, a
 * question that follows another under the same heading takes it here.
 * @param view what is on screen @returns the ref for the question's text
 */
function useFromTheTop(view: unknown): RefObject<HTMLLegendElement | null> {
  const question = useRef<HTMLLegendElement>(null);
  const shown = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    if (shown.current !== undefined) question.current?.focus({ preventScroll: true });
    shown.current = view;
    scrollTo(0, 0);
  }, [view]);
  return question;
}
