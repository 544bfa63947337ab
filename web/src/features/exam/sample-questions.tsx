import { useState } from 'react';
import type { ExamQuestion } from './attempt.ts';
import { sampleTexts } from './exam-words.ts';
import { Question } from './question.tsx';

/** Three questions like those of the test; each says at once whether the chosen answer is right. */
export function SampleQuestions() {
  return (
    <>
      <p>{sampleTexts.lead}</p>
      {sampleTexts.questions.map((sampleQuestion, index) => (
        <SampleQuestion key={sampleQuestion.text} sample={sampleQuestion} number={index + 1} />
      ))}
    </>
  );
}

interface SampleQuestionProps {
  sample: (typeof sampleTexts.questions)[number];
  /** 1 for the first. */
  number: number;
}

function SampleQuestion({ sample, number }: SampleQuestionProps) {
  const { right, why } = sample;
  const [chosenIndex, setChosenIndex] = useState<number>();
  const question = toExamQuestion(sample, number);
  const { choiceText = '', label } = question.questionDto.questionChoiceDtoList[right] ?? {};
  const feedback =
    chosenIndex === right
      ? sampleTexts.right(why)
      : sampleTexts.wrong(`${label}. ${choiceText}`, why);
  return (
    <div className="sample">
      <Question
        question={question}
        number={number}
        questionCount={sampleTexts.questions.length}
        chosenId={chosenIndex}
        onAnswer={(choice) => setChosenIndex(Number(choice))}
      />
      <p role="status" data-right={chosenIndex === right}>
        {chosenIndex !== undefined && feedback}
      </p>
    </div>
  );
}

/** @returns a sample in the form in which the server sends questions; the id of a choice is its index */
function toExamQuestion(
  { text, choices }: SampleQuestionProps['sample'],
  number: number,
): ExamQuestion {
  return {
    id: `sample-${number}`,
    questionDto: {
      questionText: text,
      questionChoiceDtoList: choices.map((choiceText, id) => ({
        id,
        label: 'ABCD'[id],
        choiceText,
      })),
    },
  };
}
