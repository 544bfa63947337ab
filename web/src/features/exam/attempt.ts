/**
 * A running test on this device: its questions, the answers so far and the deadline. It is in local storage, without
 * a name or an address, to survive a crash and be the same in every tab; it is deleted once the server has it, and at
 * logout (docs/decisions).
 */

import type { Exam, Id } from '@one-planet/contract';
import { toExamResults } from '@one-planet/contract/lifecycle';
import { examKey } from '../../offline/exam-storage.ts';
import { useOnDevice } from '../../site/atoms.ts';
import {
  dropFromDevice,
  keepInTab,
  keepOnDevice,
  outlivesThePage,
  readFromDevice,
  readFromTab,
} from '../../site/storages.ts';
import { fieldsOf, idOf, isRecord, numberOf, textOf } from '../../site/unchecked.ts';

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

// Stores the running test of each applicant on this device; every tab sees the same one.

/** The last text read, by owner, so that the same text gives the same object. */
const parsed = new Map<string, { raw: string | null; attempt: Attempt | null }>();

export function readAttempt(owner: string): Attempt | null {
  const raw = readFromDevice(examKey(owner));
  const known = parsed.get(owner);
  if (known?.raw === raw) return known.attempt;
  const attempt = parse(raw);
  parsed.set(owner, { raw, attempt });
  return attempt;
}

export function keepAttempt(attempt: Attempt): void {
  keepOnDevice(examKey(attempt.owner), JSON.stringify(attempt));
}

/** The clock by which a test was started has turned out to be wrong. @param ms later than it was reckoned */
export function moveDeadline(owner: string, { examDto: { id } }: Exam, ms: number): void {
  const attempt = readAttempt(owner);
  if (attempt?.exam.examDto.id === id) keepAttempt({ ...attempt, deadline: attempt.deadline + ms });
}

export function dropAttempt(owner: string): void {
  dropFromDevice(examKey(owner));
}

/** @returns false if the answers are lost when the page is left, because the browser forbids or lacks storage */
export function isKeptOnDevice(owner: string): boolean {
  return outlivesThePage(examKey(owner));
}

/** The applicant's running test; follows changes made in other tabs. */
export function useAttempt(owner: string): Attempt | null {
  useOnDevice(examKey(owner));
  return readAttempt(owner);
}

function parse(text: string | null): Attempt | null {
  try {
    const attempt: Attempt | null = JSON.parse(text ?? 'null');
    const exam = examOf(attempt?.exam);
    const isOne = attempt !== null && attempt.deadline > 0 && isRecord(attempt.answers);
    return isOne && exam ? { ...attempt, exam } : null;
  } catch {
    return null;
  }
}

type Question = Exam['examQuestionDtoList'][number];
type Choice = Question['questionDto']['questionChoiceDtoList'][number];

/**
 * Reads a test field by field: it is kept on the device, where one odd record would crash it after every reload.
 * @returns the questions that can be shown and answered; `undefined` where there is no test, time or question
 */
export function examOf(body: unknown): Exam | undefined {
  const { examDto, examQuestionDtoList } = fieldsOf(body);
  const id = idOf(fieldsOf(examDto).id);
  const duration = numberOf(fieldsOf(examDto).duration) ?? 0;
  const questions = listOf(examQuestionDtoList).flatMap(questionsOf);
  if (id === null || duration <= 0 || questions.length === 0) return undefined;
  return { examDto: { id, duration }, examQuestionDtoList: questions };
}

function questionsOf(record: unknown): Question[] {
  const { id: given, questionDto } = fieldsOf(record);
  const { questionText, questionChoiceDtoList } = fieldsOf(questionDto);
  const id = idOf(given);
  const choices = listOf(questionChoiceDtoList).flatMap(choicesOf);
  if (id === null || choices.length === 0) return [];
  const question = { questionText: textOf(questionText), questionChoiceDtoList: choices };
  return [{ id, questionDto: question }];
}

function choicesOf(record: unknown): Choice[] {
  const { id: given, label, choiceText } = fieldsOf(record);
  const [id, shown] = [idOf(given), { label: textOf(label), choiceText: textOf(choiceText) }];
  return id !== null && (shown.label || shown.choiceText) ? [{ id, ...shown }] : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

// How long her last test in this tab was: the server says it only when a test starts. Dropped at logout.

type Size = [questions: number, minutes: number];

export function keepSize(owner: string, size: Size): void {
  keepInTab(examKey(owner), JSON.stringify(size));
}

export function readSize(owner: string): Size | undefined {
  try {
    const size: unknown = JSON.parse(readFromTab(examKey(owner)) ?? 'null');
    return isSize(size) ? size : undefined;
  } catch {
    return undefined;
  }
}

function isSize(kept: unknown): kept is Size {
  return Array.isArray(kept) && kept.length === 2 && kept.every(Number.isFinite);
}
