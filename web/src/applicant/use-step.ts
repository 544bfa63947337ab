import type { ApplicantState } from '@one-planet/contract/states';
import { useLocation } from 'wouter';
import { useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { texts } from '../words/forms.ts';
import { takeStep } from './take-step.ts';

interface StepOptions {
  from: ApplicantState;
  /** The state it leads to. */
  to: ApplicantState;
  /** The statuses that mean that it was taken. */
  taken: readonly number[];
  /** The page that comes next by the specification; the status has the last word. */
  next: string;
  /** Shows what went wrong. */
  tell: (text: string) => void;
  /** Called once it is taken, e.g. to forget the draft. */
  onTaken: () => void;
}

/** @returns what sends a step and goes where the applicant's status leads then; `state` is for the next page */
export function useStep({ from, to, taken, next, tell, onTaken }: StepOptions) {
  const site = useSite();
  const email = useSession()?.email ?? '';
  const [, navigate] = useLocation();
  return async (
    send: () => Promise<{ status: number; body: unknown }>,
    state?: unknown,
  ): Promise<void> => {
    const prepared = site.prepare(next);
    const outcome = await takeStep(site, { email, from, to, taken, next, send });
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
export function refusalOf({ status, message }: { status: number; message: string }): string {
  return message || (status === 0 ? texts.checkConnection : texts.tryLater);
}
