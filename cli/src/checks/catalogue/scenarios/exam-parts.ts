/** What checks of the exam do and look at. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exam } from '@one-planet/contract';
import type { Kit } from '../../context.ts';
import { Blocked, Failed, Skipped } from '../../outcome.ts';
import type { Person } from '../../people/person.ts';
import { snapshot } from '../../people/snapshot.ts';
import { beginExam, isPassed } from '../../people/stages.ts';
import { describeReply, type Reply } from '../../wire/reply.ts';

/** What is handed in, as `results` is written. */
export type Answer = (exam: Exam, key: Awaited<ReturnType<Kit['facts']['answerKey']>>) => string;

/** Begins an exam and hands it in. */
export async function handIn(kit: Kit, person: Person, answer: Answer): Promise<Reply> {
  const key = await kit.facts.answerKey();
  const { exam } = await examOf(kit, person);
  return kit.sendAs(person, 'exams.submit', {
    body: { id: exam.examDto.id, results: answer(exam, key) },
  });
}

/** Begins an exam, unless one is running. */
export async function examOf(kit: Kit, person: Person): Promise<{ exam: Exam }> {
  await beginExam(person, kit.helpers);
  if (person.exam) return { exam: person.exam };
  throw new Blocked('exams.create/answers', 'there is no exam');
}

export function expectPass(reply: Reply, what: string): void {
  if (reply.status >= 300 || !isPassed(reply)) {
    throw new Failed(`a pass for ${what}`, describeReply(reply), reply);
  }
}

export async function expectStill(kit: Kit, person: Person): Promise<void> {
  const { status } = await snapshot(person, kit.helpers);
  if (status !== 'ACTIVATED') throw new Failed('the state ACTIVATED', String(status));
}

/** Waits until nobody could call it grace any more. */
export async function pastDeadline({ helpers }: Kit, minutes: number): Promise<void> {
  const longestMinutes = 0.1;
  const graceMs = 12_000;
  if (minutes > longestMinutes) {
    throw new Skipped(
      `the exam lasts ${minutes} minutes, and no run waits longer than ${longestMinutes}`,
    );
  }
  await sleep(minutes * 60_000 + graceMs, undefined, { signal: helpers.signal });
}
