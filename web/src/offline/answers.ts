/**
 * What an applicant has answered in the forms, as she read it before she sent it: for her record of the application. The
 * API returns none of it. It is kept as what she types is: in this tab, and on the device if she wished so.
 */
import { now } from '../site/clock.ts';
import { fieldsOf, numberOf, textOf } from '../site/unchecked.ts';
import { keepDraft, ownDraft, readDraft } from './drafts.ts';
import { keepTyped, restoreTyped } from './kept-typing.ts';
import type { WaitingStep } from './waiting.ts';

export type Answer = readonly [label: string, value: string];

/** The answers of one form. */
export interface Answered {
  /** When they were sent, in milliseconds since 1970. */
  at: number;
  answers: readonly Answer[];
}

const nameOf = (email: string) => ownDraft('answers', email);

/** @param answers empty: they were not sent after all */
export function keepAnswers(email: string, step: WaitingStep, answers: readonly Answer[]): void {
  const draft = nameOf(email);
  const { [step]: _before, ...others } = readDraft(draft);
  const own = answers.length > 0 && { [step]: JSON.stringify({ at: now(), answers }) };
  keepDraft(draft, { ...others, ...own });
  void keepTyped(email, draft);
}

/** @returns those of each form that this device still knows */
export async function readAnswers(email: string): Promise<Partial<Record<WaitingStep, Answered>>> {
  const draft = nameOf(email);
  await restoreTyped(email, draft);
  const kept = Object.entries(readDraft(draft)).map(([step, json]) => [step, answeredOf(json)]);
  return Object.fromEntries(kept);
}

function answeredOf(json: string | boolean): Answered {
  const { at, answers } = fieldsOf(JSON.parse(String(json)));
  const list: readonly unknown[] = Array.isArray(answers) ? answers : [];
  const read = list.map((one): Answer => {
    const [label, value] = Array.isArray(one) ? one : [];
    return [textOf(label), textOf(value)];
  });
  return { at: numberOf(at) ?? 0, answers: read };
}
