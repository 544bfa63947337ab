/** JUnit's XML, as CI servers read it: a suite for each operation, a case for each check. */
import { groupByOperation } from './groups.ts';
import { inSeconds, isSkipped, testCase } from './junit-case.ts';
import type { CheckReport, ReportedResult } from './report.ts';
import { element, leaf } from './xml.ts';

/** Failures are those that fail the run; whatever else did not pass is skipped, with the reason. */
export function junitReport(report: CheckReport): string {
  const timestamp = report.startedAt.toISOString().slice(0, 19);
  const suites = groupByOperation(report.results).map(({ operation, results }) =>
    element(
      'testsuite',
      { name: operation, timestamp, ...countsOf(results), time: timeOf(results) },
      results.map(testCase),
    ),
  );
  const counts = countsOf(report.results);
  const errors = report.ended === undefined ? 0 : 1;
  const name = `admissions ${report.command} of ${report.target}`;
  const total = { ...counts, tests: counts.tests + errors, errors, time: inSeconds(report.ms) };
  const all = element('testsuites', { name, ...total }, [
    ...suites,
    ...runSuite(report, timestamp),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`;
}

function countsOf(results: readonly ReportedResult[]) {
  return {
    tests: results.length,
    failures: results.filter(({ fails }) => fails).length,
    errors: 0,
    skipped: results.filter(isSkipped).length,
  };
}

function timeOf(results: readonly ReportedResult[]): string {
  return inSeconds(results.reduce((sum, { ms }) => sum + ms, 0));
}

/** A run that ended early proves less than its cases say: that is an error of its own. */
function runSuite({ ended, baselineProblems }: CheckReport, timestamp: string): string[] {
  const ends = { name: 'The run MUST reach its end.', classname: 'run/ended', time: '0.000' };
  const cases =
    ended === undefined
      ? []
      : [element('testcase', ends, [leaf('error', { message: ended, type: 'ended' })])];
  const problems = baselineProblems.map((problem) => `baseline: ${problem}`).join('\n');
  const children = [...cases, ...(problems ? [leaf('system-out', {}, problems)] : [])];
  if (children.length === 0) return [];
  const counts = { tests: cases.length, failures: 0, errors: cases.length, skipped: 0 };
  return [element('testsuite', { name: 'the run', timestamp, ...counts, time: '0.000' }, children)];
}
