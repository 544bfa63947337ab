/** One night in the history: what is kept of a run, without secrets or people's data. */
import { z } from 'zod';
import { requestId as requestIdOf } from '../report/evidence.ts';
import { type CheckReport, countOutcomes, type ReportedResult } from '../report/report.ts';
import { verdictOf } from '../report/verdict.ts';

const finding = z.object({
  /** Of the check, which never changes. */
  id: z.string(),
  sentence: z.string(),
  expected: z.string().optional(),
  got: z.string().optional(),
  reason: z.string().optional(),
  requestId: z.string().optional(),
  curl: z.string().optional(),
});
type Finding = z.infer<typeof finding>;

export const entrySchema = z.object({
  version: z.literal(1),
  /** When the run began, as ISO 8601. */
  at: z.string().datetime(),
  command: z.string(),
  target: z.string(),
  exitCode: z.number().int(),
  /** The verdict, in words. */
  verdict: z.string(),
  /** In milliseconds. */
  ms: z.number(),
  requests: z.number(),
  /** How many checks ended so. */
  counts: z.record(z.number()),
  /** The fastest answer of each operation, in milliseconds. */
  operations: z.record(z.number()),
  /** What failed first. */
  finding: finding.optional(),
  /** True where whoever is told of changes could not be told of this one. */
  untold: z.boolean().optional(),
});
export type Entry = z.infer<typeof entrySchema>;

/** @returns what is kept of a report */
export function entryOf(report: CheckReport): Entry {
  const { startedAt, command, target, exitCode, ms, requests, results, operations = [] } = report;
  const first = results.find(({ fails }) => fails) ?? results.find(isOpen);
  const { failing: _failing, ...counts } = countOutcomes(results);
  return {
    version: 1,
    at: startedAt.toISOString(),
    command,
    target,
    exitCode,
    verdict: verdictOf(report).text,
    ms: Math.round(ms),
    requests,
    counts,
    operations: Object.fromEntries(operations.map(({ operation, ms }) => [operation, ms])),
    ...(exitCode !== 0 && first ? { finding: findingOf(first) } : {}),
  };
}

/** What ends a run that no check fails: somebody is waited for, or something is missing. */
function isOpen({ outcome, reason }: ReportedResult): boolean {
  return outcome !== 'passed' && reason !== undefined;
}

const mostOfText = 500;
const mostOfCurl = 1500;

function findingOf({ check, expected, got, reason, evidence }: ReportedResult): Finding {
  const short = (text: string) =>
    text.length > mostOfText ? `${text.slice(0, mostOfText)}…` : text;
  const requestId = evidence && requestIdOf(evidence.exchange);
  return {
    id: check.id,
    sentence: check.sentence,
    ...(expected === undefined ? {} : { expected: short(expected) }),
    ...(got === undefined ? {} : { got: short(got) }),
    ...(reason === undefined ? {} : { reason: short(reason) }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(evidence && evidence.curl.length <= mostOfCurl ? { curl: evidence.curl } : {}),
  };
}
