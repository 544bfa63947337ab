import { runCommand } from '../adapter-command.ts';
import type { Settings } from '../config/settings.ts';
import { CliError, exitCodes } from '../exit.ts';
import { askDesk } from '../mock-desk.ts';

/** Who verifies payments. */
export interface Staff {
  /** Returns once the decision has been made; the caller reads the state. */
  verifyPayment(email: string, signal: AbortSignal): Promise<void>;
}

/** @param origin the backend's, for the mock's own desk */
export function createStaff(settings: Settings['staff'], origin: string): Staff {
  return {
    async verifyPayment(email, signal) {
      if (settings.use === 'none') {
        throw new CliError('waiting for staff to verify the payment', exitCodes.waiting);
      }
      if (settings.use === 'command') {
        await runCommand(settings.command, email, {
          timeoutMs: settings.timeoutMs,
          signal,
          purpose: 'staff',
        });
      } else {
        await askDesk(origin, '/_mock/staff/verify', { setting: 'staff', signal, body: { email } });
      }
    },
  };
}
