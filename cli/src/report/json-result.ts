/** One result as plain data, for JSON and NDJSON. */
import type { Evidence } from './evidence.ts';
import { type CheckReport, countOutcomes, type ReportedResult } from './report.ts';

export function plainResult(result: ReportedResult): Record<string, unknown> {
  const { check, outcome, fails, expected, got, reason, blockedBy, known, notes, ms } = result;
  const { id, level, operation, sentence, spec } = check;
  return {
    id,
    level,
    operation,
    sentence,
    spec,
    outcome,
    fails,
    expected,
    got,
    reason,
    blockedBy,
    known,
    notes,
    ms: Math.round(ms),
    ...(result.evidence ? { evidence: plainEvidence(result.evidence) } : {}),
  };
}

function plainEvidence({ exchange, curl }: Evidence) {
  const { method, url, status, requestHeaders, requestBody, answerHeaders, answerText } = exchange;
  return {
    method,
    url,
    status,
    requestHeaders,
    requestBody,
    answerHeaders,
    answerText,
    durationMs: Math.round(exchange.durationMs),
    curl,
  };
}

/** Everything about a run but its results. */
export function plainRun(report: CheckReport) {
  const { command, verdict, target, version, startedAt, ms, requests, strict, seed, results } =
    report;
  const { coverage, created, baselineProblems, ended, exitCode } = report;
  return {
    schemaVersion: 1,
    command,
    verdict: verdict?.text,
    target,
    version,
    startedAt: startedAt.toISOString(),
    ms: Math.round(ms),
    requests,
    strict,
    seed,
    exitCode,
    ended,
    counts: { total: results.length, ...countOutcomes(results) },
    coverage,
    created,
    baselineProblems,
  };
}
