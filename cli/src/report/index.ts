/** The formats of reports, by name. */
import { annotationsReport } from './annotations.ts';
import { type ReportFile, writeFiles } from './files.ts';
import { harReport } from './har.ts';
import { htmlReport } from './html/report.ts';
import { jsonReport, ndjsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown/report.ts';
import { prometheusReport } from './prometheus.ts';
import type { CheckReport } from './report.ts';

export const reportFormats = {
  json: jsonReport,
  ndjson: ndjsonReport,
  junit: junitReport,
  html: htmlReport,
  har: harReport,
  'github-summary': markdownReport,
  'github-annotations': annotationsReport,
  prometheus: prometheusReport,
} satisfies Record<string, (report: CheckReport) => string>;

export type ReportFormat = keyof typeof reportFormats;

export const reportFormatNames = Object.keys(reportFormats) as ReportFormat[];

/**
 * Writes reports; the folders they are to be in are made.
 * @throws {CliError} (exit 2) when one cannot be written; the others are written nevertheless
 */
export async function writeReports(
  report: CheckReport,
  options: readonly ReportFile<ReportFormat>[],
): Promise<void> {
  await writeFiles(
    options.map(({ format, file }) => ({
      file,
      text: reportFormats[format](report),
      // A collector reads whenever it likes.
      whole: format === 'prometheus',
    })),
  );
}
