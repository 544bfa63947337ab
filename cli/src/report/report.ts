/** What all reports of a run are written from. */
import type { OperationName } from '@one-planet/contract';
import type { ExitCode } from '../process/exit.ts';
import type { Evidence } from './evidence.ts';
import type { ReportedRule } from './place.ts';

/**
 * `must`: the site breaks or a person is harmed without it. `should`: nothing breaks at once, any sensible backend
 * does it. `info`: a tolerated difference, reported and never failed.
 */
export const levels = ['must', 'should', 'info'] as const;
export type Level = (typeof levels)[number];

export type Outcome = 'passed' | 'failed' | 'blocked' | 'waiting' | 'skipped';

/** What a run may lack, and somebody can give it. */
export const wants = ['mailbox', 'exam-key', 'staff', 'site-origin', 'rate'] as const;
export type Want = (typeof wants)[number];

export interface ReportedCheck {
  /** `operation/what`, e.g. `exams.create/in/APPLIED`; never changes. */
  id: string;
  level: Level;
  /** The operation it is about; left out where it is about the whole backend. */
  operation?: OperationName;
  /** With MUST, SHOULD or MAY in it. */
  sentence: string;
  /** What it holds the backend to, e.g. `states#wrong-state`; every report says where that can be read. */
  rule: ReportedRule;
  proves: string;
  /** What a pass leaves open. */
  leavesOpen: string;
}

/** How one check ended, without secrets. */
export interface ReportedResult {
  check: ReportedCheck;
  outcome: Outcome;
  /** In milliseconds. */
  ms: number;
  /** Of a failure. */
  expected?: string;
  got?: string;
  /** Why it was blocked, is waiting, or was skipped. */
  reason?: string;
  /** Of a skipped check: what the run lacked for it. */
  want?: Want;
  /** The check that reports what blocks it. */
  blockedBy?: string;
  /** Tolerated differences. */
  notes: string[];
  evidence?: Evidence;
  /** The baseline knows this failure: it does not fail the run. */
  known?: { comment: string; expires: string };
  /** Whether it fails the run. */
  fails: boolean;
}

/** A cell of the coverage table: an operation and a status it may answer. */
export interface CoverageCell {
  status: number;
  /** How often it was answered. */
  seen: number;
  /** Why it was not seen. */
  why?: string;
}

export interface CoverageRow {
  operation: OperationName;
  cells: CoverageCell[];
}

/** What the run left behind on the backend. */
export interface Created {
  /** The e-mail addresses of the applicants it registered. */
  applicants: string[];
  uploads: number;
  payments: number;
  applications: number;
}

export interface Verdict {
  /** E.g. `3 checks fail the run`. */
  text: string;
  tone: 'good' | 'bad' | 'unsure';
}

export interface CheckReport {
  /** What was run, e.g. `check`; titles say it. */
  command: string;
  /** Where the command has its own; otherwise it follows from the results. */
  verdict?: Verdict;
  /** E.g. `the embedded mock, dialect canonical`. */
  target: string;
  /** The version of this tool. */
  version: string;
  startedAt: Date;
  /** In milliseconds. */
  ms: number;
  requests: number;
  strict: boolean;
  /** What the run must not lack; --require. */
  require?: readonly Want[];
  /** Of `--fuzz`. */
  seed: number | undefined;
  results: readonly ReportedResult[];
  coverage: readonly CoverageRow[];
  /** The fastest answer of each operation, in milliseconds, where it was measured. */
  operations?: readonly { operation: string; ms: number }[];
  created: Created;
  /** Entries of the baseline that no longer happen, or have expired. */
  baselineProblems: readonly string[];
  /** Why the run ended before its end. */
  ended: string | undefined;
  exitCode: ExitCode;
}

/** How many results there are of each outcome, and how many of them fail the run. */
export function countOutcomes(results: readonly ReportedResult[]) {
  const counts = { passed: 0, failed: 0, blocked: 0, waiting: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return { ...counts, failing: results.filter(({ fails }) => fails).length };
}
