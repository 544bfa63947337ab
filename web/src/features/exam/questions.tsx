import { type RefObject, useState } from 'react';
import { type Attempt, changeAttempt, findUnanswered } from './attempt.ts';
import { runningTexts as texts } from './exam-words.ts';
import { Question } from './question.tsx';

interface QuestionsProps {
  attempt: Attempt;
  /** Shows all answers, to be checked before the test is submitted. */
  onCheck: () => void;
  /** The question on screen. */
  ref: RefObject<HTMLFieldSetElement | null>;
}

/** One question, the buttons to the previous and the next one, and the overview of all. */
export function Questions({ attempt, onCheck, ref }: QuestionsProps) {
  const { owner, exam, answers, at: questionIndex } = attempt;
  const { examQuestionDtoList: questions } = exam;
  const question = questions[questionIndex] ?? questions[0];
  if (!question) return null;
  const key = String(question.id);
  const isLastQuestion = questionIndex >= questions.length - 1;
  const goTo = (index: number) => changeAttempt(owner, () => ({ at: index }));
  return (
    <div className="with-panel">
      <div>
        <Question
          key={key}
          question={question}
          number={questions.indexOf(question) + 1}
          questionCount={questions.length}
          chosenId={answers[key]}
          onAnswer={(choiceId) =>
            changeAttempt(owner, (latestAttempt) => ({
              answers: { ...latestAttempt.answers, [key]: choiceId },
            }))
          }
          ref={ref}
        />
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={questionIndex === 0}
            onClick={() => questionIndex > 0 && goTo(questionIndex - 1)}
          >
            {texts.previous}
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => (isLastQuestion ? onCheck() : goTo(questionIndex + 1))}
          >
            {isLastQuestion ? texts.finalize : texts.next}
          </button>
        </div>
      </div>
      <Overview attempt={attempt} onGoTo={goTo} onCheck={onCheck} />
    </div>
  );
}

interface OverviewProps {
  attempt: Attempt;
  onGoTo: (index: number) => void;
  onCheck: () => void;
}

/** The numbers of all questions, with buttons that open them and marks on the answered ones; folded on a phone. */
function Overview({ attempt, onGoTo, onCheck }: OverviewProps) {
  const { examQuestionDtoList: questions } = attempt.exam;
  const unansweredNumbers = new Set(findUnanswered(attempt));
  const [isWide] = useState(() => matchMedia('(min-width: 60rem)').matches);
  return (
    <nav className="panel overview" aria-label={texts.overview}>
      <details open={isWide}>
        <summary>{texts.overview}</summary>
        <ol>
          {questions.map(({ id }, index) => {
            const isAnswered = !unansweredNumbers.has(index + 1);
            return (
              <li key={id}>
                <button
                  type="button"
                  data-answered={isAnswered}
                  aria-current={index === attempt.at ? 'step' : undefined}
                  aria-label={texts.goTo(index + 1, isAnswered)}
                  onClick={() => onGoTo(index)}
                >
                  {index + 1}
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
