import { sessionLimits } from '@one-planet/contract/site-limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { LogInAgain } from '../../../applicant/dialogs.tsx';
import { paths } from '../../../routes.ts';
import { useOnline } from '../../../site/online.ts';
import { profileKey } from '../../../site/queries.ts';
import { useSite } from '../../../site/site.ts';
import type { Session } from '../../../site/stored-session.ts';
import { Heading } from '../../../ui/heading.tsx';
import { type Attempt, answeredOf, resultsOf, sizeOf } from '../attempt.ts';
import { isSafe, keepAttempt, readAttempt } from '../attempt-store.ts';
import { texts as shared } from '../words.ts';
import { Bar, keptOf, useSpoken } from './bar.tsx';
import { CheckAnswers } from './check-answers.tsx';
import { useTimeLeft } from './clock.ts';
import { HandingIn, HandingInText, LogInToSend } from './handing-in.tsx';
import { Questions } from './questions.tsx';
import { useChecking } from './use-checking.ts';
import { useHandIn } from './use-hand-in.tsx';
import { useFromTheTop, useNothingElse } from './use-running.ts';
import { texts } from './words.ts';

export interface RunningExamProps {
  attempt: Attempt;
  /** `null`: the test was opened again where nobody is logged in. Only handing in needs that. */
  session: Session | null;
}

/** The test: one question at a time, then all answers to check, until it is handed in or time is up. */
export default function RunningExam({ attempt, session }: RunningExamProps) {
  const { owner, exam, at, deadline, results, timeUp = false } = attempt;
  const site = useSite();
  const left = useTimeLeft(deadline);
  const isOnline = useOnline();
  const isOver = left === 0;
  const isHandedIn = results !== undefined;
  const [isChecking, check, leaveCheck] = useChecking(exam.examDto.id);
  // A test handed in before this page was opened is also sent from this tab.
  const [isOurs, setIsOurs] = useState(isHandedIn);
  const [later, setLater] = useState(false);
  const [sending, tryNow, dialog] = useHandIn(attempt, { email: session?.email, isOurs });
  const spoken = useSpoken(left, isOnline);
  useNothingElse();

  /** Reads the attempt again first: another tab may have changed it or handed it in. */
  const change = (changes: (now: Attempt) => Partial<Attempt>): boolean => {
    const now = readAttempt(owner);
    if (!now || now.results !== undefined) return false;
    keepAttempt({ ...now, ...changes(now) });
    return true;
  };
  const finalize = () => {
    if (change((now) => ({ results: resultsOf(now), timeUp: isOver }))) setIsOurs(true);
  };
  const timeIsUp = useEffectEvent(finalize);
  useEffect(() => {
    if (isOver) timeIsUp();
  }, [isOver]);
  useEffect(() => void site.prepare(paths.examResult), [site]);
  useEffect(() => {
    // If another tab hands the test in, a status read before that would offer it again here.
    site.queries.removeQueries({ queryKey: profileKey(session?.email ?? '') });
  }, [site, session?.email]);

  // In the last minutes the session's own warning does this.
  const [firstWarningMs] = sessionLimits.warningsMs;
  const endsAt = session?.endsAt ?? deadline;
  const endsTooSoon = endsAt < deadline && endsAt - Date.now() > firstWarningMs;

  const isStuck = timeUp || !session || !isOurs || !isOnline || sending.tries > 0;
  const isSending = isHandedIn && (isStuck || !isChecking);
  const view = isSending ? 'sending' : isChecking ? 'check' : at;
  const question = useFromTheTop(view);
  const answered = answeredOf(attempt);
  const all = exam.examQuestionDtoList.length;
  const kept = keptOf({
    isHandedIn,
    isLoggedIn: session !== null,
    isOnline,
    isUnsent: sending.tries > 0,
    isSafe: isSafe(owner),
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
      {!session && <LogInToSend />}
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

function titleOf(view: 'sending' | 'check' | number, timeUp: boolean): string {
  if (view === 'sending') return timeUp ? texts.handingIn.timeUp : texts.handingIn.title;
  return view === 'check' ? texts.check.title : shared.title;
}
