/**
 * Turns a run of `check` into the data from which its reports are written: without secrets, and with what makes it
 * fail.
 */
import { findOperation, type OperationName, operations, today } from '@one-planet/contract';
import { z } from 'zod';
import { listSecrets } from '../applicant/applicant.ts';
import { describeTarget } from '../applicant/print.ts';
import type { CheckRun } from '../checks/engine.ts';
import type { CheckResult } from '../checks/outcome.ts';
import { makeReportOfRun } from '../checks/run-report.ts';
import { CliError } from '../core/exit.ts';
import { readText, writeAtomically } from '../core/files.ts';
import { findDifferences, parseJson } from '../core/json.ts';
import { runSecrets } from '../core/secrets.ts';
import {
  type CheckReport,
  type CoverageCell,
  type CoverageRow,
  makeCreatedCounts,
} from '../report/report.ts';
import type { RunContext } from './check.ts';
import { listSuccessStatuses } from './expect.ts';
import type { Observations } from './observations.ts';

/* The baseline: known findings, each with a comment and a day on which it expires. */

const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD');
const baselineSchema = z.strictObject({
  findings: z.array(
    z.strictObject({
      id: z.string().min(1),
      comment: z.string().trim().min(1, 'must say why the finding is known'),
      expires: daySchema,
    }),
  ),
});
export type Baseline = z.infer<typeof baselineSchema>;
type KnownFinding = Baseline['findings'][number];

const commentToFill = 'TODO: say why this is known, and who fixes it';
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
  const baselineJson = parseJson(text, `the baseline ${path}`);
  const problems = findDifferences(baselineSchema, baselineJson).map(
    ([path, problem]) => `\n- ${path}: ${problem}`,
  );
  if (problems.length > 0) {
    throw new CliError(`the baseline ${path} has mistakes:${problems.join('')}`);
  }
  return baselineSchema.parse(baselineJson);
}

/** The entry of the baseline that excuses a failure; an expired entry excuses nothing. */
export function findKnownFinding(
  { findings }: Baseline,
  result: CheckResult,
): KnownFinding | undefined {
  return findings.find(({ id, expires }) => id === result.check.id && expires >= today());
}

/**
 * Problems of the baseline itself: entries that have expired, or whose failure no longer happens.
 * @param results of the run; an entry whose check was not made is no problem
 */
export function findBaselineProblems(
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
  failedResults: readonly CheckResult[],
  results: readonly CheckResult[],
): Promise<void> {
  const checkedIds = new Set(results.map(({ check }) => check.id));
  const otherFindings = findings.filter(({ id }) => !checkedIds.has(id));
  const expiryDay = today(new Date(Date.now() + monthMs));
  const findingsOfRun = failedResults.map(({ check: { id } }): KnownFinding => {
    const earlierFinding = findings.find((finding) => finding.id === id);
    return earlierFinding && earlierFinding.expires >= today()
      ? earlierFinding
      : { id, comment: earlierFinding?.comment ?? commentToFill, expires: expiryDay };
  });
  const sortedFindings = [...otherFindings, ...findingsOfRun].sort((a, b) =>
    a.id.localeCompare(b.id),
  );
  try {
    writeAtomically(path, `${JSON.stringify({ findings: sortedFindings }, null, 2)}\n`);
  } catch (cause) {
    const { message } = cause as Error;
    throw new CliError(`the baseline ${path} cannot be written: ${message}`, undefined, { cause });
  }
}

/* Coverage: which statuses each operation was seen to return, and why the others were not seen. */

/**
 * Makes one row for each operation: every status that the contract names for it, and every other that came.
 * @param checkedOperations the operations of the checks that ran; if `undefined` is among them, for a check of the
 * whole backend, all operations are listed
 */
function makeCoverage(
  { responsesByOperation }: Observations,
  checkedOperations: readonly (OperationName | undefined)[],
): CoverageRow[] {
  const reportedOperations = checkedOperations.includes(undefined)
    ? operations
    : operations.filter(({ name }) => checkedOperations.includes(name));
  return reportedOperations.map(({ name }) => {
    const countsByStatus = new Map<number, number>();
    for (const { status } of responsesByOperation.get(name) ?? [])
      countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1);
    const { auth, refusalStatuses = [] } = findOperation(name)?.meta ?? {};
    const expectedStatuses = [
      ...listSuccessStatuses(name),
      ...refusalStatuses,
      ...(auth === 'bearer' ? [401] : []),
    ];
    const statusesToList = [...new Set([...expectedStatuses, ...countsByStatus.keys()])].sort(
      (a, b) => a - b,
    );
    return {
      operation: name,
      cells: statusesToList.map((status) => makeCoverageCell(status, countsByStatus)),
    };
  });
}

function makeCoverageCell(
  status: number,
  countsByStatus: ReadonlyMap<number, number>,
): CoverageCell {
  const count = countsByStatus.get(status) ?? 0;
  if (count > 0) return { status, seen: count };
  if (countsByStatus.size === 0)
    return { status, seen: count, why: 'the operation was not called' };
  const classOf = (anyStatus: number) => Math.floor(anyStatus / 100);
  const seenStatuses = [...countsByStatus.keys()]
    .filter((seenStatus) => classOf(seenStatus) === classOf(status))
    .sort();
  const [noun, verb] = classOf(status) === 2 ? ['success', 'answers'] : ['refusal', 'refuses with'];
  const why = seenStatuses[0]
    ? `the backend ${verb} ${seenStatuses.join(', ')}`
    : `no ${noun} was seen`;
  return { status, seen: count, why };
}

function countSuccesses({ responsesByOperation }: Observations, operation: OperationName): number {
  const responses = responsesByOperation.get(operation) ?? [];
  return responses.filter(({ status }) => status < 300).length;
}

interface ReportOptions extends Pick<CheckReport, 'strict' | 'require' | 'startedAt' | 'requests'> {
  showsPassed: boolean;
  baseline: Baseline | undefined;
}

/** @returns the data from which the reports of a run of `check` are written */
export function makeReport(
  checkRun: CheckRun,
  runContext: RunContext,
  { baseline, ...options }: ReportOptions,
): CheckReport {
  const { people, observations } = runContext;
  runSecrets.add(...people.everybody.map(({ password }) => password));
  runSecrets.addReceived(...people.everybody.flatMap(listSecrets));
  return makeReportOfRun(checkRun, {
    ...options,
    command: 'check',
    target: describeTarget(runContext.settings),
    seed: runContext.fuzz?.seed,
    coverage: makeCoverage(
      observations,
      checkRun.results.map(({ check }) => check.operation),
    ),
    created: makeCreatedCounts(
      people.everybody.filter(({ isRegistered }) => isRegistered).map(({ email }) => email),
      (operation) => countSuccesses(observations, operation),
    ),
    baselineProblems: baseline ? findBaselineProblems(baseline, checkRun.results) : [],
    findSender: ({ senderNumber = 0 }) => people.everybody[senderNumber - 1]?.email,
    findKnown: (result) => baseline && findKnownFinding(baseline, result),
  });
}
