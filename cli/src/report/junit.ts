/** JUnit's XML for CI servers: a suite for each operation, a case for each check. */

import { escapeXml, escapeXmlAttribute } from '../core/text.ts';
import { findRequestId } from './evidence.ts';
import { formatParts } from './parts.ts';
import {
  type CheckReport,
  groupByOperation,
  makeReportModel,
  makeRulePlace,
  type ReportedResult,
} from './report.ts';

/** Failures that fail the run are failures; everything else that did not pass is skipped, with the reason. */
export function renderJunitReport(report: CheckReport): string {
  const timestamp = report.startedAt.toISOString().slice(0, 19);
  const suiteElements = groupByOperation(report.results).map(({ operation, results }) =>
    makeElement(
      'testsuite',
      {
        name: operation,
        timestamp,
        ...countResults(results),
        time: formatSeconds(results.reduce((sum, { ms }) => sum + ms, 0)),
      },
      results.map(makeTestCase),
    ),
  );
  const resultCounts = countResults(report.results);
  const runCounts = countRunCases(report);
  const suiteName = `admissions ${report.command} of ${report.target}`;
  const totalCounts = {
    tests: resultCounts.tests + runCounts.failures + runCounts.errors + runCounts.skipped,
    failures: resultCounts.failures + runCounts.failures,
    errors: runCounts.errors,
    skipped: resultCounts.skipped + runCounts.skipped,
    time: formatSeconds(report.ms),
  };
  const suitesElement = makeElement('testsuites', { name: suiteName, ...totalCounts }, [
    ...suiteElements,
    ...makeRunSuite(report, timestamp),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suitesElement}\n`;
}

function countResults(results: readonly ReportedResult[]) {
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
function makeRunCases(report: CheckReport) {
  const { ended, partial, verdict } = makeReportModel(report);
  const earlyEndCase = {
    kind: 'error',
    name: 'The run MUST reach its end.',
    classname: 'run/ended',
    message: ended ?? '',
  };
  const partialCase = (partial || verdict.isPartial) && {
    kind: partial?.isRequired ? 'failure' : 'skipped',
    name: 'The run MUST have all it needs to check the backend.',
    classname: 'run/partial',
    message: partial ? [partial.words, ...partial.remedies].join('; ') : verdict.text,
  };
  return [...(ended === undefined ? [] : [earlyEndCase]), ...(partialCase ? [partialCase] : [])];
}

function makeRunSuite(report: CheckReport, timestamp: string): string[] {
  const caseElements = makeRunCases(report).map(({ kind, name, classname, message }) => {
    const outcomeElement = makeTextElement(kind, {
      message,
      ...(kind === 'skipped' ? {} : { type: kind }),
    });
    return makeElement('testcase', { name, classname, time: '0.000' }, [outcomeElement]);
  });
  const partsText = formatParts(report);
  const runText = [
    ...(partsText ? [partsText] : []),
    ...report.baselineProblems.map((problem) => `baseline: ${problem}`),
  ].join('\n');
  const childElements = [
    ...caseElements,
    ...(runText ? [makeTextElement('system-out', {}, runText)] : []),
  ];
  if (childElements.length === 0) return [];
  const caseCounts = { tests: caseElements.length, ...countRunCases(report) };
  return [
    makeElement(
      'testsuite',
      { name: 'the run', timestamp, ...caseCounts, time: '0.000' },
      childElements,
    ),
  ];
}

function countRunCases(report: CheckReport) {
  const countCasesOfKind = (outcomeKind: string) =>
    makeRunCases(report).filter(({ kind }) => kind === outcomeKind).length;
  return {
    failures: countCasesOfKind('failure'),
    errors: countCasesOfKind('error'),
    skipped: countCasesOfKind('skipped'),
  };
}

/** Failures that do not fail the run count as skipped. */
function isSkipped({ outcome, fails }: ReportedResult): boolean {
  return outcome !== 'passed' && !fails;
}

function makeTestCase(result: ReportedResult): string {
  const { check, ms, fails, notes } = result;
  const caseAttributes = { name: check.sentence, classname: check.id, time: formatSeconds(ms) };
  const { expected, got, reason = '' } = result;
  const message = expected === undefined ? reason : `expected ${expected}, got ${got}`;
  const childElements = [
    ...(fails
      ? [makeTextElement('failure', { message, type: check.level }, describeDetails(result))]
      : []),
    ...(isSkipped(result)
      ? [makeTextElement('skipped', { message: `${describeSkipReason(result)}: ${message}` })]
      : []),
    ...(notes.length > 0 ? [makeTextElement('system-out', {}, notes.join('\n'))] : []),
  ];
  return childElements.length > 0
    ? makeElement('testcase', caseAttributes, childElements)
    : makeTextElement('testcase', caseAttributes);
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function describeSkipReason({ outcome, check, known, blockedBy }: ReportedResult): string {
  if (outcome === 'blocked') return `blocked by ${blockedBy}`;
  if (outcome !== 'failed') return outcome;
  if (known) return `known until ${known.expires} (${known.comment})`;
  return `failed, but ${check.level} does not fail the run`;
}

function describeDetails({ check, expected, got, reason, evidence }: ReportedResult): string {
  const labelledLines: [string, string | undefined][] = [
    ['expected', expected],
    ['got', got],
    ['because', reason],
    ['rule', makeRulePlace(check.rule)],
    ['request', evidence && findRequestId(evidence.exchange)],
    ['repeat', evidence?.curl],
  ];
  return labelledLines
    .filter(([, text]) => text !== undefined)
    .map(([label, text]) => `${label.padEnd(10)}${text}\n`)
    .join('');
}

type Attributes = Record<string, string | number>;

function makeElement(
  name: string,
  attributes: Attributes,
  childElements: readonly string[],
): string {
  return `<${name}${formatAttributes(attributes)}>\n${childElements.map((childElement) => `${childElement}\n`).join('')}</${name}>`;
}

/** An element that contains only text; a self-closing element for an empty text. */
function makeTextElement(name: string, attributes: Attributes, text = ''): string {
  const openingTag = `<${name}${formatAttributes(attributes)}`;
  return text ? `${openingTag}>${escapeXml(text)}</${name}>` : `${openingTag}/>`;
}

function formatAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(String(value))}"`)
    .join('');
}
