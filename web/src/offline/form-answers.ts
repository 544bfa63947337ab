/**
 * What an applicant answered in the forms, as she read it before she sent it: for her record of the application, because
 * the API returns none of it. It is kept like form input: in this tab, and on the device if she asked for that.
 */
import type { Site } from '../site/client.ts';
import { fieldsOf, numberOf, textOf } from '../site/unchecked.ts';
import { draftNameOf, keepDraft, readDraft } from './drafts.ts';
import { keepFormInput, restoreFormInput } from './kept-input.ts';
import type { WaitingStep } from './outbox-items.ts';

export type Answer = readonly [label: string, value: string];

/** The answers of one form. */
export interface FormAnswers {
  /** When the form was sent, in milliseconds since 1970. */
  sentAt: number;
  answers: readonly Answer[];
}

const answersDraftNameOf = (email: string) => draftNameOf('answers', email);

/** Keeps what a form was sent with. @param labelledAnswers an empty list deletes it: the form was not sent after all */
export function keepAnswers(
  site: Site,
  email: string,
  step: WaitingStep,
  labelledAnswers: readonly Answer[],
): void {
  const draftName = answersDraftNameOf(email);
  const { [step]: _replaced, ...otherSteps } = readDraft(draftName);
  const newEntry = labelledAnswers.length > 0 && {
    [step]: JSON.stringify({ at: site.clock.now(), answers: labelledAnswers }),
  };
  keepDraft(draftName, { ...otherSteps, ...newEntry });
  void keepFormInput(site, email, draftName);
}

/** @returns the answers of each form that are still kept in this tab or on this device */
export async function readAnswers(
  site: Site,
  email: string,
): Promise<Partial<Record<WaitingStep, FormAnswers>>> {
  const draftName = answersDraftNameOf(email);
  await restoreFormInput(site, email, draftName);
  const answerEntries = Object.entries(readDraft(draftName)).map(([step, json]) => [
    step,
    parseFormAnswers(json),
  ]);
  return Object.fromEntries(answerEntries);
}

function parseFormAnswers(json: string | boolean): FormAnswers {
  const { at: sentAt, answers } = fieldsOf(JSON.parse(String(json)));
  const storedAnswers: readonly unknown[] = Array.isArray(answers) ? answers : [];
  const parsedAnswers = storedAnswers.map((answer): Answer => {
    const [label, value] = Array.isArray(answer) ? answer : [];
    return [textOf(label), textOf(value)];
  });
  return { sentAt: numberOf(sentAt) ?? 0, answers: parsedAnswers };
}
