import type { ResolvedSettings } from '../core/configuration.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { paint, print, talk } from '../core/terminal.ts';
import { checkWritable, writeFiles } from '../report/files.ts';
import {
  addDays,
  addToHistory,
  checkHistory,
  type Entry,
  entryOf,
  type History,
  readHistory,
  seriesOf,
} from '../report/history.ts';
import { historyPage } from '../report/history-html.ts';
import { historyLines } from '../report/history-terminal.ts';
import { notify } from '../report/notification.ts';
import type { CheckReport } from '../report/report.ts';
import { argument, defineCommand, reports, value, whole } from './define.ts';

export const command = defineCommand({
  name: 'history',
  description:
    'Shows what the runs in a history file say: how often the backend was there and right, how fast it answered, and when its verdict changed.',
  arguments: [argument('<file>', 'what "smoke --history FILE" or "check --history FILE" wrote')],
  options: {
    days: value('<n>', 'only the runs of the last n days', whole(1, 10_000)),
    report: reports('write a report, e.g. html=history.html (repeatable)', ['html', 'json']),
  },
  help: `
Runs that found the backend broken or did not reach it count against it. A slow
one, or one that waited for staff, does not; one that could not know (wrong
settings, no mail, interrupted) counts neither way.

Examples:
  admissions smoke --profile staging --history nights.ndjson
  admissions history nights.ndjson
  admissions history nights.ndjson --days 30 --report html=history.html`,
  async run({ days, report: files = [] }, path: string) {
    const { entries, unreadable } = readHistory(path, 'history');
    const from = days === undefined ? '' : addDays(new Date(), -days).toISOString();
    const series = seriesOf(entries.filter(({ at }) => at >= from));
    if (series.length === 0) {
      const when = days === undefined ? '' : ` of the last ${days} days`;
      throw new CliError(
        `${path} has no runs${when}: admissions smoke --history ${path} writes one each night`,
      );
    }
    await checkWritable(files);
    for (const [at, one] of series.entries()) {
      if (at > 0) print();
      for (const line of historyLines(one)) print(line);
    }
    if (unreadable > 0) talk(`(${unreadable} lines of ${path} cannot be read, and are left out)`);
    await writeFiles(
      files.map(({ format, file }) => ({
        file,
        text: format === 'html' ? historyPage(series) : `${JSON.stringify(series, null, 2)}\n`,
      })),
    );
    return exitCodes.done;
  },
});

/* The end of a nightly run: it is kept in the history, and a message goes out when the verdict changes. */

/** The history of `--history`, read and tried before the run: hours are not spent on what cannot be kept. */
interface Remembered {
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
 * Keeps the run and sends a message of a change.
 * @param signal Ctrl-C: the message is given up, the run is kept
 * @returns the exit code of the command: a good run whose message could not be sent is misconfigured (2)
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
  const before = lastSent(history, entry);
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
    // The next run finds that this message was not sent, and sends it.
    addToHistory(path, { ...entry, untold: true }, history);
    talk(`${paint('red', 'error:', process.stderr)} nobody was notified: ${error.message}`);
    return exitCode === exitCodes.done ? exitCodes.wrongUsage : exitCode;
  }
}

function lastSent({ entries }: History, { command, target }: Entry): Entry | undefined {
  return entries.findLast(
    (one) =>
      one.command === command &&
      one.target === target &&
      !one.untold &&
      one.exitCode !== exitCodes.interrupted,
  );
}
