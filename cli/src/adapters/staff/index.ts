import type { StaffDecision } from '@one-planet/contract';
import type { MockPages } from '../../backend/mock-pages.ts';
import type { PageAccess } from '../../backend/open-page.ts';
import { ask } from '../../process/ask.ts';
import { CliError } from '../../process/exit.ts';
import { type DescribedRequest, sendDescribed } from '../described-request.ts';
import { runProgram } from '../run-program.ts';
import type { StaffSettings } from './settings.ts';
import { type Staff, type StaffCase, waitForState, waitingForStaff } from './staff.ts';

export type { Staff } from './staff.ts';

/** What an adapter may need of the run. */
export interface StaffTools {
  /** The mock's helpers. */
  mockPages: MockPages;
  access: PageAccess;
  /** Called with a line about how the waiting goes. */
  tell?: ((line: string) => void) | undefined;
}

interface Settings {
  staff: StaffSettings;
  /** Where commands run. */
  folder: string;
}

export function createStaff(
  { staff, folder }: Settings,
  { mockPages, access, tell }: StaffTools,
): Staff {
  return {
    async decide(decision, about, signal) {
      const { email } = about;
      switch (staff.use) {
        case 'mock':
          await mockPages(`/_mock/staff/${decision}`, {
            setting: 'staff',
            signal,
            body: { email },
          });
          return;
        case 'command': {
          const program = { ...staff, folder, env: environment(decision, about) };
          await runProgram(program, email, { purpose: 'staff', signal });
          return;
        }
        case 'http':
          return decideByRequest(staff.requests[decision], decision, { about, access, signal });
        case 'wait': {
          const { waitMs, everyMs = 10_000 } = staff;
          return waitForState(decision, about, { waitMs, everyMs, tell }, signal);
        }
        case 'prompt':
          await ask(`Staff: ${decision} ${email}, then press Enter:`, () => undefined, signal);
          return;
        default:
          throw waitingForStaff(decision);
      }
    },
  };
}

function decideByRequest(
  request: DescribedRequest | undefined,
  decision: StaffDecision,
  { about, access, signal }: { about: StaffCase; access: PageAccess; signal: AbortSignal },
): Promise<void> {
  if (!request) throw new CliError(`staff.requests has no request to ${decision}`);
  const { email, paymentCode, applicantId } = about;
  return sendDescribed(request, {
    system: 'staff',
    wish: `to ${decision}`,
    setting: `staff.requests.${decision}`,
    values: { email, paymentCode, applicantId },
    access,
    signal,
  });
}

function environment(decision: StaffDecision, { paymentCode, applicantId }: StaffCase) {
  return {
    ADMISSIONS_WANTS: decision,
    ...(paymentCode === undefined ? {} : { ADMISSIONS_PAYMENT_CODE: paymentCode }),
    ...(applicantId === undefined ? {} : { ADMISSIONS_APPLICANT_ID: String(applicantId) }),
  };
}
