import { formatJson } from '../core/json.ts';
import { type Evidence, findRequestId } from './evidence.ts';
import { countParts } from './parts.ts';
import {
  type CheckReport,
  countFailing,
  countOutcomes,
  findPartialRun,
  findVerdictWord,
  groupNotes,
  makeRulePlace,
  type ReportedResult,
} from './report.ts';

/** The report as one JSON object. */
export function renderJsonReport(report: CheckReport): string {
  const reportDocument = { ...toPlainRun(report), results: report.results.map(toPlainResult) };
  return `${formatJson(reportDocument)}\n`;
}

function toPlainResult({
  check,
  evidence,
  ms,
  ...resultFields
}: ReportedResult): Record<string, unknown> {
  const { id, level, operation, sentence, rule } = check;
  return {
    ...{ id, level, operation, sentence, rule: makeRulePlace(rule) },
    ...resultFields,
    ms: Math.round(ms),
    evidence: evidence && toPlainEvidence(evidence),
  };
}

function toPlainEvidence({ exchange, curl }: Evidence) {
  const {
    operation: _o,
    attempt: _a,
    startedAt: _s,
    params: _p,
    upload: _u,
    ...shownExchange
  } = exchange;
  const durationMs = Math.round(exchange.durationMs);
  return { ...shownExchange, requestId: findRequestId(exchange), durationMs, curl };
}

function toPlainRun(report: CheckReport) {
  const { results, require: _r, bug: _b, verdict, startedAt, ms, ...facts } = report;
  return {
    schemaVersion: 2,
    ...facts,
    verdict: verdict?.text,
    verdictWord: findVerdictWord(report),
    startedAt: startedAt.toISOString(),
    ms: Math.round(ms),
    partial: findPartialRun(report),
    tolerated: groupNotes(results),
    parts: countParts(report),
    counts: { total: results.length, ...countOutcomes(results), failing: countFailing(results) },
  };
}
