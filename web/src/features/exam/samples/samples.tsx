import type { Exam } from '@one-planet/contract';
import { useState } from 'react';
import { Question } from '../running/question.tsx';
import { texts } from './words.ts';

/** Three questions like those of the test, which say at once whether the answer is right. */
export default function Samples() {
  return (
    <>
      <p>{texts.lead}</p>
      {texts.questions.map((sample, at) => (
        <Sample key={sample.text} sample={sample} number={at + 1} />
      ))}
    </>
  );
}

interface SampleProps {
  sample: (typeof texts.questions)[number];
  /** 1 for the first. */
  number: number;
}

function Sample({ sample, number }: SampleProps) {
  const { right, why } = sample;
  const [answer, setAnswer] = useState<number>();
  const question = asked(sample, number);
  const { choiceText = '', label } = question.questionDto.questionChoiceDtoList[right] ?? {};
  const verdict = answer === right ? texts.right(why) : texts.wrong(`${label}. ${choiceText}`, why);
  return (
    <div className="sample">
      <Question
        question={question}
        number={number}
        all={texts.questions.length}
        answer={answer}
        onAnswer={(choice) => setAnswer(Number(choice))}
      />
      <p role="status" data-right={answer === right}>
        {answer !== undefined && verdict}
      </p>
    </div>
  );
}

/** A sample as the server sends a question; a choice's id is its place. */
function asked({ text, choices }: SampleProps['sample'], number: number): Asked {
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

type Asked = Exam['examQuestionDtoList'][number];
