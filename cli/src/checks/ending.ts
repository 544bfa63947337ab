/** How a check ends, as data; and the one error by which it ends from wherever it is. */
import { NotConfigured } from '../backend/pages.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import type { ReportedCheck, ReportedResult, Want } from '../report/report.ts';
import { type ApiResponse, describeResponse } from './wire.ts';

/** Holds the exchange that shows it. */
type Evidence = Pick<ApiResponse, 'exchange'>;

/** The backend keeps the sentence. */
interface Passed {
  outcome: 'passed';
  /** What was seen, where it is worth a word. */
  got?: string;
}

/** The backend does not keep the sentence. */
interface Failed {
  outcome: 'failed';
  expected: string;
  got: string;
  response?: Evidence;
  /** A call was refused that should have had a success: where every call of its kind is, that is the fault to mend first. */
  isRefusal?: boolean;
}

/** Something that the check builds on is broken. */
export interface Blocked {
  outcome: 'blocked';
  /** The id of the check that reports it, or the system beside the backend that did not work. */
  blockedBy: string;
  reason: string;
  response?: Evidence;
  /**
   * Whom it concerns, where that is not the applicant alone: `everybody` where a success led nowhere, whatever other
   * checks did with her; `nobody` where nothing was done with her yet, so that another check may have her.
   */
  reach?: 'everybody' | 'nobody';
  /** Of a mailbox or a staff system that is set and does not work, which is no fault of the backend. */
  exitCode?: ExitCode;
  isRefusal?: boolean;
}

/** The check cannot be made with this configuration or this backend. */
interface Skipped {
  outcome: 'skipped';
  reason: string;
  /** The missing part, where somebody can give it. */
  want?: Want;
}

/** A person has yet to act. */
interface Waiting {
  outcome: 'waiting';
  reason: string;
}

/** The backend is gone, or somebody interrupted: the run is over with this check. */
export interface RunOver {
  outcome: 'over';
  reason: string;
  exitCode: 3 | 130;
}

export type Ending = Passed | Failed | Blocked | Skipped | Waiting;

/** A check and its ending. */
export interface CheckResult<K extends ReportedCheck = ReportedCheck>
  extends Omit<ReportedResult, 'check' | 'evidence' | 'known' | 'fails'> {
  check: K;
  /** Holds the exchange that shows a failure, or what blocks the check. */
  response?: Pick<ApiResponse, 'exchange'>;
  /** Of a check that a system beside the backend blocks. */
  exitCode?: ExitCode;
  /** Whether a call was refused that should have had a success: a failure, or what waits for one in the same words. */
  isRefusal?: boolean;
}

/** What is thrown: a check that passes returns. */
export type EarlyEnding = Exclude<Ending, Passed> | RunOver;

/** Ends the check, or the run, that throws it. */
export class CheckEnd<E extends EarlyEnding = EarlyEnding> extends Error {
  readonly ending: E;

  constructor(ending: E) {
    const isFailure = ending.outcome === 'failed';
    super(isFailure ? `expected ${ending.expected}, got ${ending.got}` : ending.reason);
    this.ending = ending;
  }
}

/** @returns the ending that an error carries, where it carries one */
export function endingOf(error: unknown): EarlyEnding | undefined {
  return error instanceof CheckEnd ? error.ending : undefined;
}

/** @returns how the check is blocked, where the error says so */
export function blockOf(error: unknown): Blocked | undefined {
  const ending = endingOf(error);
  return ending?.outcome === 'blocked' ? ending : undefined;
}

/** @returns how the check failed, where the error says so */
export function failureOf(error: unknown): Failed | undefined {
  const ending = endingOf(error);
  return ending?.outcome === 'failed' ? ending : undefined;
}

/** @param got in words, or the answer itself @returns what to throw where the sentence is not kept */
export function failure(
  expected: string,
  got: string | ApiResponse,
  response: Evidence | undefined = typeof got === 'string' ? undefined : got,
): CheckEnd<Failed> {
  const gotText = typeof got === 'string' ? got : describeResponse(got);
  return new CheckEnd({ outcome: 'failed', expected, got: gotText, response });
}

/** @returns what to throw where a call that should have had a success was refused; parameters as those of `failure` */
export function refusal(
  expected: string,
  got: string | ApiResponse,
  response?: Evidence,
): CheckEnd<Failed> {
  return new CheckEnd({ ...failure(expected, got, response).ending, isRefusal: true });
}

/** Any 2xx. @param call what was sent, in words @throws {CheckEnd} a refusal */
export function expectAccepted(response: ApiResponse, call: string): void {
  if (response.status >= 300) throw refusal(`a success for ${call}`, response);
}

/** @returns what to throw where something is broken that the check builds on: see `Blocked` */
export function block(
  blockedBy: string,
  reason: string,
  response?: Evidence,
  reach?: Blocked['reach'],
): CheckEnd<Blocked> {
  return new CheckEnd({ outcome: 'blocked', blockedBy, reason, response, reach });
}

/** @returns what to throw where the check cannot be made: see `Skipped` */
export function skip(reason: string, want?: Want): CheckEnd<Skipped> {
  return new CheckEnd({ outcome: 'skipped', reason, want });
}

/** @returns what to throw where a person has yet to act */
export function wait(reason: string): CheckEnd<Waiting> {
  return new CheckEnd({ outcome: 'waiting', reason });
}

/** @returns what to throw where the backend is gone (3), or the run was interrupted (130) */
export function endRun(exitCode: RunOver['exitCode'], reason: string): CheckEnd<RunOver> {
  return new CheckEnd({ outcome: 'over', exitCode, reason });
}

/* Errors of the CLI's own parts in a check's terms. */

/**
 * Asks a mailbox, the staff or the mock's pages.
 * @param missing the check that reports what should have come and did not
 * @param want what the run lacks where the settings do not have it
 * @throws {CheckEnd} for whatever they throw
 */
export async function adapt<T>(
  ask: () => Promise<T>,
  { missing: reportingCheck = '', want }: { missing?: string; want: Want },
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof CliError ? translate(error, reportingCheck, want) : error;
  }
}

/** @param reportingCheck, want see `adapt` */
export function translate(error: CliError, reportingCheck = '', want?: Want): CheckEnd {
  const { exitCode, message } = error;
  if (exitCode === exitCodes.interrupted) return endRun(130, message);
  if (exitCode === exitCodes.waiting) return wait(message);
  const { noMail, brokenContract } = exitCodes;
  // An error with a cause means that the mailbox could not be read at all.
  const isMissing = exitCode === brokenContract || (exitCode === noMail && !error.cause);
  if (isMissing && reportingCheck) return block(reportingCheck, message);
  if (want && !(error instanceof NotConfigured)) {
    const blockedBy = `the ${want}`;
    return new CheckEnd({ outcome: 'blocked', blockedBy, reason: message, exitCode });
  }
  if (exitCode === exitCodes.notReached) return endRun(3, message);
  return skip(message, want);
}
