/** JUnit's XML, as CI servers read it: a suite for each operation, a case for each check. */
import { escapeXml, escapeXmlAttribute } from './escape.ts';
import { groupByOperation } from './groups.ts';
import type { CheckReport, ReportedResult } from './report.ts';

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

/** Also failures that do not fail the run. */
function isSkipped({ outcome, fails }: ReportedResult): boolean {
  return outcome !== 'passed' && !fails;
}

/** A check as JUnit's test case. */
function testCase(result: ReportedResult): string {
  const { check, ms, fails, notes } = result;
  const attributes = { name: check.sentence, classname: check.id, time: inSeconds(ms) };
  const message = shortly(result);
  const children = [
    ...(fails ? [leaf('failure', { message, type: check.level }, details(result))] : []),
    ...(isSkipped(result)
      ? [leaf('skipped', { message: `${whySkipped(result)}: ${message}` })]
      : []),
    ...(notes.length > 0 ? [leaf('system-out', {}, notes.join('\n'))] : []),
  ];
  return children.length > 0
    ? element('testcase', attributes, children)
    : leaf('testcase', attributes);
}

/** @returns e.g. `0.012` */
function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function shortly({ expected, got, reason = '' }: ReportedResult): string {
  return expected === undefined ? reason : `expected ${expected}, got ${got}`;
}

function whySkipped({ outcome, check, known, blockedBy }: ReportedResult): string {
  if (outcome === 'blocked') return `blocked by ${blockedBy}`;
  if (outcome !== 'failed') return outcome;
  if (known) return `known until ${known.expires} (${known.comment})`;
  return `failed, but ${check.level} does not fail the run`;
}

function details({ check, expected, got, reason, evidence }: ReportedResult): string {
  const lines: [string, string | undefined][] = [
    ['expected', expected],
    ['got', got],
    ['because', reason],
    ['where', check.spec],
    ['repeat', evidence?.curl],
  ];
  return lines
    .filter(([, text]) => text !== undefined)
    .map(([label, text]) => `${label.padEnd(10)}${text}\n`)
    .join('');
}

type Attributes = Record<string, string | number>;

/** An element of elements. */
function element(name: string, attributes: Attributes, children: readonly string[]): string {
  return `<${name}${toText(attributes)}>\n${children.map((one) => `${one}\n`).join('')}</${name}>`;
}

/** An element of text; an empty one has none. */
function leaf(name: string, attributes: Attributes, text = ''): string {
  const start = `<${name}${toText(attributes)}`;
  return text ? `${start}>${escapeXml(text)}</${name}>` : `${start}/>`;
}

function toText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(String(value))}"`)
    .join('');
}
