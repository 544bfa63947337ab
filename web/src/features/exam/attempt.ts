/**
 * A running test on this device: its questions, the answers so far and the deadline. It is in local storage, without
 * a name or an address, to survive a crash and be the same in every tab; it is deleted once the server has it, and at
 * logout (docs/decisions).
 */
import type { Exam, Id } from '@one-planet/contract';
import { toExamResults } from '@one-planet/contract/exam-rules';

export interface Attempt {
  /** Whose it is, see `ownerOf` in site/owner.ts. */
  owner: string;
  exam: Exam;
  /** Milliseconds since 1970. */
  deadline: number;
  /** The chosen choice by question. */
  answers: Readonly<Record<string, Id>>;
  /** The question on screen; 0 is the first. */
  at: number;
  /** Set once it is handed in: what is sent, the same every time. */
  results?: string;
  /** It was handed in because time was up. */
  timeUp?: boolean;
  /** It has been sent at least once; it may or may not have arrived. */
  sent?: boolean;
}

/**
 * Starts the test that the server created. If it is the one already running, its answers and its earlier deadline are
 * kept, because the server sends the whole duration again.
 * @param askedAt when the server was asked, in milliseconds since 1970
 */
export function startAttempt(
  owner: string,
  exam: Exam,
  askedAt: number,
  known: Attempt | null,
): Attempt {
  const deadline = askedAt + Number(exam.examDto.duration) * 60_000;
  if (known?.owner !== owner || String(known.exam.examDto.id) !== String(exam.examDto.id)) {
    return { owner, exam, deadline, answers: {}, at: 0 };
  }
  return { ...known, exam, deadline: Math.min(deadline, known.deadline) };
}

/** @returns the numbers of the unanswered questions; 1 is the first */
export function unanswered({ exam, answers }: Attempt): number[] {
  return exam.examQuestionDtoList.flatMap(({ id }, at) => (String(id) in answers ? [] : at + 1));
}

/** @returns how many questions are answered */
export function answeredOf(attempt: Attempt): number {
  return attempt.exam.examQuestionDtoList.length - unanswered(attempt).length;
}

/** @returns how many questions a test has, and how many minutes */
export function sizeOf({
  examDto,
  examQuestionDtoList,
}: Exam): [questions: number, minutes: number] {
  return [examQuestionDtoList.length, Number(examDto.duration)];
}

/** @returns the answers in the server's format, in the order of the questions */
export function resultsOf({ exam, answers }: Attempt): string {
  return toExamResults(
    exam.examQuestionDtoList.flatMap(({ id }) => {
      const choice = answers[String(id)];
      return choice === undefined ? [] : [[id, choice] as const];
    }),
  );
}
