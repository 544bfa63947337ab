import type { Content } from './content.ts';
import { inWords } from './facts.ts';
import { useContent } from './use-content.ts';
import { questions as texts } from './words.ts';

export interface Question {
  question: string;
  answer: string;
}

/** What people ask: the college's own answers first, then what follows from the application itself. */
export function useQuestions(): Question[] {
  return questionsOf(useContent());
}

/** @returns the same for the build, which tells them to search engines */
export function questionsOf({ questions = [], accreditation, scholarships }: Content): Question[] {
  const { counts, scholarships: help, usual } = texts;
  return [
    ...questions,
    {
      question: counts.question,
      answer: accreditation ? counts.accredited(accreditation.by) : counts.answer,
    },
    ...usual,
    {
      question: help.question,
      answer: scholarships ? help.open(inWords(scholarships.map(scholarshipInWords))) : help.answer,
    },
  ];
}

function scholarshipInWords(one: NonNullable<Content['scholarships']>[number]): string {
  return `${one.name} (${one.amount}${one.for ? `, for ${one.for}` : ''})`;
}
