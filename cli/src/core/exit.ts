/** Exit codes, and errors that say what to do. */
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
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An end that was foreseen: its message is for the person at the terminal and says what to do next. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.wrongUsage, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The exit code of an error that ended a command; `undefined` for a bug of ours. */
export function exitCodeOf(error: unknown): ExitCode | undefined {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof AbortedError) return exitCodes.interrupted;
  if (error instanceof UsageError) return exitCodes.wrongUsage;
  const notReached =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnavailableError;
  if (notReached) return exitCodes.notReached;
  return error instanceof AdmissionsError ? exitCodes.brokenContract : undefined;
}

/** @returns the end that was foreseen where an error of a call only passed it on; otherwise the error itself */
export function unwrapError<E>(error: E): E | CliError {
  if (!(error instanceof AdmissionsError) || !(error.cause instanceof CliError)) return error;
  const { message, exitCode } = error.cause;
  return new CliError(`${error.operation}: ${message}`, exitCode, { cause: error });
}

/**
 * @returns the code by which the system or TLS names why a connection failed, e.g. `ECONNREFUSED`: of the error, of
 *   what caused it, or of the first address that was tried; `undefined` where there is none
 */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  // The code of a timeout is a number, which helps nobody.
  if (typeof code === 'string') return code;
  return systemCode(errors?.[0]) ?? systemCode(cause);
}

const unknownAuthorityCode =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** @returns whether the code of a connection that failed says that no authority known here has signed the certificate */
export function isUnknownAuthority(code: string | undefined): boolean {
  return code !== undefined && unknownAuthorityCode.test(code);
}

/* The one "did you mean" of the CLI's own words; options and commands are suggested by commander itself. */

/**
 * @returns the candidate most like a word, whatever its case; `undefined` when none is near: at most three slips
 * (letters missing, added or changed; two that are swapped are two), and fewer than half of the letters
 */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let bestCandidate: string | undefined;
  let fewestSlips = 4;
  for (const candidate of candidates) {
    const slips = distance(word.toLowerCase(), candidate.toLowerCase());
    if (slips < fewestSlips && slips * 2 < Math.max(word.length, candidate.length)) {
      bestCandidate = candidate;
      fewestSlips = slips;
    }
  }
  return bestCandidate;
}

/** @returns ` (did you mean "near"?)`, or nothing: to follow what is said of an unknown word */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = nearest(word, candidates);
  return candidate === undefined ? '' : ` (did you mean "${candidate}"?)`;
}

export const version: string = manifest.version;
