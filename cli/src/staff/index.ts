import { runProgram } from '../adapter-command.ts';
import type { AdapterSettings } from '../config/load.ts';
import { CliError, exitCodes } from '../exit.ts';
import type { Desk } from '../mock-desk.ts';

/** What staff decide: on a payment, and on an application. */
type StaffDecision = 'verify' | 'reject' | 'admit';

const waitingFor: Record<StaffDecision, string> = {
  verify: 'to verify the payment',
  reject: 'to reject the payment',
  admit: 'to admit the applicant',
};

/** Who verifies payments. */
export interface Staff {
  /** Returns once the decision has been made; the caller reads the state. */
  decide(decision: StaffDecision, email: string, signal: AbortSignal): Promise<void>;
}

/** @param desk the mock's helpers, for the adapter that asks them */
export function createStaff({ staff, folder }: AdapterSettings, desk: Desk): Staff {
  return {
    async decide(decision, email, signal) {
      if (staff.use === 'none') {
        throw new CliError(`waiting for staff ${waitingFor[decision]}`, exitCodes.waiting);
      }
      if (staff.use === 'command') {
        const program = { ...staff, folder, env: { ADMISSIONS_WANTS: decision } };
        await runProgram(program, email, { purpose: 'staff', signal });
      } else {
        await desk(`/_mock/staff/${decision}`, { setting: 'staff', signal, body: { email } });
      }
    },
  };
}
