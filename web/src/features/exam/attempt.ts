/**
 * A running test on this device: its questions, the answers so far and the deadline. It is in local storage, without
 * a name or an address, to survive a crash and be the same in every tab; it is deleted once the server has it
 * (docs/decisions).
 */
import type { Exam, Id } from '@one-planet/contract';
import { toExamResults } from '@one-planet/contract/exam-rules';
import { fieldsOf } from '../../site/unchecked.ts';

export interface Attempt {
  /** Whose it is, see `ownerOf`. */
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
  /** It has been sent at least once; it may or may not have arrived. */
  sent?: boolean;
}

/** Tells applicants on one device apart without keeping who they are. */
export function ownerOf(email: string): string {
  let hash = 0x811c9dc5;
  for (const sign of email.toLowerCase()) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
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

/** @returns the answers in the server's format, in the order of the questions */
export function resultsOf({ exam, answers }: Attempt): string {
  return toExamResults(
    exam.examQuestionDtoList.flatMap(({ id }) => {
      const choice = answers[String(id)];
      return choice === undefined ? [] : [[id, choice] as const];
    }),
  );
}

/** @returns true for a test that can be shown */
export function isExam(body: unknown): body is Exam {
  const { examDto, examQuestionDtoList: list } = fieldsOf(body);
  const { id, duration } = fieldsOf(examDto);
  return (
    id != null &&
    Number(duration) > 0 &&
    Array.isArray(list) &&
    list.length > 0 &&
    list.every(({ questionDto }) => Array.isArray(fieldsOf(questionDto).questionChoiceDtoList))
  );
}
