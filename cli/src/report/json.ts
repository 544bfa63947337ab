import { type Evidence, requestId } from './evidence.ts';
import {
  type CheckReport,
  countFailing,
  countOutcomes,
  groupNotes,
  partialOf,
  placeOf,
  type ReportedResult,
} from './report.ts';

/** The report as one JSON object. */
export function jsonReport(report: CheckReport): string {
  const document = { ...plainRun(report), results: report.results.map(plainResult) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function plainResult({ check, evidence, ms, ...ended }: ReportedResult): Record<string, unknown> {
  const { id, level, operation, sentence, rule } = check;
  return {
    ...{ id, level, operation, sentence, rule: placeOf(rule) },
    ...ended,
    ms: Math.round(ms),
    evidence: evidence && plainEvidence(evidence),
  };
}

function plainEvidence({ exchange, curl }: Evidence) {
  const {
    operation: _o,
    attempt: _a,
    startedAt: _s,
    params: _p,
    upload: _u,
    ...shownExchange
  } = exchange;
  const durationMs = Math.round(exchange.durationMs);
  return { ...shownExchange, requestId: requestId(exchange), durationMs, curl };
}

function plainRun(report: CheckReport) {
  const { results, require: _r, verdict, startedAt, ms, ...facts } = report;
  return {
    schemaVersion: 2,
    ...facts,
    verdict: verdict?.text,
    startedAt: startedAt.toISOString(),
    ms: Math.round(ms),
    partial: partialOf(report),
    tolerated: groupNotes(results),
    counts: { total: results.length, ...countOutcomes(results), failing: countFailing(results) },
  };
}
