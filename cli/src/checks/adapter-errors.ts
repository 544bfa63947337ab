/** What the CLI's own parts say when they cannot go on, in a check's terms. */
import { CliError, exitCodes } from '../process/exit.ts';
import type { Want } from '../report/report.ts';
import { Blocked, Ended, Skipped, Waiting } from './outcome.ts';

/**
 * Asks a mailbox, the staff or the mock's pages.
 * @param missing the check that tells of what should have come and did not
 * @param want what the run lacks where the settings do not have it
 * @throws {Blocked | Ended | Skipped | Waiting}
 */
export async function adapt<T>(
  ask: () => Promise<T>,
  { missing = '', want }: { missing?: string; want: Want },
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof CliError ? translate(error, missing, want) : error;
  }
}

/** @param missing, want see `adapt` */
export function translate({ exitCode, message }: CliError, missing = '', want?: Want): Error {
  if (exitCode === exitCodes.interrupted) return new Ended(130, message);
  if (exitCode === exitCodes.waiting) return new Waiting(message);
  if (exitCode === exitCodes.notReached) return new Ended(3, message);
  const isMissing = exitCode === exitCodes.brokenContract || exitCode === exitCodes.noMail;
  if (isMissing && missing) return new Blocked(missing, message);
  return new Skipped(message, want);
}
