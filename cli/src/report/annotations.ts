/**
 * Workflow commands of GitHub, for the log of a job. GitHub shows ten of each kind: what matters comes first.
 */

import { escapeAnnotation, escapeAnnotationProperty, plural } from '../core/text.ts';
import {
  type CheckReport,
  modelOf,
  placeOf,
  type ReportedResult,
  type ReportModel,
} from './report.ts';

export function annotationsReport(report: CheckReport): string {
  const model = modelOf(report);
  const { ended } = model;
  const blocked = model.blocked.map(({ by, reason, count }) =>
    annotation('warning', `Blocked by ${by}`, `${plural(count, 'check')}: ${reason}`),
  );
  const waiting = model.waiting.map(({ reason, count }) =>
    annotation('warning', 'Waiting', `${plural(count, 'check')}: ${reason}`),
  );
  return [
    ...verdict(report),
    ...(ended === undefined ? [] : [annotation('error', 'The run ended early', ended)]),
    ...partialOf(model),
    ...model.failing.map((result) => annotation('error', result.check.id, messageOf(result))),
    ...model.baselineProblems.map((problem) => annotation('warning', 'Baseline', problem)),
    ...model.lenient.map((result) => annotation('warning', result.check.id, messageOf(result))),
    ...blocked,
    ...waiting,
  ].join('');
}

function partialOf({ partial }: ReportModel): string[] {
  if (!partial) return [];
  const kind = partial.isRequired ? 'error' : 'warning';
  const message = [partial.words, ...partial.remedies].join('\n');
  return [annotation(kind, 'Not everything was checked', message)];
}

/** Only where it says more than the results below it. */
function verdict({ command, verdict }: CheckReport): string[] {
  if (!verdict || verdict.tone === 'good') return [];
  const kind = verdict.tone === 'bad' ? 'error' : 'warning';
  return [annotation(kind, `Admissions ${command}`, verdict.text)];
}

function messageOf({ check, expected, got, reason }: ReportedResult): string {
  const wording =
    expected === undefined ? [`because: ${reason}`] : [`expected: ${expected}`, `got: ${got}`];
  return [check.sentence, ...wording, `rule: ${placeOf(check.rule)}`].join('\n');
}

function annotation(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escapeAnnotationProperty(title)}::${escapeAnnotation(message)}\n`;
}
