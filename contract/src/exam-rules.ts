import type { Id } from './fields.ts';

/** True when the exam was passed: only the word Fail says it was not (journey specification, section 2). */
export function isPass(answer: { result?: unknown; resultDesc: unknown }): boolean {
  const says = (value: unknown) =>
    String(value ?? '')
      .trim()
      .toLowerCase();
  return says(answer.resultDesc) !== 'fail' && says(answer.result) !== 'fail';
}

/** An answer: the id of the `examQuestionDtoList` entry, and of the chosen choice. */
export type ExamAnswer = readonly [questionId: Id, choiceId: Id];

/** Writes answers the way the backend reads them: `questionId:choiceId` pairs, comma-separated. */
export function toExamResults(answers: Iterable<ExamAnswer>): string {
  return Array.from(answers, ([questionId, choiceId]) => `${questionId}:${choiceId}`).join(',');
}

/** Reads `questionId:choiceId` pairs. @returns `undefined` when the text is not such a list */
export function fromExamResults(results: string): [string, string][] | undefined {
  if (results.trim() === '') return [];
  const pairs = results.split(',').map((pair) => pair.trim().split(':'));
  return pairs.every((pair) => pair.length === 2 && pair[0] && pair[1])
    ? (pairs as [string, string][])
    : undefined;
}
