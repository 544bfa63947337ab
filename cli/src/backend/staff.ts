/** Staff: how a run gets their decision. */
import { type Id, lifecycle, type StaffDecision } from '@one-planet/contract';
import { CliError, exitCodes } from '../core/exit.ts';
import type { RequestSettings, StaffSettings } from '../core/settings.ts';
import { ask } from '../core/terminal.ts';
import {
  type Program,
  poll,
  runProgram,
  sendConfiguredRequest,
  type WaitOptions,
} from './external-systems.ts';
import { type MockHelpers, NotConfiguredError, type PageAccess } from './page-requests.ts';

export interface StaffCase {
  applicantEmail: string;
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

const purposesByDecision: Record<StaffDecision, string> = {
  verify: 'to verify the payment',
  reject: 'to reject the payment',
  admit: 'to admit the applicant',
};

/**
 * The error that ends a run which would have to wait for staff.
 * @param waitedText how long it has waited so far, for the message
 */
function makeWaitingError(decision: StaffDecision, waitedText = ''): CliError {
  return new CliError(
    `waiting for staff ${purposesByDecision[decision]}${waitedText}`,
    exitCodes.waiting,
  );
}

/**
 * Reads the state repeatedly until staff have decided.
 * @throws {CliError} (exit 4) when they have not decided in time
 */
async function waitForState(
  decision: StaffDecision,
  applicant: StaffCase,
  waitOptions: WaitOptions,
  signal: AbortSignal,
): Promise<void> {
  const { from } = lifecycle[`staff.${decision}`];
  const lookForDecision = async () => {
    const applicantState = await applicant.readState();
    return applicantState === from ? undefined : true;
  };
  const foundDecision = await poll(
    `staff (${decision} ${applicant.applicantEmail})`,
    lookForDecision,
    waitOptions,
    signal,
  );
  if (foundDecision) return;
  throw makeWaitingError(
    decision,
    `; they did not within ${Math.round(waitOptions.waitMs / 1000)} s`,
  );
}

/** What a staff adapter may need from the run. */
export interface AdapterTools {
  requestMockPage: MockHelpers;
  pageAccess: PageAccess;
  showLine?: (line: string) => void;
}

interface StaffAdapterSettings extends Pick<Program, 'secretVariables'> {
  staff: StaffSettings;
  /** The folder in which the settings' commands run. */
  folder: string;
}

export function createStaff(
  { staff, folder, secretVariables }: StaffAdapterSettings,
  { requestMockPage, pageAccess, showLine }: AdapterTools,
): Staff {
  return {
    async decide(decision, applicant, signal) {
      const { applicantEmail } = applicant;
      switch (staff.use) {
        case 'mock':
          await requestMockPage(`/_mock/staff/${decision}`, {
            settingName: 'staff',
            signal,
            body: { email: applicantEmail },
          });
          return;
        case 'command': {
          showLine?.('waiting for the staff command');
          const requestVariables = {
            ADMISSIONS_WANTS: decision,
            ADMISSIONS_PAYMENT_CODE: applicant.paymentCode,
            ADMISSIONS_APPLICANT_ID: applicant.applicantId?.toString(),
          };
          await runProgram(
            { ...staff, folder, secretVariables, env: requestVariables },
            applicantEmail,
            {
              purpose: 'staff',
              signal,
            },
          );
          return;
        }
        case 'http':
          return decideByRequest(staff.requests[decision], decision, {
            staffCase: applicant,
            access: pageAccess,
            signal,
          });
        case 'wait': {
          const { waitMs, everyMs = 10_000 } = staff;
          return waitForState(decision, applicant, { waitMs, everyMs, showLine }, signal);
        }
        case 'prompt':
          await ask(
            `Staff: ${decision} ${applicantEmail}, then press Enter:`,
            () => undefined,
            signal,
          );
          return;
        default:
          throw makeWaitingError(decision);
      }
    },
  };
}

function decideByRequest(
  configuredRequest: RequestSettings | undefined,
  decision: StaffDecision,
  {
    staffCase: applicant,
    access,
    signal,
  }: { staffCase: StaffCase; access: PageAccess; signal: AbortSignal },
): Promise<void> {
  if (!configuredRequest)
    throw new NotConfiguredError(`staff.requests has no request to ${decision}`);
  const { applicantEmail, paymentCode, applicantId } = applicant;
  return sendConfiguredRequest(configuredRequest, {
    systemName: 'staff',
    purpose: `to ${decision}`,
    settingKey: `staff.requests.${decision}`,
    placeholderValues: { email: applicantEmail, paymentCode, applicantId },
    access,
    signal,
  });
}
