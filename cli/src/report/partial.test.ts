import { describe, expect, test } from 'vitest';
import { annotationsReport } from './annotations.ts';
import { htmlReport } from './html/report.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown/report.ts';
import { partialOf, partialWords } from './partial.ts';
import type { CheckReport, Want } from './report.ts';
import { terminalReport } from './terminal/report.ts';
import { aGoodReport, aReport } from './testing/report.ts';

/** A good run but for checks that lacked something. */
function lacking(wants: readonly Want[], change: Partial<CheckReport> = {}): CheckReport {
  const good = aGoodReport();
  const [one] = good.results;
  if (!one) throw new Error('There is no result');
  const skipped = wants.map((want) => ({ ...one, outcome: 'skipped' as const, reason: '', want }));
  return { ...good, results: [one, ...skipped], ...change };
}
const words = 'PARTIAL: 1 of 4 checked (no mailbox: 2 checks; no staff: 1 check)';

describe('a run that lacked what it needs', () => {
  const report = lacking(['staff', 'mailbox', 'mailbox']);

  test('is partial, and says why', () => {
    const partial = partialOf(report);
    expect(partial && partialWords(partial)).toBe(words);
    expect(partial?.required).toEqual([]);
  });

  test('says so in every report', () => {
    const reports = [
      terminalReport(report).join('\n'),
      htmlReport(report),
      markdownReport(report),
      annotationsReport(report),
      junitReport(report),
    ];
    for (const text of reports) expect(text).toContain('PARTIAL: 1 of 4 checked');
    expect(JSON.parse(jsonReport(report)).partial.missing).toEqual([
      { want: 'mailbox', count: 2 },
      { want: 'staff', count: 1 },
    ]);
  });

  test('tells JUnit as skipped, and as a failure where it is required', () => {
    expect(junitReport(report)).toMatch(/classname="run\/partial"[\s\S]*<skipped message="PARTIAL/);
    const required = junitReport({ ...report, require: ['staff'] });
    expect(required).toMatch(/failures="1"/);
    expect(required).toMatch(/classname="run\/partial"[\s\S]*<failure message="PARTIAL/);
  });

  test('names what to do', () => {
    const told = terminalReport({ ...report, require: ['staff'] }).join('\n');
    expect(told).toContain(
      'staff, which --require asks for: set "staff" in admissions.config.json; where it is set, see Skipped',
    );
  });
});

test('a run that had all it needs is not partial, whatever else was skipped', () => {
  expect(partialOf(aGoodReport())).toBe(undefined);
  expect(partialOf(aReport())).toBe(undefined);
});
