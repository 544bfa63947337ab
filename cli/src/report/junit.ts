/** JUnit's XML for CI servers: a suite for each operation, a case for each check. */

import { escapeXml, escapeXmlAttribute } from '../core/text.ts';
import { requestId } from './evidence.ts';
import {
  type CheckReport,
  groupByOperation,
  modelOf,
  placeOf,
  type ReportedResult,
} from './report.ts';

/** Failures that fail the run are failures; everything else that did not pass is skipped, with the reason. */
export function junitReport(report: CheckReport): string {
  const timestamp = report.startedAt.toISOString().slice(0, 19);
  const suites = groupByOperation(report.results).map(({ operation, results }) =>
    element(
      'testsuite',
      {
        name: operation,
        timestamp,
        ...countsOf(results),
        time: inSeconds(results.reduce((sum, { ms }) => sum + ms, 0)),
      },
      results.map(testCase),
    ),
  );
  const counts = countsOf(report.results);
  const countsOfRun = runCounts(report);
  const name = `admissions ${report.command} of ${report.target}`;
  const total = {
    tests: counts.tests + countsOfRun.failures + countsOfRun.errors + countsOfRun.skipped,
    failures: counts.failures + countsOfRun.failures,
    errors: countsOfRun.errors,
    skipped: counts.skipped + countsOfRun.skipped,
    time: inSeconds(report.ms),
  };
  const suitesElement = element('testsuites', { name, ...total }, [
    ...suites,
    ...runSuite(report, timestamp),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suitesElement}\n`;
}

function countsOf(results: readonly ReportedResult[]) {
  return {
    tests: results.length,
    failures: results.filter(({ fails }) => fails).length,
    errors: 0,
    skipped: results.filter(isSkipped).length,
  };
}

/**
 * Cases about the run itself: a run that ended early, or lacked a part it needed, proves less than its other cases say.
 */
function runCases(report: CheckReport) {
  const { ended, partial } = modelOf(report);
  const endedCase = {
    kind: 'error',
    name: 'The run MUST reach its end.',
    classname: 'run/ended',
    message: ended ?? '',
  };
  const partialCase = partial && {
    kind: partial.isRequired ? 'failure' : 'skipped',
    name: 'The run MUST have all it needs to check the backend.',
    classname: 'run/partial',
    message: [partial.words, ...partial.remedies].join('; '),
  };
  return [...(ended === undefined ? [] : [endedCase]), ...(partialCase ? [partialCase] : [])];
}

function runSuite(report: CheckReport, timestamp: string): string[] {
  const cases = runCases(report).map(({ kind, name, classname, message }) => {
    const outcome = leaf(kind, { message, ...(kind === 'skipped' ? {} : { type: kind }) });
    return element('testcase', { name, classname, time: '0.000' }, [outcome]);
  });
  const problems = report.baselineProblems.map((problem) => `baseline: ${problem}`).join('\n');
  const children = [...cases, ...(problems ? [leaf('system-out', {}, problems)] : [])];
  if (children.length === 0) return [];
  const counts = { tests: cases.length, ...runCounts(report) };
  return [element('testsuite', { name: 'the run', timestamp, ...counts, time: '0.000' }, children)];
}

function runCounts(report: CheckReport) {
  const count = (outcomeKind: string) =>
    runCases(report).filter(({ kind }) => kind === outcomeKind).length;
  return { failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

/** Failures that do not fail the run count as skipped. */
function isSkipped({ outcome, fails }: ReportedResult): boolean {
  return outcome !== 'passed' && !fails;
}

function testCase(result: ReportedResult): string {
  const { check, ms, fails, notes } = result;
  const attributes = { name: check.sentence, classname: check.id, time: inSeconds(ms) };
  const { expected, got, reason = '' } = result;
  const message = expected === undefined ? reason : `expected ${expected}, got ${got}`;
  const children = [
    ...(fails ? [leaf('failure', { message, type: check.level }, details(result))] : []),
    ...(isSkipped(result)
      ? [leaf('skipped', { message: `${skipReason(result)}: ${message}` })]
      : []),
    ...(notes.length > 0 ? [leaf('system-out', {}, notes.join('\n'))] : []),
  ];
  return children.length > 0
    ? element('testcase', attributes, children)
    : leaf('testcase', attributes);
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function skipReason({ outcome, check, known, blockedBy }: ReportedResult): string {
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
    ['rule', placeOf(check.rule)],
    ['request', evidence && requestId(evidence.exchange)],
    ['repeat', evidence?.curl],
  ];
  return lines
    .filter(([, text]) => text !== undefined)
    .map(([label, text]) => `${label.padEnd(10)}${text}\n`)
    .join('');
}

type Attributes = Record<string, string | number>;

function element(name: string, attributes: Attributes, children: readonly string[]): string {
  return `<${name}${toText(attributes)}>\n${children.map((child) => `${child}\n`).join('')}</${name}>`;
}

/** An element that contains only text; a self-closing element for an empty text. */
function leaf(name: string, attributes: Attributes, text = ''): string {
  const start = `<${name}${toText(attributes)}`;
  return text ? `${start}>${escapeXml(text)}</${name}>` : `${start}/>`;
}

function toText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(String(value))}"`)
    .join('');
}
