import { type Evidence, requestId } from './evidence.ts';
import { partialOf } from './partial.ts';
import { placeOf } from './place.ts';
import { type CheckReport, countOutcomes, type ReportedResult } from './report.ts';

/** One JSON object. */
export function jsonReport(report: CheckReport): string {
  const document = { ...plainRun(report), results: report.results.map(plainResult) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function plainResult(result: ReportedResult): Record<string, unknown> {
  const { check, outcome, fails, expected, got, reason, want, blockedBy, known, notes, ms } =
    result;
  const { id, level, operation, sentence, rule } = check;
  return {
    id,
    level,
    operation,
    sentence,
    rule: placeOf(rule),
    outcome,
    fails,
    expected,
    got,
    reason,
    want,
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
    requestId: requestId(exchange),
    durationMs: Math.round(exchange.durationMs),
    curl,
  };
}

/** Everything about a run but its results. */
function plainRun(report: CheckReport) {
  const { command, verdict, target, version, startedAt, ms, requests, strict, seed, results } =
    report;
  const { coverage, created, baselineProblems, ended, exitCode } = report;
  return {
    schemaVersion: 2,
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
    partial: partialOf(report),
    counts: { total: results.length, ...countOutcomes(results) },
    coverage,
    created,
    baselineProblems,
  };
}

/** One JSON object a line: `{"type":"result",…}` for each check, `{"type":"summary",…}` last. */
export function ndjsonReport(report: CheckReport): string {
  const results = report.results.map((result) => ({ type: 'result', ...plainResult(result) }));
  const lines = [...results, { type: 'summary', ...plainRun(report) }];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
