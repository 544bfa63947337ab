/** Sending what moves an applicant from one state to the next, once, also where answers get lost. */
import {
  isApplicantState,
  type LifecycleRow,
  lifecycle,
  type MovingOperation,
  proceedTo,
} from '@one-planet/contract/lifecycle';
import { useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { type Answered, type AnyAnswer, ask } from '../site/answers.ts';
import { useSession } from '../site/session.ts';
import { type Site, useSite } from '../site/site.ts';
import { texts } from '../words/forms.ts';
import { readStatus } from './reads.ts';

/** @returns the page that `Proceed with Application` opens in a state; `undefined` where there is none */
export function pageOf(status: string): string | undefined {
  const pages: Readonly<Partial<Record<string, keyof typeof paths>>> = proceedTo;
  const name = pages[status];
  return name && paths[name];
}

/** The page that comes after a step (journey specification, section 4). */
function pageAfter(operation: MovingOperation): string {
  const { opens, to }: LifecycleRow & { opens?: keyof typeof paths } = lifecycle[operation];
  return (opens ? paths[opens] : pageOf(to)) ?? paths.home;
}

/** `next`: taken, and where the status leads now. `failed`: not taken, with the last answer. */
export type StepOutcome = { next: string } | { failed: Answered };

const sendings = 3;

/**
 * Takes a step. A sending without an answer may have had its effect, so the status is read before it is sent
 * again; a refusal may only mean that the step was taken before (a lost answer, another tab).
 */
export async function takeStep(
  site: Site,
  operation: MovingOperation,
  email: string,
  send: () => Promise<AnyAnswer>,
): Promise<StepOutcome> {
  const { from, to, success = [] }: LifecycleRow = lifecycle[operation];
  /** The page of the specification, unless the status has gone further than that. */
  const after = (status = '') =>
    !isApplicantState(status) || status === from || status === to
      ? pageAfter(operation)
      : (pageOf(status) ?? pageAfter(operation));
  for (let sending = 1; ; sending += 1) {
    const answer = await ask(site, send());
    if (answer.status === 401) return { failed: answer };
    const status = await readStatus(site, email);
    const isTaken = answer.status !== 'undeclared' && success.includes(answer.status);
    if (isTaken || (status !== undefined && status !== from)) return { next: after(status) };
    const isUnanswered = answer.status === 0 && status !== undefined;
    if (!isUnanswered || sending === sendings) return { failed: answer };
  }
}

interface StepOptions {
  /** Shows what went wrong. */
  tell: (text: string) => void;
  /** Called once it is taken, e.g. to forget the draft. */
  onTaken: () => void;
}

/** @returns what sends a step and goes where the applicant's status leads then; `state` is for the next page */
export function useStep(operation: MovingOperation, { tell, onTaken }: StepOptions) {
  const site = useSite();
  const email = useSession()?.email ?? '';
  const [, navigate] = useLocation();
  return async (send: () => Promise<AnyAnswer>, state?: unknown): Promise<void> => {
    const prepared = site.prepare(pageAfter(operation));
    const outcome = await takeStep(site, operation, email, send);
    if ('next' in outcome) {
      onTaken();
      // React shows a page that is loaded at once, and grey lines for a third of a second before any other.
      await prepared;
      // Going back must not lead into a form that is done.
      navigate(outcome.next, { state, replace: true });
    } else if (outcome.failed.status !== 401) tell(refusalOf(outcome.failed));
  };
}

/** The server's words, or ours where it had none or was not reached. */
export function refusalOf({ status, message }: Pick<Answered, 'status' | 'message'>): string {
  return message || (status === 0 ? texts.checkConnection : texts.tryLater);
}
