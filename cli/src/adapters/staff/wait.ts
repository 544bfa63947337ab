/** Staff decide in their own time: the applicant's state tells when they have. */
import { lifecycle, type StaffDecision } from '@one-planet/contract';
import { type Patience, poll } from '../poll.ts';
import { type StaffCase, waitingForStaff } from './staff.ts';

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
  throw waitingForStaff(decision, `, who did not in ${Math.round(patience.waitMs / 1000)} s`);
}
