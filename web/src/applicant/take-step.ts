/** Sending what moves an applicant from one state to the next, once, also where answers get lost. */
import { type ApplicantState, isApplicantState, proceedTo } from '@one-planet/contract/states';
import type { Answered } from '../site/answers.ts';
import type { Site } from '../site/site.ts';
import { ask } from './ask.ts';
import { readStatus } from './profile.ts';

interface Step {
  email: string;
  /** The state in which the step is offered. */
  from: ApplicantState;
  /** The state it leads to. */
  to: ApplicantState;
  /** The statuses that mean that it was taken. */
  taken: readonly number[];
  /** The page that comes next by the specification, in that state. */
  next: string;
  send: () => Promise<{ status: number; body: unknown }>;
}

/** `next`: taken, and where the status leads now. `failed`: not taken, with the last answer. */
export type StepOutcome = { next: string } | { failed: Answered };

const sendings = 3;

/**
 * Takes a step. A sending without an answer may have had its effect, so the status is read before it is sent
 * again; a refusal may only mean that the step was taken before (a lost answer, another tab).
 */
export async function takeStep(site: Site, step: Step): Promise<StepOutcome> {
  for (let sending = 1; ; sending += 1) {
    const answer = await ask(site, step.send());
    const taken = step.taken.includes(answer.status);
    if (answer.status === 401) return { failed: answer };
    const status = await readStatus(site, step.email);
    if (taken) return { next: after(status, step) };
    if (status !== undefined && status !== step.from) return { next: after(status, step) };
    const unanswered = answer.status === 0 && status !== undefined;
    if (!unanswered || sending === sendings) return { failed: answer };
  }
}

/** The page of the specification, unless the status has gone further than that. */
function after(status: string | undefined, { from, to, next }: Step): string {
  if (!isApplicantState(status) || status === from || status === to) return next;
  return proceedTo[status] ?? next;
}
