/**
 * Workflow commands of GitHub, for the log of a job. GitHub shows ten of each kind: what matters comes first.
 */

import { escapeAnnotation, escapeAnnotationProperty } from './escape.ts';
import { groupBlocked, groupReasons, sortFailures } from './groups.ts';
import { partialOf, partialRemedies, partialWords } from './partial.ts';
import { placeOf } from './place.ts';
import type { CheckReport, ReportedResult } from './report.ts';
import { plural } from './text.ts';

export function annotationsReport(report: CheckReport): string {
  const { results, ended, baselineProblems } = report;
  const { failing, lenient } = sortFailures(results);
  const blocked = groupBlocked(results).map(({ by, reason, count }) =>
    annotation('warning', `Blocked by ${by}`, `${plural(count, 'check')}: ${reason}`),
  );
  const waiting = groupReasons(results, 'waiting').map(({ reason, count }) =>
    annotation('warning', 'Waiting', `${plural(count, 'check')}: ${reason}`),
  );
  return [
    ...verdict(report),
    ...(ended === undefined ? [] : [annotation('error', 'The run ended early', ended)]),
    ...partial(report),
    ...failing.map((result) => annotation('error', result.check.id, messageOf(result))),
    ...baselineProblems.map((problem) => annotation('warning', 'Baseline', problem)),
    ...lenient.map((result) => annotation('warning', result.check.id, messageOf(result))),
    ...blocked,
    ...waiting,
  ].join('');
}

function partial(report: CheckReport): string[] {
  const told = partialOf(report);
  if (!told) return [];
  const kind = told.required.length > 0 ? 'error' : 'warning';
  const message = [partialWords(told), ...partialRemedies(told)].join('\n');
  return [annotation(kind, 'Not everything was checked', message)];
}

/** Only where it says more than the results below it. */
function verdict({ command, verdict }: CheckReport): string[] {
  if (!verdict || verdict.tone === 'good') return [];
  const kind = verdict.tone === 'bad' ? 'error' : 'warning';
  return [annotation(kind, `Admissions ${command}`, verdict.text)];
}

function messageOf({ check, expected, got, reason }: ReportedResult): string {
  const told =
    expected === undefined ? [`because: ${reason}`] : [`expected: ${expected}`, `got: ${got}`];
  return [check.sentence, ...told, `rule: ${placeOf(check.rule)}`].join('\n');
}

function annotation(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escapeAnnotationProperty(title)}::${escapeAnnotation(message)}\n`;
}
