/** What kind of thing went wrong, in a few words that are the same for alike errors. */
import {
  AbortedError,
  ConnectionError,
  type Exchange,
  OffContractError,
  RedirectError,
  TimeoutError,
  UnavailableError,
} from '@one-planet/sdk';
import type { StepResult } from '../applicant/journey/result.ts';
import { exitCodes } from '../process/exit.ts';

/** @returns the kind of an attempt that failed; `undefined` when it did not, or was broken off by Ctrl-C */
export function kindOfAttempt({ error, status }: Exchange): string | undefined {
  if (error instanceof AbortedError) return undefined;
  if (error instanceof ConnectionError) {
    const how = error.reason === 'unknown' ? 'failed' : error.reason;
    return `connection ${how}${error.phase === 'answer' ? ' in the answer' : ''}`;
  }
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof UnavailableError) return `unavailable ${error.status}`;
  if (error instanceof RedirectError) return `redirect ${error.status}`;
  if (error instanceof OffContractError) return `off contract: ${error.reason}`;
  if (error !== undefined) return `undeclared status ${status ?? ''}`.trim();
  return status !== undefined && status >= 400 ? `refused ${status}` : undefined;
}

/** Where a journey ended, and by what. */
export interface JourneyEnd {
  /** The operation, or the step where no operation is to blame. */
  where: string;
  kind: string;
}

/** Whom the steps wait for that make no call of the API. */
const waitsFor: Record<string, string> = { activate: 'mail', verify: 'staff', pay: 'provider' };

/** @returns how the step ended its journey; `undefined` when it did not, or was interrupted */
export function endOfJourney({ id, outcome, failure }: StepResult): JourneyEnd | undefined {
  if (!failure || outcome === 'interrupted') return undefined;
  const { operation, exchange, exitCode } = failure;
  if (operation) {
    const kind = exchange && kindOfAttempt(exchange);
    // The answer is one of the contract, and yet not what a journey is promised: another state, other bytes.
    return { where: operation, kind: kind ?? 'broken promise' };
  }
  const what = waitsFor[id] ?? 'adapter';
  const where = `step ${id}`;
  if (exitCode === exitCodes.wrongUsage) return { where, kind: `${what}: configuration` };
  if (exitCode === exitCodes.notReached) return { where, kind: `${what}: not reached` };
  if (exitCode === exitCodes.noMail) return { where, kind: `${what}: did not come` };
  if (exitCode === exitCodes.waiting) return { where, kind: `waiting for ${what}` };
  return { where, kind: `${what}: failed` };
}
