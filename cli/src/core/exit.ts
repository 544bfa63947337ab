/** Exit codes, and errors whose message tells the user what to do next. */
import {
  AbortedError,
  AdmissionsError,
  ConnectionError,
  TimeoutError,
  UnavailableError,
  UsageError,
} from '@one-planet/sdk';
import { distance } from 'fastest-levenshtein';
import manifest from '../../package.json' with { type: 'json' };

/** The exit code of a run. */
export const exitCodes = {
  done: 0,
  brokenContract: 1,
  wrongUsage: 2,
  notReached: 3,
  waiting: 4,
  noMail: 5,
  tooSlow: 6,
  /** EX_SOFTWARE of sysexits.h: a bug of this program, which says nothing about the backend. */
  programError: 70,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An expected failure: its message is for the person at the terminal and says what to do next. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.wrongUsage, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A mailbox, staff, provider or clean-up adapter of this program broke off: no response of the backend is to blame. */
export class AdapterError extends Error {}

/** @returns what reports say of a bug in this program */
export function describeProgramError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `this command broke off, by a mistake of its own: ${message}`;
}

/** The exit code of an error that ended a command; `undefined` for a bug in this program. */
export function exitCodeOf(error: unknown): ExitCode | undefined {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof AbortedError) return exitCodes.interrupted;
  if (error instanceof UsageError) return exitCodes.wrongUsage;
  const isNotReached =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnavailableError;
  if (isNotReached) return exitCodes.notReached;
  return error instanceof AdmissionsError ? exitCodes.brokenContract : undefined;
}

/** @returns the `CliError` inside an error of a call, if there is one; otherwise the error itself */
export function unwrapError<E>(error: E): E | CliError {
  if (!(error instanceof AdmissionsError) || !(error.cause instanceof CliError)) return error;
  const { message, exitCode } = error.cause;
  return new CliError(`${error.operation}: ${message}`, exitCode, { cause: error });
}

/**
 * @returns the code that the system or TLS gave to a failed connection, e.g. `ECONNREFUSED`: from the error, from its
 * cause, or from the first address that was tried; `undefined` where there is none
 */
export function findSystemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  // Only text is returned: the code of a timeout is a number, which helps nobody.
  if (typeof code === 'string') return code;
  return findSystemErrorCode(errors?.[0]) ?? findSystemErrorCode(cause);
}

const unknownAuthorityCodePattern =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** @returns whether the code of a failed connection means that the certificate is not signed by a known authority */
export function isUnknownAuthority(systemErrorCode: string | undefined): boolean {
  return systemErrorCode !== undefined && unknownAuthorityCodePattern.test(systemErrorCode);
}

/* "Did you mean" for the words that the CLI defines itself; commander suggests options and commands. */

/**
 * @returns the candidate most like a word, ignoring case. `undefined` unless the edit distance is at most three and
 * less than half of the letters
 */
function findNearestWord(word: string, candidates: Iterable<string>): string | undefined {
  let bestCandidate: string | undefined;
  let fewestSlipCount = 4;
  for (const candidate of candidates) {
    const slipCount = distance(word.toLowerCase(), candidate.toLowerCase());
    if (slipCount < fewestSlipCount && slipCount * 2 < Math.max(word.length, candidate.length)) {
      bestCandidate = candidate;
      fewestSlipCount = slipCount;
    }
  }
  return bestCandidate;
}

/**
 * @returns ` (did you mean "near"?)`, to append to a message about an unknown word; empty where no candidate is similar
 */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = findNearestWord(word, candidates);
  return candidate === undefined ? '' : ` (did you mean "${candidate}"?)`;
}

export const version: string = manifest.version;
