import type { Id } from '@one-planet/contract';
import { lifecycle, type StaffDecision } from '@one-planet/contract';
import { CliError, exitCodes } from '../../process/exit.ts';
import { type Patience, poll } from '../poll.ts';

/** Whom a decision is about. */
export interface StaffCase {
  email: string;
  applicantId?: Id | undefined;
  /** Of the payment that is to be verified, where it is known. */
  paymentCode?: string | undefined;
  /** Asks the backend for her state. */
  readState: () => Promise<string | null>;
}

/** Who decides: one file an adapter. */
export interface Staff {
  /**
   * Returns once the decision has been made; the caller reads the state.
   * @throws {CliError} with exit code 4 when a person has yet to act
   */
  decide(decision: StaffDecision, about: StaffCase, signal: AbortSignal): Promise<void>;
}

const waitingFor: Record<StaffDecision, string> = {
  verify: 'to verify the payment',
  reject: 'to reject the payment',
  admit: 'to admit the applicant',
};

/** The end of a run that needs a person. @param since how long was waited, for the message */
export function waitingForStaff(decision: StaffDecision, since = ''): CliError {
  return new CliError(`waiting for staff ${waitingFor[decision]}${since}`, exitCodes.waiting);
}

/** @throws {CliError} (exit 4) when they have not decided in time */
export async function waitForState(
  decision: StaffDecision,
  about: StaffCase,
  patience: Patience,
  signal: AbortSignal,
): Promise<void> {
  const { from } = lifecycle[`staff.${decision}`];
  const look = async () => {
    const state = await about.readState();
    return state === from ? undefined : true;
  };
  const decided = await poll(`staff (${decision} ${about.email})`, look, patience, signal);
  if (decided) return;
  throw waitingForStaff(decision, `; they did not within ${Math.round(patience.waitMs / 1000)} s`);
}
