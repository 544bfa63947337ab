/**
 * Who is blamed: which check reports a fault that another check meets on its way. The other check is blocked by it, so
 * that each fault is reported once.
 */
import { findOperation, type LifecycleName, type OperationName } from '@one-planet/contract';
import { UsageError } from '@one-planet/sdk';
import { type Stage, usualMoveFrom } from '../applicant/stages.ts';
import type { CheckSubject } from '../checks/engine.ts';
import { describeResponse, type EvidenceResponse } from '../checks/evidence.ts';
import { type Blocked, type CheckResult, makeBlock, OutcomeError } from '../checks/outcome.ts';
import { AdapterError } from '../core/exit.ts';
import type { CheckId } from '../generated/check-ids.ts';
import type { ReportedCheck } from '../report/report.ts';
import type { ApiResponse } from './http-messages.ts';

/** What can be wrong with any operation, and how the id of the check that reports it ends. */
const idEndingsByFault = {
  'unusable answer': 'answers',
  'no complete answer': 'always-answers',
  'server error': 'never-5xx',
} as const;

/** What else can be wrong with an operation, with a decision of the staff, or with the server as a whole. */
const checksByFault = {
  // Its operation is an unknown path.
  server: {
    'no complete answer': 'server/unknown-path',
    'server error': 'server/unknown-path',
    'unreachable behind its proxy': 'server/gateway',
  },
  'applicants.activate': { 'wrong state': 'applicants.activate/status' },
  'applicants.applyForProgram': { 'wrong state': 'applicants.applyForProgram/moves-on' },
  'applicants.createPassword': { 'wrong state': 'applicants.createPassword/moves-on' },
  'applicants.getByEmail': { 'unknown state': 'applicants.getByEmail/every-answer' },
  'applicants.register': { 'no link in the mail': 'applicants.register/mails-a-link' },
  'applicants.resendEmail': {
    'no link in the mail': 'applicants.resendEmail/new-link',
    'link after the first was opened': 'applicants.resendEmail/after-opening',
  },
  'applicants.saveBioData': { 'wrong state': 'applicants.saveBioData/moves-on' },
  'applicants.saveEducationData': { 'wrong state': 'applicants.saveEducationData/moves-on' },
  'applicants.saveContactData': { 'wrong state': 'applicants.saveContactData/moves-on' },
  'auth.changePassword': { 'cut password': 'auth.changePassword/works-whole' },
  'auth.forgotPassword': {
    'no password in the mail': 'auth.forgotPassword/temporary',
    'used password in the mail': 'auth.forgotPassword/unguessable',
  },
  'auth.login': { 'wrong session': 'auth.login/session' },
  'bankAccounts.list': { 'no active account': 'bankAccounts.list/one-active' },
  'batchPrograms.applicable': { 'no offer': 'batchPrograms.applicable/something' },
  'exams.create': {
    'one id for two questions': 'exams.create/distinct-ids',
    'another exam than the running one': 'exams.create/running',
  },
  'exams.submit': {
    'right answers failed': 'exams.submit/all-right',
    'neither passed nor failed': 'exams.submit/every-answer',
    'wrong state': 'exams.submit/moves-on',
  },
  'files.get': { 'other bytes': 'files.get/byte-for-byte' },
  'payments.getPending': { 'no amount': 'payments.getPending/amount' },
  'payments.makeOffline': { 'wrong state': 'payments.makeOffline/moves-on' },
  'payments.payOnline': {
    'wrong state': 'payments.payOnline/waits',
    'change of what is due': 'payments.payOnline/keeps-due',
  },
  'staff.admit': { 'wrong state': 'staff.admit/moves-on' },
  'staff.verify': { 'wrong state': 'staff.verify/moves-on' },
} as const satisfies Partial<
  Record<OperationName | LifecycleName | 'server', Readonly<Record<string, CheckId>>>
>;

type FaultTable = typeof checksByFault;
type GeneralFault = keyof typeof idEndingsByFault;
type Fault<Step> =
  | (Step extends keyof FaultTable ? keyof FaultTable[Step] : never)
  | (Step extends OperationName ? GeneralFault : never);

/** @returns the check that reports this fault of an operation, or of the server */
export function findReporter<Step extends OperationName | keyof FaultTable>(
  step: Step,
  fault: Fault<Step>,
): CheckId {
  return (
    findOwnReporter(step, fault as string) ??
    `${step as OperationName}/${idEndingsByFault[fault as GeneralFault]}`
  );
}

/** @returns the check that reports this fault of an operation; `undefined` if only others can have it */
export function findOwnReporter(step: string, fault: string): CheckId | undefined {
  const faults: Partial<Record<string, Partial<Record<string, CheckId>>>> = checksByFault;
  return faults[step]?.[fault];
}

/** @returns the check that reports a wrong state after the step that usually leads out of a stage */
export function findReporterOfWrongState(stage: Stage): CheckId {
  const reporter = findOwnReporter(usualMoveFrom(stage) ?? '', 'wrong state');
  if (!reporter) throw new Error(`No check reports a wrong state after ${stage}`);
  return reporter;
}

/** @returns the check that reports that somebody's profile is refused in her stage */
export function findReporterOfRefusedProfile(stage: Stage): CheckId {
  if (stage === 'REGISTERED' || stage === 'NOT_ACTIVATED')
    return findReporter('applicants.getByEmail', 'unusable answer');
  return `applicants.getByEmail/in/${stage}`;
}

/** @returns the error to throw where a check meets a fault that another check reports; see `Blocked` */
export function makeBlockBy<Step extends OperationName | keyof FaultTable>(
  step: Step,
  fault: Fault<Step>,
  reason: string,
  response?: EvidenceResponse,
  affects?: Blocked['affects'],
): OutcomeError<Blocked> {
  return makeBlock(findReporter(step, fault), reason, response, affects);
}

/**
 * For a response that lacks what it was requested for.
 * @returns the outcome that blocks the check
 */
export function makeUnusableBlock(response: ApiResponse, problem: string): OutcomeError<Blocked> {
  const { operation, status } = response;
  const reason = `${operation} ${problem}: ${describeResponse(response)}`;
  const affects = status < 300 ? 'everybody' : undefined;
  return makeBlockBy(operation as OperationName, 'unusable answer', reason, response, affects);
}

/**
 * What a check that broke off says about the response it has read: it is of a form that nobody expected, or holds a
 * value that fits into no request.
 * @returns the error itself for a mistake of this program
 */
export function blameForCrash(error: unknown, { lastResponse }: CheckSubject): unknown {
  if (error instanceof AdapterError || error instanceof OutcomeError) return error;
  // The checks send nothing that a person typed, so a value that no call can carry came from the backend.
  const operation =
    error instanceof UsageError ? error.operation : lastResponse?.exchange.operation;
  if (operation === undefined) return error;
  const reason = `an answer of another form (${error instanceof Error ? error.message : error})`;
  return makeBlockBy(operation as OperationName, 'unusable answer', reason, lastResponse);
}

/**
 * Marks a refusal as blocked when the plainest call of the same operation was refused in the same words.
 * @returns the results
 */
export function blockRepeatedRefusals<K extends ReportedCheck>(
  results: readonly CheckResult<K>[],
): CheckResult<K>[] {
  const failuresById = new Map<string, CheckResult>(
    results.flatMap((result) =>
      result.outcome === 'failed' ? [[result.check.id, result] as const] : [],
    ),
  );
  return results.map((result) => {
    const { isRefusal, got, expected: _, ...rest } = result;
    const operation = findOperation(result.check.id.split('/')[0] ?? '')?.name;
    if (!isRefusal || !operation) return result;
    const plainestCheckId = findReporter(operation, 'unusable answer');
    const plainestFailure = failuresById.get(plainestCheckId);
    const isRepeated =
      plainestFailure && plainestCheckId !== result.check.id && plainestFailure.got === got;
    if (!isRepeated) return result;
    return { ...rest, isRefusal, outcome: 'blocked', blockedBy: plainestCheckId, reason: got };
  });
}
