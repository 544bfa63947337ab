import type { Id } from '@one-planet/contract';
import type { Ref } from 'react';
import { Text } from '../../ui/blocks.tsx';
import type { ExamQuestion } from './attempt.ts';
import { runningTexts as texts } from './exam-words.ts';

interface QuestionProps {
  question: ExamQuestion;
  /** 1 for the first. */
  number: number;
  questionCount: number;
  chosenId: Id | undefined;
  onAnswer: (choiceId: Id) => void;
  /** The question as a group, which takes focus when it replaces another: a screen reader then says its name, once. */
  ref?: Ref<HTMLFieldSetElement>;
}

/** One question with its choices. */
export function Question({
  question,
  number,
  questionCount,
  chosenId,
  onAnswer,
  ref,
}: QuestionProps) {
  const { id, questionDto } = question;
  return (
    <fieldset className="question" ref={ref} tabIndex={-1}>
      <legend>
        <span aria-hidden="true">{texts.question(number, questionCount)}</span>{' '}
        <span className="hidden">{texts.questionOf(number, questionCount)}</span>{' '}
        <Text>{questionDto.questionText}</Text>
      </legend>
      <div className="radios">
        {questionDto.questionChoiceDtoList.map(({ id: choice, label, choiceText }) => (
          <label key={choice} className="radio">
            <input
              type="radio"
              name={`question-${id}`}
              checked={isSameId(chosenId, choice)}
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

/** Compares ids that may be numbers or texts. */
export function isSameId(id: Id | undefined, otherId: Id): boolean {
  return id !== undefined && String(id) === String(otherId);
}
