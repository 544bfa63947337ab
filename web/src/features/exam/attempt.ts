/**
 * An attempt is a test that runs on this device: its questions, the answers so far and the deadline. It is kept in local
 * storage, without a name or an address, so that it survives a crash and is the same in every tab. It is deleted once the
 * server has the answers, and at logout (specification/decisions §3).
 */

import type { Exam, Id } from '@one-planet/contract';
import { toExamResults } from '@one-planet/contract/lifecycle';
import { examKeyOf } from '../../offline/exam-storage.ts';
import { useStoredValue } from '../../site/atoms.ts';
import {
  dropFromDevice,
  keepInTab,
  keepOnDevice,
  outlivesThePage,
  readFromDevice,
  readFromTab,
} from '../../site/storages.ts';
import { fieldsOf, idOf, isObject, numberOf, textOf } from '../../site/unchecked.ts';

/** Stored as JSON under `examKeyOf`: a renamed property would lose the tests that are running. */
export interface Attempt {
  /** See `ownerHashOf`. */
  owner: string;
  exam: Exam;
  /** In milliseconds since 1970. */
  deadline: number;
  /** The ids of the choices, by the question's id. */
  answers: Readonly<Record<string, Id>>;
  /** The index of the question on screen. */
  at: number;
  /** The encoded answers, fixed when the test is submitted, so that every retry sends the same. */
  results?: string;
  /** The test was submitted because its time was over. */
  timeUp?: boolean;
  /** The answers were sent at least once; the server may or may not have them. */
  sent?: boolean;
}

/**
 * Starts the test that the server created. If the same test is already running, its answers and its earlier deadline
 * stay, because the server sends the whole duration again.
 * @param requestedAtMs when the request was sent, in milliseconds since 1970
 * @param storedAttempt the attempt on this device, if any
 */
export function startAttempt(
  ownerHash: string,
  exam: Exam,
  requestedAtMs: number,
  storedAttempt: Attempt | null,
): Attempt {
  const deadline = requestedAtMs + Number(exam.examDto.duration) * 60_000;
  if (
    storedAttempt?.owner !== ownerHash ||
    String(storedAttempt.exam.examDto.id) !== String(exam.examDto.id)
  ) {
    return { owner: ownerHash, exam, deadline, answers: {}, at: 0 };
  }
  return { ...storedAttempt, exam, deadline: Math.min(deadline, storedAttempt.deadline) };
}

/** @returns the numbers of the unanswered questions; 1 is the first */
export function findUnanswered({ exam, answers }: Attempt): number[] {
  return exam.examQuestionDtoList.flatMap(({ id }, index) =>
    String(id) in answers ? [] : index + 1,
  );
}

/** @returns how many questions are answered */
export function countAnswered(attempt: Attempt): number {
  return attempt.exam.examQuestionDtoList.length - findUnanswered(attempt).length;
}

/** @returns how many questions a test has, and how many minutes */
export function examSizeOf({
  examDto,
  examQuestionDtoList,
}: Exam): [questions: number, minutes: number] {
  return [examQuestionDtoList.length, Number(examDto.duration)];
}

/** @returns the answers in the server's format, e.g. `1:10,3:31`, in the order of the questions */
export function encodeResults({ exam, answers }: Attempt): string {
  return toExamResults(
    exam.examQuestionDtoList.flatMap(({ id }) => {
      const choiceId = answers[String(id)];
      return choiceId === undefined ? [] : [[id, choiceId] as const];
    }),
  );
}

// The attempt of each applicant is stored on this device; all tabs share it.

/** The attempt that was read last, by owner: while the stored text is the same, React gets the same object. */
const parsedAttempts = new Map<string, { json: string | null; attempt: Attempt | null }>();

/** @returns the attempt of an applicant on this device; `null` if there is none, or it can't be read */
export function readAttempt(ownerHash: string): Attempt | null {
  const storedJson = readFromDevice(examKeyOf(ownerHash));
  const cachedAttempt = parsedAttempts.get(ownerHash);
  if (cachedAttempt?.json === storedJson) return cachedAttempt.attempt;
  const storedAttempt = parseAttempt(storedJson);
  const attempt = storedAttempt?.owner === ownerHash ? storedAttempt : null;
  parsedAttempts.set(ownerHash, { json: storedJson, attempt });
  return attempt;
}

export function keepAttempt(attempt: Attempt): void {
  keepOnDevice(examKeyOf(attempt.owner), JSON.stringify(attempt));
}

/**
 * Changes an attempt as it is stored now, because another tab may have changed it.
 * @returns false if it is submitted already
 */
export function changeAttempt(
  ownerHash: string,
  getChanges: (latestAttempt: Attempt) => Partial<Attempt>,
): boolean {
  const latestAttempt = readAttempt(ownerHash);
  if (!latestAttempt || latestAttempt.results !== undefined) return false;
  keepAttempt({ ...latestAttempt, ...getChanges(latestAttempt) });
  return true;
}

/**
 * Corrects the deadline of a test that was started by a wrong clock.
 * @param extensionMs how much later the deadline is, in milliseconds
 */
export function moveDeadline(
  ownerHash: string,
  { examDto: { id } }: Exam,
  extensionMs: number,
): void {
  const attempt = readAttempt(ownerHash);
  if (attempt?.exam.examDto.id === id)
    keepAttempt({ ...attempt, deadline: attempt.deadline + extensionMs });
}

export function dropAttempt(ownerHash: string): void {
  dropFromDevice(examKeyOf(ownerHash));
}

/** @returns false if the answers are lost when the page is closed, because the browser forbids or lacks storage */
export function isKeptOnDevice(ownerHash: string): boolean {
  return outlivesThePage(examKeyOf(ownerHash));
}

/** @returns the applicant's attempt, updated when any tab changes it; `null` if there is none */
export function useAttempt(ownerHash: string): Attempt | null {
  useStoredValue(examKeyOf(ownerHash));
  return readAttempt(ownerHash);
}

function parseAttempt(json: string | null): Attempt | null {
  try {
    const attempt: Attempt | null = JSON.parse(json ?? 'null');
    const exam = readExam(attempt?.exam);
    const isAttempt = attempt !== null && attempt.deadline > 0 && isObject(attempt.answers);
    return isAttempt && exam ? { ...attempt, exam } : null;
  } catch {
    return null;
  }
}

/** A question as the server sends it. */
export type ExamQuestion = Exam['examQuestionDtoList'][number];
type ExamChoice = ExamQuestion['questionDto']['questionChoiceDtoList'][number];

/**
 * Reads a test field by field, because it is stored on the device: one invalid record would crash the page after every
 * reload.
 * @returns the test with the questions that can be shown and answered; `undefined` if it has no id, duration or question
 */
export function readExam(body: unknown): Exam | undefined {
  const { examDto, examQuestionDtoList } = fieldsOf(body);
  const id = idOf(fieldsOf(examDto).id);
  const duration = numberOf(fieldsOf(examDto).duration) ?? 0;
  const questions = asList(examQuestionDtoList).flatMap(readQuestion);
  if (id === null || duration <= 0 || questions.length === 0) return undefined;
  return { examDto: { id, duration }, examQuestionDtoList: questions };
}

/** @returns a list with the question, or an empty one if it can't be shown and answered */
function readQuestion(record: unknown): ExamQuestion[] {
  const { id: rawId, questionDto } = fieldsOf(record);
  const { questionText, questionChoiceDtoList } = fieldsOf(questionDto);
  const id = idOf(rawId);
  const readableChoices = asList(questionChoiceDtoList).flatMap(readChoice);
  if (id === null || readableChoices.length === 0) return [];
  const question = { questionText: textOf(questionText), questionChoiceDtoList: readableChoices };
  return [{ id, questionDto: question }];
}

/** @returns a list with the choice, or an empty one if it has no id or no text */
function readChoice(record: unknown): ExamChoice[] {
  const { id: rawId, label, choiceText } = fieldsOf(record);
  const [id, choiceTexts] = [idOf(rawId), { label: textOf(label), choiceText: textOf(choiceText) }];
  return id !== null && (choiceTexts.label || choiceTexts.choiceText)
    ? [{ id, ...choiceTexts }]
    : [];
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

// The minutes of the applicant's last test in this tab: the server says them only when a test starts. Deleted at logout.
// Its number of questions is not kept, because the next test may have another.

export function keepExamMinutes(ownerHash: string, minutes: number): void {
  keepInTab(examKeyOf(ownerHash), String(minutes));
}

export function readExamMinutes(ownerHash: string): number | undefined {
  return Number(readFromTab(examKeyOf(ownerHash))) || undefined;
}
