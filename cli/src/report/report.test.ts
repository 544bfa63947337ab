import { describe, expect, test } from 'vitest';
import { passedReport, passedResultWithId, sampleReport } from '../testing/report.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import {
  type CheckReport,
  countHeldUp,
  type MissingPart,
  modelOf,
  sortFailures,
} from './report.ts';
import { terminalReport } from './terminal.ts';

const passedResult = passedResultWithId('auth.login/answers');

/** A good run but for checks that lacked something. */
function reportLacking(
  wants: readonly MissingPart[],
  change: Partial<CheckReport> = {},
): CheckReport {
  const skippedResults = wants.map((want) => ({
    ...passedResult,
    outcome: 'skipped' as const,
    reason: '',
    want,
  }));
  return { ...passedReport(), results: [passedResult, ...skippedResults], ...change };
}
const partialText = 'PARTIAL: 1 of 4 checked (no mailbox: 2 checks; no staff: 1 check)';

describe('a run that lacked what it needs', () => {
  const report = reportLacking(['staff', 'mailbox', 'mailbox']);

  test('is partial, and says why', () => {
    expect(modelOf(report).partial).toMatchObject({ words: partialText, isRequired: false });
  });

  test('says so in every report', () => {
    const reports = [
      terminalReport(report).join('\n'),
      htmlReport(report),
      markdownReport(report),
      junitReport(report),
    ];
    for (const text of reports) expect(text).toContain('PARTIAL: 1 of 4 checked');
    expect(JSON.parse(jsonReport(report)).partial.missing).toEqual([
      { want: 'mailbox', count: 2 },
      { want: 'staff', count: 1 },
    ]);
  });

  test('is for JUnit skipped, and as a failure where it is required', () => {
    expect(junitReport(report)).toMatch(/classname="run\/partial"[\s\S]*<skipped message="PARTIAL/);
    const required = junitReport({ ...report, require: ['staff'] });
    expect(required).toMatch(/failures="1"/);
    expect(required).toMatch(/classname="run\/partial"[\s\S]*<failure message="PARTIAL/);
  });

  test('names what to do', () => {
    const reportText = terminalReport({ ...report, require: ['staff'] }).join('\n');
    expect(reportText).toContain(
      'staff, which --require asks for: set "staff" in admissions.config.json; where it is set, see Skipped',
    );
  });
});

test('the finding that holds up the most checks comes first, also those that wait for one another', () => {
  const resultWithId = (id: string) => ({ ...passedResult, check: { ...passedResult.check, id } });
  const failed = (id: string) => ({ ...resultWithId(id), outcome: 'failed' as const, fails: true });
  const blocked = (id: string, blockedBy: string) => ({
    ...resultWithId(id),
    outcome: 'blocked' as const,
    blockedBy,
  });
  const results = [failed('a/1'), failed('b/1'), blocked('c/1', 'b/1'), blocked('d/1', 'c/1')];
  expect(countHeldUp(results)).toEqual(new Map([['b/1', 2]]));
  expect(sortFailures(results).failing.map(({ check }) => check.id)).toEqual(['b/1', 'a/1']);
});

test('a run that is blocked by a system beside the backend says by which', () => {
  const blockedResult = {
    outcome: 'blocked' as const,
    blockedBy: 'the staff',
    reason: 'it ended with 1',
  };
  const { verdict } = modelOf({
    ...passedReport(),
    results: [passedResult, { ...passedResult, ...blockedResult }],
    exitCode: 2,
  });
  expect(verdict.text).toBe('1 check blocked by the staff: it ended with 1');
});

test('a run that had all it needs is not partial, whatever else was skipped', () => {
  expect(modelOf(passedReport()).partial).toBe(undefined);
  expect(modelOf(sampleReport()).partial).toBe(undefined);
});
