/** What the CLI's own parts say when they cannot go on, in a check's terms. */
import { CliError, exitCodes } from '../process/exit.ts';
import { Blocked, Ended, Skipped, Waiting } from './outcome.ts';

/**
 * Asks a mailbox, the staff or the mock's pages.
 * @param missing the check that tells of what should have come and did not
 * @throws {Blocked | Ended | Skipped | Waiting}
 */
export async function adapt<T>(ask: () => Promise<T>, { missing = '' } = {}): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof CliError ? translate(error, missing) : error;
  }
}

/** @param missing see `adapt` */
export function translate({ exitCode, message }: CliError, missing = ''): Error {
  if (exitCode === exitCodes.interrupted) return new Ended(130, message);
  if (exitCode === exitCodes.waiting) return new Waiting(message);
  if (exitCode === exitCodes.notReached) return new Ended(3, message);
  const isMissing = exitCode === exitCodes.brokenContract || exitCode === exitCodes.noMail;
  if (isMissing && missing) return new Blocked(missing, message);
  return new Skipped(message);
}
