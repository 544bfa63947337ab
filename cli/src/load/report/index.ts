/** The formats of a load run's reports. */
import { print, talk } from '../../process/terminal.ts';
import { type ReportFile, writeFiles } from '../../report/files.ts';
import type { LoadResult } from '../result.ts';
import type { Verdict } from '../thresholds.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { terminalReport } from './terminal.ts';

const formats = { json: jsonReport, html: htmlReport };
export type LoadFormat = keyof typeof formats;
export const loadFormats = Object.keys(formats) as LoadFormat[];

/**
 * Prints a result and writes its reports. What people read goes to stderr where a report goes to stdout.
 * @throws {CliError} (exit 2) when a report cannot be written; the others are written nevertheless
 */
export async function writeLoad(
  result: LoadResult,
  verdicts: readonly Verdict[],
  reports: readonly ReportFile<LoadFormat>[],
): Promise<void> {
  const say = reports.some(({ file }) => file === '-') ? talk : print;
  for (const line of terminalReport(result, verdicts)) say(line);
  await writeFiles(
    reports.map(({ format, file }) => ({ file, text: formats[format](result, verdicts) })),
  );
}
