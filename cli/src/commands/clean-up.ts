/** The end of a run that leaves nothing behind. */
import type { CleanUp, Leftovers } from '../adapters/clean-up/index.ts';
import type { JourneyContext } from '../applicant/journey/context.ts';
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import { paint, print, talk } from '../process/terminal.ts';

/**
 * Has what a run created removed, after its results are told.
 * @param exitCode of the run
 * @param show says what was done
 * @returns the exit code of the command: a good run that could not be cleaned up after is misconfigured (2)
 */
export async function cleanUpAfter(
  exitCode: ExitCode,
  leftovers: Leftovers,
  { cleanUp, show = print }: CleanUpTools,
): Promise<ExitCode> {
  try {
    // A run that was interrupted is cleaned up after, too; the next Ctrl-C ends the process.
    const done = await cleanUp(leftovers, new AbortController().signal);
    if (done !== undefined) show(done);
    return exitCode;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    talk(`${paint('red', 'error:', process.stderr)} what the run created stays: ${error.message}`);
    return exitCode === exitCodes.done ? exitCodes.wrongUsage : exitCode;
  }
}

interface CleanUpTools {
  cleanUp: CleanUp;
  show?: (line: string) => void;
}

/** What journeys left on the backend. */
export function leftBy(contexts: readonly JourneyContext[]): Leftovers {
  return {
    applicants: contexts
      .filter(({ memory }) => memory.registeredAt !== undefined)
      .map(({ email, memory }) => ({ email, id: memory.applicantId })),
    uploads: contexts.flatMap(({ uploads }) => uploads.map(unquoted)),
  };
}

/** A stored name is answered as text, with or without quotes. */
function unquoted(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1');
}
