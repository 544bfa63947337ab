import type { RefObject } from 'react';
import type { Attempt } from '../attempt.ts';
import { Overview } from './overview.tsx';
import { Question } from './question.tsx';
import { texts } from './words.ts';

interface QuestionsProps {
  attempt: Attempt;
  change: (changes: (now: Attempt) => Partial<Attempt>) => void;
  /** After the last question, or from the overview: shows all answers. */
  onCheck: () => void;
  /** The text of the question on screen. */
  ref: RefObject<HTMLLegendElement | null>;
}

/** One question, the way to the ones before and after it, and the overview of all. */
export function Questions({ attempt, change, onCheck, ref }: QuestionsProps) {
  const { exam, answers, at } = attempt;
  const { examQuestionDtoList: questions } = exam;
  const question = questions[at] ?? questions[0];
  if (!question) return null;
  const key = String(question.id);
  const isLast = at >= questions.length - 1;
  const go = (to: number) => change(() => ({ at: to }));
  return (
    <div className="with-panel">
      <div>
        <Question
          key={key}
          question={question}
          number={questions.indexOf(question) + 1}
          all={questions.length}
          answer={answers[key]}
          onAnswer={(choice) => change((now) => ({ answers: { ...now.answers, [key]: choice } }))}
          ref={ref}
        />
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={at === 0}
            onClick={() => at > 0 && go(at - 1)}
          >
            {texts.previous}
          </button>
          <button
            type="button"
            className={isLast ? 'button accent' : 'button primary'}
            onClick={() => (isLast ? onCheck() : go(at + 1))}
          >
            {isLast ? texts.finalize : texts.next}
          </button>
        </div>
      </div>
      <Overview attempt={attempt} onGo={go} onCheck={onCheck} />
    </div>
  );
}
