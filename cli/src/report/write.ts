import { type ReportFile, writeFiles } from './files.ts';
import { type ReportFormat, reportFormats } from './index.ts';
import type { CheckReport } from './report.ts';

export type ReportOption = ReportFile<ReportFormat>;

/**
 * Writes reports; the folders they are to be in are made.
 * @throws {CliError} (exit 2) when one can't be written; the others are written nevertheless
 */
export async function writeReports(
  report: CheckReport,
  options: readonly ReportOption[],
): Promise<void> {
  await writeFiles(
    options.map(({ format, file }) => ({ file, text: reportFormats[format](report) })),
  );
}
