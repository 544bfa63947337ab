import type { Exam, Id } from '@one-planet/contract';
import { type Ref, type RefObject, useState } from 'react';
import { Text } from '../../ui/blocks.tsx';
import { type Attempt, unanswered } from './attempt.ts';
import { runningTexts as texts } from './exam-words.ts';

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

interface QuestionProps {
  question: Exam['examQuestionDtoList'][number];
  /** 1 for the first. */
  number: number;
  all: number;
  answer: Id | undefined;
  onAnswer: (choice: Id) => void;
  /** The question's text, which takes focus when it replaces another. */
  ref?: Ref<HTMLLegendElement>;
}

/** One question with its choices. */
export function Question({ question, number, all, answer, onAnswer, ref }: QuestionProps) {
  const { id, questionDto } = question;
  return (
    <fieldset className="question">
      <legend ref={ref} tabIndex={-1}>
        <span>{texts.question(number, all)}</span> <Text>{questionDto.questionText}</Text>
      </legend>
      <div className="radios">
        {questionDto.questionChoiceDtoList.map(({ id: choice, label, choiceText }) => (
          <label key={choice} className="radio">
            <input
              type="radio"
              name={`question-${id}`}
              checked={isSame(answer, choice)}
              onChange={() => onAnswer(choice)}
            />
            <span>
              {label && <b>{`${label}.`}</b>} <Text>{choiceText}</Text>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Ids may come back as numbers or as text. */
export function isSame(answer: Id | undefined, choice: Id): boolean {
  return answer !== undefined && String(answer) === String(choice);
}

interface OverviewProps {
  attempt: Attempt;
  onGo: (at: number) => void;
  onCheck: () => void;
}

/** The numbers of all questions, with links to each and which are answered; folded away on a phone. */
function Overview({ attempt, onGo, onCheck }: OverviewProps) {
  const { examQuestionDtoList: questions } = attempt.exam;
  const open = new Set(unanswered(attempt));
  const [isWide] = useState(() => matchMedia('(min-width: 60rem)').matches);
  return (
    <nav className="panel overview" aria-label={texts.overview}>
      <details open={isWide}>
        <summary>{texts.overview}</summary>
        <ol>
          {questions.map(({ id }, at) => {
            const isAnswered = !open.has(at + 1);
            return (
              <li key={id}>
                <button
                  type="button"
                  data-answered={isAnswered}
                  aria-current={at === attempt.at ? 'step' : undefined}
                  aria-label={texts.goTo(at + 1, isAnswered)}
                  onClick={() => onGo(at)}
                >
                  {at + 1}
                </button>
              </li>
            );
          })}
        </ol>
        <button type="button" className="button" onClick={onCheck}>
          {texts.check.title}
        </button>
      </details>
    </nav>
  );
}
