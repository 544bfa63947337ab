import { runProgram } from '../adapter-command.ts';
import type { AdapterSettings } from '../config/load.ts';
import { CliError, exitCodes } from '../exit.ts';
import type { Desk } from '../mock-desk.ts';

/** Who verifies payments. */
export interface Staff {
  /** Returns once the decision has been made; the caller reads the state. */
  verifyPayment(email: string, signal: AbortSignal): Promise<void>;
}

/** @param desk the mock's helpers, for the adapter that asks them */
export function createStaff({ staff, folder }: AdapterSettings, desk: Desk): Staff {
  return {
    async verifyPayment(email, signal) {
      if (staff.use === 'none') {
        throw new CliError('waiting for staff to verify the payment', exitCodes.waiting);
      }
      if (staff.use === 'command') {
        await runProgram({ ...staff, folder }, email, { purpose: 'staff', signal });
      } else {
        await desk('/_mock/staff/verify', { setting: 'staff', signal, body: { email } });
      }
    },
  };
}
