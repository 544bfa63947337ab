/** Staff: how a run gets their decision. */
import { type Id, lifecycle, type StaffDecision } from '@one-planet/contract';
import { CliError, exitCodes } from '../core/exit.ts';
import type { RequestSettings, StaffSettings } from '../core/settings.ts';
import { ask } from '../core/terminal.ts';
import { poll, runProgram, sendConfiguredRequest, type WaitOptions } from './external-systems.ts';
import { type MockHelpers, NotConfiguredError, type PageAccess } from './page-requests.ts';

export interface StaffCase {
  email: string;
  applicantId?: Id;
  paymentCode?: string;
  readState: () => Promise<string | null>;
}

export interface Staff {
  /**
   * Returns once the decision has been made; the caller then reads the state.
   * @throws {CliError} with exit code 4 when a person has yet to act
   */
  decide(decision: StaffDecision, applicant: StaffCase, signal: AbortSignal): Promise<void>;
}

const purposes: Record<StaffDecision, string> = {
  verify: 'to verify the payment',
  reject: 'to reject the payment',
  admit: 'to admit the applicant',
};

/**
 * The error that ends a run which would have to wait for staff.
 * @param waitedText how long it has waited so far, for the message
 */
function waitingForStaff(decision: StaffDecision, waitedText = ''): CliError {
  return new CliError(`waiting for staff ${purposes[decision]}${waitedText}`, exitCodes.waiting);
}

/**
 * Reads the state repeatedly until staff have decided.
 * @throws {CliError} (exit 4) when they have not decided in time
 */
async function waitForState(
  decision: StaffDecision,
  applicant: StaffCase,
  patience: WaitOptions,
  signal: AbortSignal,
): Promise<void> {
  const { from } = lifecycle[`staff.${decision}`];
  const look = async () => {
    const state = await applicant.readState();
    return state === from ? undefined : true;
  };
  const isDecided = await poll(`staff (${decision} ${applicant.email})`, look, patience, signal);
  if (isDecided) return;
  throw waitingForStaff(decision, `; they did not within ${Math.round(patience.waitMs / 1000)} s`);
}

/** What a staff adapter may need from the run. */
export interface AdapterTools {
  mockPages: MockHelpers;
  access: PageAccess;
  show?: (line: string) => void;
}

interface StaffAdapterSettings {
  staff: StaffSettings;
  /** The folder in which the settings' commands run. */
  folder: string;
}

export function createStaff(
  { staff, folder }: StaffAdapterSettings,
  { mockPages, access, show }: AdapterTools,
): Staff {
  return {
    async decide(decision, applicant, signal) {
      const { email } = applicant;
      switch (staff.use) {
        case 'mock':
          await mockPages(`/_mock/staff/${decision}`, {
            setting: 'staff',
            signal,
            body: { email },
          });
          return;
        case 'command': {
          show?.('waiting for the staff command');
          const env = {
            ADMISSIONS_WANTS: decision,
            ADMISSIONS_PAYMENT_CODE: applicant.paymentCode,
            ADMISSIONS_APPLICANT_ID: applicant.applicantId?.toString(),
          };
          await runProgram({ ...staff, folder, env }, email, { purpose: 'staff', signal });
          return;
        }
        case 'http':
          return decideByRequest(staff.requests[decision], decision, {
            about: applicant,
            access,
            signal,
          });
        case 'wait': {
          const { waitMs, everyMs = 10_000 } = staff;
          return waitForState(decision, applicant, { waitMs, everyMs, show }, signal);
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
  request: RequestSettings | undefined,
  decision: StaffDecision,
  {
    about: applicant,
    access,
    signal,
  }: { about: StaffCase; access: PageAccess; signal: AbortSignal },
): Promise<void> {
  if (!request) throw new NotConfiguredError(`staff.requests has no request to ${decision}`);
  const { email, paymentCode, applicantId } = applicant;
  return sendConfiguredRequest(request, {
    system: 'staff',
    purpose: `to ${decision}`,
    setting: `staff.requests.${decision}`,
    values: { email, paymentCode, applicantId },
    access,
    signal,
  });
}
