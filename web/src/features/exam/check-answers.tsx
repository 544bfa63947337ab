/** All answers of a test, to be checked before it is submitted. */
import type { Id } from '@one-planet/contract';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { fieldsOf } from '../../site/unchecked.ts';
import { Text } from '../../ui/blocks.tsx';
import { type Attempt, findUnanswered } from './attempt.ts';
import { runningTexts as texts } from './exam-words.ts';
import { isSameId } from './question.tsx';

interface CheckAnswersProps {
  attempt: Attempt;
  /** The answers are being sent, and cannot be changed any more. */
  isBusy: boolean;
  /** @param questionIndex of the question to open. Default: the one that was open before */
  onBack: (questionIndex?: number) => void;
  onFinalize: () => void;
}

/** Every question with its answer, and the button that submits the test. */
export function CheckAnswers({ attempt, isBusy, onBack, onFinalize }: CheckAnswersProps) {
  const { exam, answers } = attempt;
  const { check } = texts;
  const unansweredNumbers = findUnanswered(attempt);
  const backToTest = (questionIndex?: number) => isBusy || onBack(questionIndex);
  return (
    <div className="check">
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
    </div>
  );
}

/**
 * Whether all answers are shown to be checked. They have an entry of their own in the browser's history, so that Back
 * leads to the question, and a reload shows them again.
 * @param examId the id of the running test: the entry of an earlier test is ignored
 */
export function useAnswerCheck(examId: Id): {
  isOpen: boolean;
  open: () => void;
  close: () => void;
} {
  const [path, navigate] = useLocation();
  const { checks: checkedExamId } = fieldsOf(useHistoryState());
  const isOpen = checkedExamId === examId;
  const isLeavingRef = useRef(false);
  useEffect(() => {
    if (isOpen) isLeavingRef.current = false;
  }, [isOpen]);
  // Only once: a double click would go back twice, and leave the test.
  const close = () => {
    if (isLeavingRef.current) return;
    isLeavingRef.current = true;
    history.back();
  };
  return { isOpen, open: () => navigate(path, { state: { checks: examId } }), close };
}
