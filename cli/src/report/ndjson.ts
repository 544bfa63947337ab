import { plainResult, plainRun } from './json-result.ts';
import type { CheckReport } from './report.ts';

/** One JSON object a line: `{"type":"result",…}` for each check, `{"type":"summary",…}` last. */
export function ndjsonReport(report: CheckReport): string {
  const results = report.results.map((result) => ({ type: 'result', ...plainResult(result) }));
  const lines = [...results, { type: 'summary', ...plainRun(report) }];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
