/**
 * Turns a run of `check` into the data from which its reports are written: without secrets, and with what makes it
 * fail.
 */
import { writeFile } from 'node:fs/promises';
import { findOperation, type OperationName, operations, today } from '@one-planet/contract';
import { z } from 'zod';
import { secretsOf } from '../applicant/applicant.ts';
import { targetName } from '../applicant/print.ts';
import { CliError } from '../core/exit.ts';
import { readText } from '../core/files.ts';
import { differences, parseJson } from '../core/json.ts';
import { secretsWithBeginnings } from '../report/evidence.ts';
import {
  type CheckReport,
  type CoverageCell,
  type CoverageRow,
  createdBy,
} from '../report/report.ts';
import type { RunContext } from './check.ts';
import { type CheckRun, reportOf } from './engine.ts';
import { successStatuses } from './expect.ts';
import type { Observations } from './observations.ts';
import type { CheckResult } from './outcome.ts';

/* The baseline: known findings, each with a comment and a day on which it expires. */

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD');
const schema = z.strictObject({
  findings: z.array(
    z.strictObject({
      id: z.string().min(1),
      comment: z.string().trim().min(1, 'must say why the finding is known'),
      expires: day,
    }),
  ),
});
export type Baseline = z.infer<typeof schema>;
type KnownFinding = Baseline['findings'][number];

const newComment = 'TODO: say why this is known, and who fixes it';
const monthMs = 30 * 24 * 60 * 60 * 1000;

/** @throws {CliError} (exit 2) naming what is wrong with the file */
export async function readBaseline(
  path: string,
  whenMissing: 'fails' | 'is empty',
): Promise<Baseline> {
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && whenMissing === 'is empty') return '{"findings":[]}';
    throw new CliError(
      `the baseline ${path} cannot be read: ${error.message}. Make one with --update-baseline`,
    );
  });
  const value = parseJson(text, `the baseline ${path}`);
  const problems = differences(schema, value).map(([path, problem]) => `\n- ${path}: ${problem}`);
  if (problems.length > 0) {
    throw new CliError(`the baseline ${path} has mistakes:${problems.join('')}`);
  }
  return schema.parse(value);
}

/** The entry of the baseline that excuses a failure; an expired entry excuses nothing. */
export function knownFinding(
  { findings }: Baseline,
  result: CheckResult,
): KnownFinding | undefined {
  return findings.find(({ id, expires }) => id === result.check.id && expires >= today());
}

/**
 * Problems of the baseline itself: entries that have expired, or whose failure no longer happens.
 * @param results of the run; an entry whose check was not made is no problem
 */
export function baselineProblems(
  { findings }: Baseline,
  results: readonly CheckResult[],
): string[] {
  return findings.flatMap(({ id, expires }) => {
    const result = results.find(({ check }) => check.id === id);
    if (!result) return [];
    if (result.outcome === 'passed')
      return [`${id} no longer happens: remove it from the baseline`];
    if (result.outcome === 'failed' && expires < today())
      return [`${id} should have been fixed by ${expires}`];
    return [];
  });
}

/** Writes the findings of a run as a new baseline, keeping the comments and days of known findings. */
export async function updateBaseline(
  path: string,
  { findings }: Baseline,
  failures: readonly CheckResult[],
  results: readonly CheckResult[],
): Promise<void> {
  const ids = new Set(results.map(({ check }) => check.id));
  const otherFindings = findings.filter(({ id }) => !ids.has(id));
  const expires = today(new Date(Date.now() + monthMs));
  const entries = failures.map(({ check: { id } }): KnownFinding => {
    const earlierFinding = findings.find((finding) => finding.id === id);
    return earlierFinding && earlierFinding.expires >= today()
      ? earlierFinding
      : { id, comment: earlierFinding?.comment ?? newComment, expires };
  });
  const sortedFindings = [...otherFindings, ...entries].sort((a, b) => a.id.localeCompare(b.id));
  await writeFile(path, `${JSON.stringify({ findings: sortedFindings }, null, 2)}\n`).catch(
    (error: Error) => {
      throw new CliError(`the baseline ${path} cannot be written: ${error.message}`);
    },
  );
}

/* Coverage: which statuses each operation was seen to return, and why the others were not seen. */

/**
 * Makes one row for each operation: every status that the contract names for it, and every other that came.
 * @param checkedOperations the operations of the checks that ran; if `undefined` is among them, for a check of the
 * whole backend, all operations are listed
 */
function coverageOf(
  { statuses }: Observations,
  checkedOperations: readonly (OperationName | undefined)[],
): CoverageRow[] {
  const reportedOperations = checkedOperations.includes(undefined)
    ? operations
    : operations.filter(({ name }) => checkedOperations.includes(name));
  return reportedOperations.map(({ name }) => {
    const counts = statuses.get(name) ?? new Map<number, number>();
    const { auth, refuses = [] } = findOperation(name)?.meta ?? {};
    const expected = [...successStatuses(name), ...refuses, ...(auth === 'bearer' ? [401] : [])];
    const statusesToList = [...new Set([...expected, ...counts.keys()])].sort((a, b) => a - b);
    return {
      operation: name,
      cells: statusesToList.map((status) => coverageCellOf(status, counts)),
    };
  });
}

function coverageCellOf(status: number, counts: ReadonlyMap<number, number>): CoverageCell {
  const count = counts.get(status) ?? 0;
  if (count > 0) return { status, seen: count };
  if (counts.size === 0) return { status, seen: count, why: 'the operation was not called' };
  const statusClass = Math.floor(status / 100);
  const sameClass = [...counts.keys()]
    .filter((other) => Math.floor(other / 100) === statusClass)
    .sort();
  const [noun, verb] = statusClass === 2 ? ['success', 'answers'] : ['refusal', 'refuses with'];
  const reason =
    sameClass.length === 0 ? `no ${noun} was seen` : `the backend ${verb} ${sameClass.join(', ')}`;
  return { status, seen: count, why: reason };
}

interface ReportOptions extends Pick<CheckReport, 'strict' | 'require' | 'startedAt' | 'requests'> {
  baseline: Baseline | undefined;
}

/** @returns the data from which the reports of a run of `check` are written */
export function makeReport(
  run: CheckRun,
  runContext: RunContext,
  { baseline, ...options }: ReportOptions,
): CheckReport {
  const { people, observations, secrets } = runContext;
  return reportOf(run, {
    ...options,
    command: 'check',
    target: targetName(runContext.settings),
    seed: runContext.fuzz?.seed,
    coverage: coverageOf(
      observations,
      run.results.map(({ check }) => check.operation),
    ),
    created: createdBy(
      people.everybody.filter(({ isRegistered }) => isRegistered).map(({ email }) => email),
      (operation) => countSuccesses(observations, operation),
    ),
    baselineProblems: baseline ? baselineProblems(baseline, run.results) : [],
    findKnown: (result) => baseline && knownFinding(baseline, result),
    secrets: secretsWithBeginnings([...secrets, ...people.everybody.flatMap(secretsOf)]),
  });
}

function countSuccesses({ statuses }: Observations, operation: OperationName): number {
  const statusCounts = [...(statuses.get(operation) ?? [])];
  return statusCounts.filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
}
