/** The outcomes of a check as data, and the error that carries an outcome out of a running check. */
import { NotConfiguredError } from '../backend/page-requests.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import type { MissingPart, ReportedCheck, ReportedResult } from '../report/report.ts';
import {
  type DescribedResponse,
  describeResponse,
  type EvidenceResponse,
  keepEvidence,
} from './evidence.ts';

/** The backend does what the check's sentence says. */
interface Passed {
  outcome: 'passed';
  /** A value worth reporting, although the check passed. */
  got?: string;
}

/** The backend does not do what the check's sentence says. */
interface Failed {
  outcome: 'failed';
  expected: string;
  got: string;
  response?: EvidenceResponse;
  /** Whether a valid call was refused. Where all calls of an operation are refused, that fault is reported first. */
  isRefusal?: boolean;
}

/** The check depends on something that is broken. */
export interface Blocked {
  outcome: 'blocked';
  /** The id of the check that reports the fault, or the name of the mailbox or staff system that failed. */
  blockedBy: string;
  reason: string;
  response?: EvidenceResponse;
  /**
   * Whom the block affects, if not only this applicant. `everybody`: a step succeeded but led to the wrong state,
   * independent of this applicant. `nobody`: no request was sent for her yet, so another check may use her.
   */
  affects?: 'everybody' | 'nobody';
  /** Set where a mailbox or a staff system failed, which is no fault of the backend. */
  exitCode?: ExitCode;
  isRefusal?: boolean;
}

/** The check is not possible with this configuration or this backend. */
interface Skipped {
  outcome: 'skipped';
  reason: string;
  /** The part that is missing in the settings, if one is. */
  want?: MissingPart;
}

/** A person has yet to act. */
interface Waiting {
  outcome: 'waiting';
  reason: string;
}

/** The backend has become unreachable, or the run was interrupted: the run ends with this check. */
export interface RunOver {
  outcome: 'over';
  reason: string;
  exitCode: 3 | 130;
}

export type OutcomeDetails = Passed | Failed | Blocked | Skipped | Waiting;

/** A check and its outcome. */
export interface CheckResult<K extends ReportedCheck = ReportedCheck>
  extends Omit<ReportedResult, 'check' | 'evidence' | 'known' | 'fails'> {
  check: K;
  /** The response whose exchange shows a failure, or the reason of a block. */
  response?: EvidenceResponse;
  /** Set where a mailbox or a staff system blocks the check. */
  exitCode?: ExitCode;
  /** Whether the check failed, or is blocked, because a valid call was refused. */
  isRefusal?: boolean;
}

/** The outcomes that are thrown; a check that passes returns. */
export type ThrownOutcome = Exclude<OutcomeDetails, Passed> | RunOver;

/** Ends the check that throws it, or the whole run. */
export class OutcomeError<E extends ThrownOutcome = ThrownOutcome> extends Error {
  readonly details: E;

  constructor(outcomeDetails: E) {
    const isFailure = outcomeDetails.outcome === 'failed';
    super(
      isFailure
        ? `expected ${outcomeDetails.expected}, got ${outcomeDetails.got}`
        : outcomeDetails.reason,
    );
    this.details = outcomeDetails;
  }
}

/** @returns the outcome that an error carries, if it carries one */
export function findThrownOutcome(error: unknown): ThrownOutcome | undefined {
  return error instanceof OutcomeError ? error.details : undefined;
}

/** @returns the blocked outcome that an error carries, if it carries one */
export function findBlock(error: unknown): Blocked | undefined {
  const thrownOutcome = findThrownOutcome(error);
  return thrownOutcome?.outcome === 'blocked' ? thrownOutcome : undefined;
}

/** @returns the failed outcome that an error carries, if it carries one */
export function findFailure(error: unknown): Failed | undefined {
  const thrownOutcome = findThrownOutcome(error);
  return thrownOutcome?.outcome === 'failed' ? thrownOutcome : undefined;
}

/**
 * @param observedTextOrResponse a text, or the response itself
 * @returns the error to throw where the backend breaks the check's sentence
 */
export function makeFailure(
  expectedText: string,
  observedTextOrResponse: string | DescribedResponse,
  response?: EvidenceResponse,
): OutcomeError<Failed> {
  const isText = typeof observedTextOrResponse === 'string';
  const evidence = response ?? (isText ? undefined : observedTextOrResponse);
  return new OutcomeError({
    outcome: 'failed',
    expected: expectedText,
    got: isText ? observedTextOrResponse : describeResponse(observedTextOrResponse),
    response: evidence && keepEvidence(evidence),
  });
}

/** @returns the error to throw where a valid call was refused; the parameters are those of `makeFailure` */
export function makeRefusal(
  expectedText: string,
  observedTextOrResponse: string | DescribedResponse,
  response?: EvidenceResponse,
): OutcomeError<Failed> {
  return new OutcomeError({
    ...makeFailure(expectedText, observedTextOrResponse, response).details,
    isRefusal: true,
  });
}

/**
 * Expects any 2xx status.
 * @param callText describes the call in the finding
 * @throws {OutcomeError} for any other status
 */
export function expectAccepted(response: DescribedResponse, callText: string): void {
  if (response.status >= 300) throw makeRefusal(`a success for ${callText}`, response);
}

/** @returns the error to throw where the check depends on something that is broken, see `Blocked` */
export function makeBlock(
  blockedBy: string,
  reason: string,
  response?: EvidenceResponse,
  affects?: Blocked['affects'],
): OutcomeError<Blocked> {
  return new OutcomeError({
    outcome: 'blocked',
    blockedBy,
    reason,
    response: response && keepEvidence(response),
    affects,
  });
}

/** @returns the error to throw where the check is not possible, see `Skipped` */
export function makeSkip(reason: string, want?: MissingPart): OutcomeError<Skipped> {
  return new OutcomeError({ outcome: 'skipped', reason, want });
}

/** @returns the error to throw where a person has yet to act */
export function makeWaiting(reason: string): OutcomeError<Waiting> {
  return new OutcomeError({ outcome: 'waiting', reason });
}

/** @returns the error to throw where the backend has become unreachable (3), or the run was interrupted (130) */
export function makeRunEnd(exitCode: RunOver['exitCode'], reason: string): OutcomeError<RunOver> {
  return new OutcomeError({ outcome: 'over', exitCode, reason });
}

/* Translation of the adapters' errors into outcomes of a check. */

/**
 * Calls a mailbox, the staff adapter or the mock's helpers, and translates their errors.
 * @param reportingCheckId the check that reports a mail or a decision which should have come and did not
 * @param want the part that the settings lack where nothing is set
 * @throws {OutcomeError} for every error of theirs
 */
export async function callAdapter<T>(
  askAdapter: () => Promise<T>,
  { reportingCheckId: reportingCheck = '', want }: { reportingCheckId?: string; want: MissingPart },
): Promise<T> {
  try {
    return await askAdapter();
  } catch (error) {
    throw error instanceof CliError ? translateError(error, reportingCheck, want) : error;
  }
}

/** Translates an error of an adapter; the parameters are those of `callAdapter`. */
export function translateError(
  error: CliError,
  reportingCheckId = '',
  want?: MissingPart,
): OutcomeError {
  const { exitCode, message } = error;
  if (exitCode === exitCodes.interrupted) return makeRunEnd(130, message);
  if (exitCode === exitCodes.waiting) return makeWaiting(message);
  const { noMail, brokenContract } = exitCodes;
  // An error with a cause means that the mailbox could not be read at all.
  const isMailOrDecisionMissing =
    exitCode === brokenContract || (exitCode === noMail && !error.cause);
  if (isMailOrDecisionMissing && reportingCheckId) return makeBlock(reportingCheckId, message);
  if (want && !(error instanceof NotConfiguredError)) {
    const blockedBy = `the ${want}`;
    return new OutcomeError({ outcome: 'blocked', blockedBy, reason: message, exitCode });
  }
  if (exitCode === exitCodes.notReached) return makeRunEnd(3, message);
  return makeSkip(message, want);
}
