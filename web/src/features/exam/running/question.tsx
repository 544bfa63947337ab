import type { Exam, Id } from '@one-planet/contract';
import type { Ref } from 'react';
import { Text } from '../../../ui/text.tsx';
import { texts } from './words.ts';

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
