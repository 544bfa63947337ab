import {
  AbortedError,
  AdmissionsError,
  ConnectionError,
  TimeoutError,
  UnavailableError,
  UsageError,
} from '@one-planet/sdk';

/** What a run's end says to a script. */
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
  override name = 'CliError';
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
