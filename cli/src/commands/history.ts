import { addDays } from '../history/days.ts';
import { readHistory } from '../history/file.ts';
import { historyPage } from '../history/html.ts';
import { seriesOf } from '../history/summary.ts';
import { historyLines } from '../history/terminal.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import { print, talk } from '../process/terminal.ts';
import { checkWritable, writeFiles } from '../report/files.ts';
import { defineCommand } from './define.ts';
import { argument, reports, value, whole } from './options.ts';

/** `admissions history`: what weeks of nights say. */
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
one, or one that waited for staff, does not; one that could not tell (wrong
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
