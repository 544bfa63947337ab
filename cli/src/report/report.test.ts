import { describe, expect, test } from 'vitest';
import { makePassedReport, makePassedResult, makeSampleReport } from '../testing/report.ts';
import { renderHtmlReport } from './html.ts';
import { renderJsonReport } from './json.ts';
import { renderJunitReport } from './junit.ts';
import { renderMarkdownReport } from './markdown.ts';
import {
  type CheckReport,
  countHeldUp,
  type MissingPart,
  makeReportModel,
  sortFailures,
} from './report.ts';
import { formatTerminalReport } from './terminal.ts';

const passedResult = makePassedResult('auth.login/answers');

/** A good run but for checks that lacked something. */
function makeReportLacking(
  lackedParts: readonly MissingPart[],
  change: Partial<CheckReport> = {},
): CheckReport {
  const skippedResults = lackedParts.map((want) => ({
    ...passedResult,
    outcome: 'skipped' as const,
    reason: '',
    want,
  }));
  return { ...makePassedReport(), results: [passedResult, ...skippedResults], ...change };
}
const partialText = 'PARTIAL: 1 of 4 checked (no mailbox: 2 checks; no staff: 1 check)';

describe('a run that lacked what it needs', () => {
  const report = makeReportLacking(['staff', 'mailbox', 'mailbox']);

  test('is partial, and says why', () => {
    expect(makeReportModel(report).partial).toMatchObject({
      words: partialText,
      isRequired: false,
    });
  });

  test('says so in every report', () => {
    const reportTexts = [
      formatTerminalReport(report).join('\n'),
      renderHtmlReport(report),
      renderMarkdownReport(report),
      renderJunitReport(report),
    ];
    for (const text of reportTexts) expect(text).toContain('PARTIAL: 1 of 4 checked');
    expect(JSON.parse(renderJsonReport(report)).partial.missing).toEqual([
      { want: 'mailbox', count: 2 },
      { want: 'staff', count: 1 },
    ]);
  });

  test('is for JUnit skipped, and as a failure where it is required', () => {
    expect(renderJunitReport(report)).toMatch(
      /classname="run\/partial"[\s\S]*<skipped message="PARTIAL/,
    );
    const junitWithRequirement = renderJunitReport({ ...report, require: ['staff'] });
    expect(junitWithRequirement).toMatch(/failures="1"/);
    expect(junitWithRequirement).toMatch(
      /classname="run\/partial"[\s\S]*<failure message="PARTIAL/,
    );
  });

  test('names what to do', () => {
    const reportText = formatTerminalReport({ ...report, require: ['staff'] }).join('\n');
    expect(reportText).toContain(
      'staff, which --require asks for: set "staff" in admissions.config.json; where it is set, see Skipped',
    );
  });
});

test('the finding that holds up the most checks comes first, also those that wait for one another', () => {
  const makeResult = (id: string) => ({ ...passedResult, check: { ...passedResult.check, id } });
  const makeFailedResult = (id: string) => ({
    ...makeResult(id),
    outcome: 'failed' as const,
    fails: true,
  });
  const makeBlockedResult = (id: string, blockedBy: string) => ({
    ...makeResult(id),
    outcome: 'blocked' as const,
    blockedBy,
  });
  const results = [
    makeFailedResult('a/1'),
    makeFailedResult('b/1'),
    makeBlockedResult('c/1', 'b/1'),
    makeBlockedResult('d/1', 'c/1'),
  ];
  expect(countHeldUp(results)).toEqual(new Map([['b/1', 2]]));
  expect(sortFailures(results).failing.map(({ check }) => check.id)).toEqual(['b/1', 'a/1']);
});

test('a run that is blocked by a system beside the backend says by which', () => {
  const blockedResult = {
    outcome: 'blocked' as const,
    blockedBy: 'the staff',
    reason: 'it ended with 1',
  };
  const { verdict } = makeReportModel({
    ...makePassedReport(),
    results: [passedResult, { ...passedResult, ...blockedResult }],
    exitCode: 2,
  });
  expect(verdict.text).toBe('1 check blocked by the staff: it ended with 1');
});

test('a run that had all it needs is not partial, whatever else was skipped', () => {
  expect(makeReportModel(makePassedReport()).partial).toBe(undefined);
  expect(makeReportModel(makeSampleReport()).partial).toBe(undefined);
});
