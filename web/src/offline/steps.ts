/** Sends what moves an applicant to the next state: once, even if answers get lost. */

import {
  isApplicantState,
  type LifecycleRow,
  lifecycle,
  type MovingOperation,
  proceedTo,
} from '@one-planet/contract/lifecycle';
import { type Answered, type AnyAnswer, askAsApplicant } from '../site/answers.ts';
import { sessionAtom } from '../site/atoms.ts';
import type { Site } from '../site/client.ts';
import { readStatus } from '../site/reads.ts';
import { paths } from '../site/routes.ts';
import { formTexts as texts } from '../texts/form-words.ts';

/** @returns the page that `Proceed with Application` opens in a state, if any */
export function pageOf(status: string): string | undefined {
  const pages: Readonly<Partial<Record<string, keyof typeof paths>>> = proceedTo;
  const name = pages[status];
  return name && paths[name];
}

/** The page that opens after a step: the specified one, unless the applicant is further along. */
export function nextAfter(operation: MovingOperation, status = ''): string {
  const { from, to }: LifecycleRow = lifecycle[operation];
  return !isApplicantState(status) || status === from || status === to
    ? pageAfter(operation)
    : (pageOf(status) ?? pageAfter(operation));
}

/** The page that the specification opens after a step (journey specification, section 4). */
export function pageAfter(operation: MovingOperation): string {
  const { opens, to }: LifecycleRow & { opens?: keyof typeof paths } = lifecycle[operation];
  return (opens ? paths[opens] : pageOf(to)) ?? paths.home;
}

/**
 * `next`: the step was taken; the page to open. `before`: not by what was sent now, but before. `failed`: it was not; the
 * last answer.
 */
export type StepOutcome = { next: string; before?: boolean } | { failed: Answered };

const sendings = 3;

/**
 * Takes a step. A request without an answer may have taken effect, so the status is read before it is sent again; a
 * refusal may only mean that the step was taken before (a lost answer, another tab).
 */
export async function takeStep(
  site: Site,
  operation: MovingOperation,
  email: string,
  send: () => Promise<AnyAnswer>,
): Promise<StepOutcome> {
  const { from }: LifecycleRow = lifecycle[operation];
  for (let sending = 1; ; sending += 1) {
    const answer = await askAsApplicant(site, send());
    // Only hers: she may have logged out meanwhile, and somebody else logged in.
    const isHers = site.store.get(sessionAtom)?.email === email;
    const status = isHers ? await readStatus(site, email) : undefined;
    const { status: code } = answer;
    const isTaken = code !== 'undeclared' && code >= 200 && code < 300;
    if (isTaken || (status !== undefined && status !== from)) {
      // A refusal of the very first: nothing of what is sent here can have arrived.
      const before = !isTaken && sending === 1 && Number(answer.status) >= 400;
      return { next: nextAfter(operation, status), ...(before && { before }) };
    }
    const isUnanswered = answer.status === 0 && status !== undefined;
    if (!isUnanswered || sending === sendings) return { failed: answer };
  }
}

/** The server's words, or ours if it had none or was not reached. */
export function refusalOf({ status, message }: Pick<Answered, 'status' | 'message'>): string {
  return message || (status === 0 ? texts.checkConnection : texts.tryLater);
}
