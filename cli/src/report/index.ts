/** The formats of reports, by name. */
import { annotationsReport } from './annotations.ts';
import { harReport } from './har.ts';
import { htmlReport } from './html/report.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown/report.ts';
import { ndjsonReport } from './ndjson.ts';
import type { CheckReport } from './report.ts';

export const reportFormats = {
  json: jsonReport,
  ndjson: ndjsonReport,
  junit: junitReport,
  html: htmlReport,
  har: harReport,
  'github-summary': markdownReport,
  'github-annotations': annotationsReport,
} satisfies Record<string, (report: CheckReport) => string>;

export type ReportFormat = keyof typeof reportFormats;

export const reportFormatNames = Object.keys(reportFormats) as ReportFormat[];
