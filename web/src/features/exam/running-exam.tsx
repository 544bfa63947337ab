import { sessionLimits } from '@one-planet/contract/site-limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { LogInAgain } from '../../applicant/log-in-again.tsx';
import { paths } from '../../routes.ts';
import { profileKey } from '../../site/queries.ts';
import type { Session } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import { type Attempt, resultsOf, unanswered } from './attempt.ts';
import { keepAttempt, readAttempt } from './attempt-store.ts';
import { Countdown, useTimeLeft } from './countdown.tsx';
import { HandingIn } from './handing-in.tsx';
import { Overview } from './overview.tsx';
import { Question } from './question.tsx';
import { texts } from './words.ts';

interface RunningExamProps {
  attempt: Attempt;
  session: Session;
}

/** The test: one question at a time until it is handed in or time is up. */
export function RunningExam({ attempt, session }: RunningExamProps) {
  const { owner, exam, answers, at, deadline, results } = attempt;
  const questions = exam.examQuestionDtoList;
  const question = questions[at] ?? questions[0];
  const site = useSite();
  const left = useTimeLeft(deadline);
  const [asks, setAsks] = useState(false);
  // A test handed in before this page was opened is also sent from this tab.
  const [isOurs, setIsOurs] = useState(results !== undefined);
  const [later, setLater] = useState(false);
  const isOver = left === 0;
  const open = unanswered(attempt);

  /** Reads the attempt again first: another tab may have changed it or handed it in. */
  const change = (changes: Partial<Attempt>) => {
    const now = readAttempt(owner);
    if (now && now.results === undefined) keepAttempt({ ...now, ...changes });
  };
  const finalize = () => {
    setAsks(false);
    const now = readAttempt(owner);
    if (!now || now.results !== undefined) return;
    setIsOurs(true);
    change({ results: resultsOf(now) });
  };
  const timeIsUp = useEffectEvent(finalize);
  useEffect(() => {
    if (isOver) timeIsUp();
  }, [isOver]);
  useEffect(() => void site.prepare(paths.examResult), [site]);
  useEffect(() => {
    // If another tab hands the test in, a status read before that would offer it again here.
    site.queries.removeQueries({ queryKey: profileKey(session.email) });
  }, [site, session.email]);

  // In the last minutes the session's own warning does this.
  const [firstWarningMs] = sessionLimits.warningsMs;
  const endsTooSoon = session.endsAt < deadline && session.endsAt - Date.now() > firstWarningMs;

  if (!question) return null;
  const isLast = at >= questions.length - 1;
  const number = questions.indexOf(question) + 1;
  return (
    <div className="page with-panel exam">
      <div>
        <Heading>{texts.title}</Heading>
        <Countdown left={left} />
        {results !== undefined && (
          <HandingIn attempt={attempt} email={session.email} isOver={isOver} isOurs={isOurs} />
        )}
        <Question
          question={question}
          number={number}
          all={questions.length}
          answer={answers[String(question.id)]}
          onAnswer={(choice) =>
            change({ answers: { ...readAttempt(owner)?.answers, [String(question.id)]: choice } })
          }
          disabled={results !== undefined}
        />
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={at === 0 || results !== undefined}
            onClick={() => at > 0 && change({ at: at - 1 })}
          >
            {texts.previous}
          </button>
          {isLast ? (
            <button
              type="button"
              className="button accent"
              aria-disabled={results !== undefined}
              onClick={() => (open.length > 0 ? setAsks(true) : finalize())}
            >
              {results === undefined ? texts.finalize : texts.finalizing}
            </button>
          ) : (
            <button
              type="button"
              className="button primary"
              aria-disabled={results !== undefined}
              onClick={() => change({ at: at + 1 })}
            >
              {texts.next}
            </button>
          )}
        </div>
      </div>
      <Overview attempt={attempt} onGo={(to) => change({ at: to })} />
      {asks && results === undefined && (
        <Dialog
          title={texts.confirm.title}
          onClose={() => setAsks(false)}
          actions={
            <div className="actions">
              <button type="button" className="button primary" onClick={() => setAsks(false)}>
                {texts.confirm.no}
              </button>
              <button type="button" className="button accent" onClick={finalize}>
                {texts.confirm.yes}
              </button>
            </div>
          }
        >
          <p>{texts.confirm.text(open)}</p>
        </Dialog>
      )}
      {!later && endsTooSoon && results === undefined && (
        <LogInAgain
          email={session.email}
          reason={texts.sessionSoon}
          onClose={() => setLater(true)}
        />
      )}
    </div>
  );
}
