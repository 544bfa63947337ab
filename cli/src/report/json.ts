import { plainResult, plainRun } from './json-result.ts';
import type { CheckReport } from './report.ts';

/** One JSON object. */
export function jsonReport(report: CheckReport): string {
  const document = { ...plainRun(report), results: report.results.map(plainResult) };
  return `${JSON.stringify(document, null, 2)}\n`;
}
