import type { Exam, Id } from '@one-planet/contract';
import { useEffect, useRef } from 'react';
import { texts } from './words.ts';

interface QuestionProps {
  question: Exam['examQuestionDtoList'][number];
  /** 1 for the first. */
  number: number;
  all: number;
  answer: Id | undefined;
  onAnswer: (choice: Id) => void;
  disabled: boolean;
}

/** One question with its choices; takes focus when it replaces another. */
export function Question({ question, number, all, answer, onAnswer, disabled }: QuestionProps) {
  const { id, questionDto } = question;
  const legend = useRef<HTMLLegendElement>(null);
  const shown = useRef(number);
  useEffect(() => {
    if (shown.current !== number) legend.current?.focus();
    shown.current = number;
  }, [number]);
  return (
    <fieldset className="question" disabled={disabled}>
      <legend ref={legend} tabIndex={-1}>
        <span>{texts.question(number, all)}</span> {questionDto.questionText}
      </legend>
      <div className="radios">
        {questionDto.questionChoiceDtoList.map(({ id: choice, label, choiceText }) => (
          <label key={choice} className="radio">
            <input
              type="radio"
              name={`question-${id}`}
              checked={answer !== undefined && String(answer) === String(choice)}
              onChange={() => onAnswer(choice)}
            />
            <span>
              {label && <b>{label}.</b>} {choiceText}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
