/** Ends a run and removes what it created on the backend. */
import type { JourneyContext } from '../applicant/context.ts';
import type { CleanUp, CreatedRecords } from '../backend/adapters.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { paint, print, printNotice } from '../core/terminal.ts';

/**
 * Ends a run, and then removes what it created, even if the run failed.
 * @param endRun prints and stores the results
 * @returns the exit code of the run
 * @throws what `endRun` throws, after the clean-up; {CliError} (exit 2) when the clean-up of a good run failed
 */
export async function cleanUpAfter(
  endRun: () => Promise<ExitCode>,
  leftovers: CreatedRecords,
  tools: CleanUpTools,
): Promise<ExitCode> {
  let exitCode: ExitCode;
  try {
    exitCode = await endRun();
  } catch (error) {
    printProblem(await attemptCleanUp(leftovers, tools));
    throw error;
  }
  const problem = await attemptCleanUp(leftovers, tools);
  if (problem !== undefined && exitCode === exitCodes.done) throw new CliError(problem);
  printProblem(problem);
  return exitCode;
}

function printProblem(problem: string | undefined): void {
  if (problem !== undefined) printNotice(`${paint('red', 'error:', process.stderr)} ${problem}`);
}

/** How long a clean-up may take after Ctrl-C. Every command ends within a second of it. */
const maxCleanUpMs = 300;

/** @returns why what the run created stays; `undefined` where it does not */
async function attemptCleanUp(
  leftovers: CreatedRecords,
  { cleanUp, signal, showLine = print }: CleanUpTools,
): Promise<string | undefined> {
  const limitController = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const startTimeLimit = () => {
    timer = setTimeout(() => limitController.abort(), maxCleanUpMs);
  };
  const onInterrupt = () => {
    printNotice('Removing what the run created; the next Ctrl-C ends that, too.');
    startTimeLimit();
  };
  if (signal.aborted) startTimeLimit();
  else signal.addEventListener('abort', onInterrupt, { once: true });
  try {
    const resultText = await cleanUp(leftovers, limitController.signal);
    if (resultText !== undefined) showLine(resultText);
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const reason = limitController.signal.aborted
      ? 'it could not be removed at once'
      : error.message;
    return `what the run created stays: ${reason}`;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onInterrupt);
  }
}

interface CleanUpTools {
  cleanUp: CleanUp;
  signal: AbortSignal;
  showLine?: (line: string) => void;
}

/** Everything that journeys created on the backend. */
export function listCreatedRecords(contexts: readonly JourneyContext[]): CreatedRecords {
  return {
    applicants: contexts
      .filter(({ memory }) => memory.registeredAt !== undefined)
      .map(({ email, memory }) => ({ email, id: memory.id })),
    uploads: contexts.flatMap(({ uploads }) =>
      // The backend returns a stored name as text, with or without quotes.
      uploads.map((text) => text.trim().replace(/^"(.*)"$/, '$1')),
    ),
  };
}
