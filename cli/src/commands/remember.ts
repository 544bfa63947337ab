/** The end of a nightly run: it is kept in the history, and a change of the verdict is told. */
import type { ResolvedSettings } from '../config/load.ts';
import { type Entry, entryOf } from '../history/entry.ts';
import { addToHistory, checkHistory, type History, readHistory } from '../history/file.ts';
import { notify } from '../notify/send.ts';
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import { paint, talk } from '../process/terminal.ts';
import type { CheckReport } from '../report/report.ts';

/** The history of `--history`, read and tried before the run: hours are not spent on what cannot be kept. */
export interface Remembered {
  path: string;
  history: History;
}

/** @throws {CliError} (exit 2) when it cannot be read or written */
export function openHistory(path: string | undefined): Remembered | undefined {
  if (path === undefined) return undefined;
  const history = readHistory(path, '--history');
  checkHistory(path);
  return { path, history };
}

/**
 * Keeps the run and tells of a change.
 * @param signal Ctrl-C: the message is given up, the run is kept
 * @returns the exit code of the command: a good run of which nobody could be told is misconfigured (2)
 */
export async function remember(
  report: CheckReport,
  remembered: Remembered | undefined,
  { notify: settings }: Pick<ResolvedSettings, 'notify'>,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { exitCode } = report;
  const isSilent = settings === undefined || settings.use === 'none';
  if (!remembered) {
    if (!isSilent) {
      talk('Nobody is notified: only --history FILE remembers whether the verdict has changed.');
    }
    return exitCode;
  }
  const { path, history } = remembered;
  const entry = entryOf(report);
  const before = lastTold(history, entry);
  const isNews = before ? before.exitCode !== exitCode : exitCode !== exitCodes.done;
  // A run that a person interrupted says nothing that she does not know.
  if (isSilent || !isNews || exitCode === exitCodes.interrupted) {
    addToHistory(path, entry, history);
    return exitCode;
  }
  try {
    await notify(settings, entry, before, signal);
    addToHistory(path, entry, history);
    return exitCode;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // The next run finds that this one was not told, and tells it.
    addToHistory(path, { ...entry, untold: true }, history);
    talk(`${paint('red', 'error:', process.stderr)} nobody was notified: ${error.message}`);
    return exitCode === exitCodes.done ? exitCodes.wrongUsage : exitCode;
  }
}

function lastTold({ entries }: History, { command, target }: Entry): Entry | undefined {
  return entries.findLast(
    (one) =>
      one.command === command &&
      one.target === target &&
      !one.untold &&
      one.exitCode !== exitCodes.interrupted,
  );
}
