/** What all reports of a run are written from. */
import type { OperationName } from '@one-planet/contract';
import type { Check } from '../checks/check.ts';
import type { CheckResult } from '../checks/run.ts';
import type { ExitCode } from '../process/exit.ts';
import type { Evidence } from './evidence.ts';

/** What reports tell of a check. */
export type ReportedCheck = Omit<Check, 'run' | 'stage' | 'consumes' | 'afterAll'>;

/** One check's end, without secrets. */
export interface ReportedResult extends Omit<CheckResult, 'reply' | 'check'> {
  check: ReportedCheck;
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
  /** Where the command has one of its own; else the results tell it. */
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
  /** Of `--fuzz`. */
  seed: number | undefined;
  results: readonly ReportedResult[];
  coverage: readonly CoverageRow[];
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
