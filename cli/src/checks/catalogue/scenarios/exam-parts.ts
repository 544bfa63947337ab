/** What checks of the exam do and look at. */
import { type Exam, toExamResults } from '@one-planet/contract';
import { partlyRight } from '../../../applicant/exam-answers.ts';
import type { AnswerKey } from '../../../config/answer-key.ts';
import type { CheckContext } from '../../context.ts';
import { Blocked, Failed, Skipped } from '../../outcome.ts';
import type { Person } from '../../people/person.ts';
import { snapshot } from '../../people/snapshot.ts';
import { beginExam, isPassed } from '../../people/walk.ts';
import { describeReply, type Reply } from '../../wire/reply.ts';
import { waitFor } from './session-end.ts';

/** What is handed in, as `results` is written. */
export type Answer = (exam: Exam, key: AnswerKey) => string;

/** Some right answers, the others wrong, as they are handed in. @param last counts the right ones from the end */
export function answerSome(exam: Exam, key: AnswerKey, right: number, last = false): string {
  const answers = partlyRight(exam, key, right, last);
  if (answers) return toExamResults(answers);
  throw new Skipped('a question has one choice only, so no answer to it is wrong');
}

/** Begins an exam and hands it in. */
export async function handIn(
  context: CheckContext,
  person: Person,
  answer: Answer,
): Promise<Reply> {
  const key = await context.reference.answerKey();
  const { exam } = await examOf(context, person);
  const body = { id: exam.examDto.id, results: answer(exam, key) };
  const reply = await context.sendAs(person, 'exams.submit', { body });
  person.isExamOver = reply.status < 300;
  return reply;
}

/** Begins an exam, unless one is running. */
export async function examOf(context: CheckContext, person: Person): Promise<{ exam: Exam }> {
  await beginExam(person, context.helpers);
  if (person.exam) return { exam: person.exam };
  throw new Blocked('exams.create/answers', 'there is no exam');
}

export function expectPass(reply: Reply, what: string): void {
  if (reply.status >= 300 || !isPassed(reply)) {
    throw new Failed(`a pass for ${what}`, describeReply(reply), reply);
  }
}

export async function expectStill(context: CheckContext, person: Person): Promise<void> {
  const { status } = await snapshot(person, context.helpers);
  if (status !== 'ACTIVATED') throw new Failed('the state ACTIVATED', String(status));
}

/** Waits until it is clearly past any grace period. */
export async function pastDeadline(context: CheckContext, minutes: number): Promise<void> {
  const graceMs = 12_000;
  await waitFor(context, minutes * 60_000 + graceMs);
}
