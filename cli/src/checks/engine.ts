/**
 * Runs checks of any kind: of a backend, of a nightly run, of a deployed site. At the end each cause is reported once, and
 * what waits for it is blocked.
 */
import { CliError } from '../core/exit.ts';
import type { Level, ReportedCheck } from '../report/report.ts';
import { type EvidenceResponse, keepEvidence } from './evidence.ts';
import {
  type CheckResult,
  findThrownOutcome,
  makeSkip,
  type OutcomeDetails,
  type RunOver,
  translateError,
} from './outcome.ts';

/** A check is a value: what it says, which rule it comes from, and a function that finds out whether it is true. */
export interface Check<Context> extends ReportedCheck {
  /** Whether the check runs after all others, because it judges what they observed. */
  afterAll?: boolean;
  /**
   * @returns if the check passes; a text is reported with it
   * @throws {OutcomeError} for every other outcome. Of other errors, a `CliError` is translated into an outcome, and
   * `RunOptions.readError` may do so too; what is left is a bug of this program
   */
  run: (context: Context) => Promise<string | undefined> | Promise<void> | void;
}

export interface CheckSubject {
  notes?: string[];
  lastResponse?: EvidenceResponse;
  /**
   * Called at the end of the check.
   * @param isUnharmed whether what the check borrowed is still in the expected state
   */
  close?: (isUnharmed: boolean) => void;
}

export interface CheckRun<K extends ReportedCheck = ReportedCheck> {
  results: CheckResult<K>[];
  /** Why the run ended early, if it did. */
  earlyEnding: RunOver | undefined;
  /** The first error of this program. The run goes on, so that its report is written. */
  bug?: { error: unknown };
  ms: number;
}

export interface RunOptions<C, K> {
  openContext: (check: K) => C;
  /** How many checks run at the same time; default: 1. */
  concurrency?: number;
  /**
   * Called before a check runs. It may wait for other checks, or throw an outcome.
   * @param promisesByCheckId the checks that have started, by id
   */
  beforeCheck?: (
    check: K,
    promisesByCheckId: ReadonlyMap<string, Promise<unknown>>,
  ) => Promise<void> | void;
  /** @returns the `OutcomeError` that an error stands for; default: the error itself, a bug of this program */
  readError?: (error: unknown, context: C) => unknown;
  /** @returns the check that reports what blocks others, also if it is not part of the run */
  findCheck?: (id: string) => K | undefined;
  onStart?: (check: K) => void;
  onResult?: (result: CheckResult<K & ReportedCheck>) => void;
  /** If it returns true, the run ends after that result: checks in progress finish, no other check starts. */
  endsRun?: (result: CheckResult<K & ReportedCheck>) => boolean;
}

/**
 * Runs checks in their order, several at the same time.
 * @returns the results in the same order; if the run ended early, those so far
 */
export async function runAll<C extends CheckSubject, K extends Check<C>>(
  checks: readonly K[],
  options: RunOptions<C, K>,
): Promise<CheckRun<K>> {
  const { concurrency = 1, onStart, onResult, endsRun } = options;
  const startedAt = performance.now();
  const results: CheckResult<K>[] = [];
  const promisesByCheckId = new Map<string, Promise<unknown>>();
  let earlyEnding: RunOver | undefined;
  let hasEnoughResults = false;
  let bug: CheckRun['bug'];
  const runQueue = async (checkQueue: K[]) => {
    const runNextChecks = async () => {
      while (!earlyEnding && !hasEnoughResults) {
        const check = checkQueue.shift();
        if (!check) return;
        onStart?.(check);
        const resultPromise = runOne(check, options, promisesByCheckId, (error) => {
          bug ??= { error };
        });
        promisesByCheckId.set(check.id, resultPromise);
        const result = await resultPromise;
        if (result.outcome === 'over') {
          earlyEnding = result;
          return;
        }
        results.push(result);
        onResult?.(result);
        hasEnoughResults ||= endsRun?.(result) ?? false;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runNextChecks));
  };
  await runQueue(checks.filter(({ afterAll }) => !afterAll));
  await runQueue(checks.filter(({ afterAll }) => afterAll));
  return {
    results: addRootCauses(results, options.findCheck),
    earlyEnding,
    ...(bug && { bug }),
    ms: performance.now() - startedAt,
  };
}

async function runOne<C extends CheckSubject, K extends Check<C>>(
  check: K,
  { openContext, beforeCheck, readError = (error) => error }: RunOptions<C, K>,
  promisesByCheckId: ReadonlyMap<string, Promise<unknown>>,
  onBug: (error: unknown) => void,
): Promise<CheckResult<K> | RunOver> {
  const context = openContext(check);
  let checkStartedAt = performance.now();
  let outcomeDetails: OutcomeDetails | RunOver;
  try {
    await beforeCheck?.(check, promisesByCheckId);
    checkStartedAt = performance.now();
    const observedText = await check.run(context);
    outcomeDetails = {
      outcome: 'passed',
      got: typeof observedText === 'string' ? observedText : undefined,
    };
  } catch (thrownError) {
    const translated = thrownError instanceof CliError ? translateError(thrownError) : thrownError;
    const error = readError(translated, context);
    const thrownOutcome = findThrownOutcome(error);
    if (!thrownOutcome) onBug(error);
    outcomeDetails = thrownOutcome ?? makeSkip(`this check broke off: ${error}`).details;
  }
  context.close?.(leavesStateAsExpected(outcomeDetails));
  if (outcomeDetails.outcome === 'over') return outcomeDetails;
  const { notes = [], lastResponse } = context;
  const resultFacts = { check, ms: performance.now() - checkStartedAt, notes };
  if (outcomeDetails.outcome === 'skipped' || outcomeDetails.outcome === 'waiting')
    return { ...resultFacts, ...outcomeDetails };
  const lastEvidence = lastResponse && keepEvidence(lastResponse);
  if (outcomeDetails.outcome === 'passed')
    return { ...resultFacts, ...outcomeDetails, response: lastEvidence };
  const { response = lastEvidence } = outcomeDetails;
  if (outcomeDetails.outcome === 'failed') return { ...resultFacts, ...outcomeDetails, response };
  const { affects: _, ...block } = outcomeDetails;
  if (block.blockedBy !== check.id) return { ...resultFacts, ...block, response };
  // A check that needs its own operation to succeed first has failed, and is not blocked by itself.
  const failure = {
    outcome: 'failed',
    expected: 'as the sentence of the check says',
    got: block.reason,
  } as const;
  return { ...resultFacts, ...failure, response };
}

function leavesStateAsExpected(outcomeDetails: OutcomeDetails | RunOver): boolean {
  if (outcomeDetails.outcome === 'blocked') return outcomeDetails.affects === 'nobody';
  return outcomeDetails.outcome !== 'failed';
}

/**
 * Makes sure that whatever blocks a check is reported as a finding, even if the check that reports it passed (for
 * another applicant or another record) or is not part of the run.
 * @param findCheck finds the check of an id, also if it is not part of the run
 */
function addRootCauses<K extends ReportedCheck>(
  results: readonly CheckResult<K>[],
  findCheck: (id: string) => K | undefined = () => undefined,
): CheckResult<K>[] {
  const resultsById = new Map(results.map((result) => [result.check.id, result]));
  const addedFailures = new Map<K, CheckResult<K>>();
  for (const result of results) {
    const lastResult = findLastOfChain(result, resultsById);
    if (lastResult.outcome !== 'blocked') continue;
    const { blockedBy = '', reason, response } = lastResult;
    const check = resultsById.get(blockedBy)?.check ?? findCheck(blockedBy);
    const earlierResult = check && resultsById.get(check.id);
    if (!check || earlierResult?.outcome === 'blocked') continue;
    if (earlierResult?.outcome === 'failed' || addedFailures.has(check)) continue;
    const { ms = 0, notes = [] } = earlierResult ?? {};
    const expected = 'this in every call of the run';
    const failure = { outcome: 'failed', expected, got: reason, response } as const;
    addedFailures.set(check, { check, ms, notes, ...failure });
  }
  const resultsWithCauses = results.map((result) => addedFailures.get(result.check) ?? result);
  return [
    ...resultsWithCauses,
    ...[...addedFailures.values()].filter(({ check }) => !resultsById.has(check.id)),
  ];
}

/**
 * @returns the failed check at the end of the chain of blocks that starts with this check; where none failed, the last
 * blocked one
 */
function findLastOfChain<K extends ReportedCheck>(
  result: CheckResult<K>,
  resultsById: ReadonlyMap<string, CheckResult<K>>,
): CheckResult<K> {
  const visitedResults = new Set<CheckResult<K>>();
  let lastResult = result;
  while (lastResult.outcome === 'blocked' && !visitedResults.has(lastResult)) {
    visitedResults.add(lastResult);
    const blockerResult = resultsById.get(lastResult.blockedBy ?? '');
    if (blockerResult?.outcome !== 'blocked' && blockerResult?.outcome !== 'failed') break;
    lastResult = blockerResult;
  }
  return lastResult;
}

/** @returns the level that the word MUST, SHOULD or MAY in a sentence stands for */
export function readLevel(sentence: string): Level {
  if (/\bSHOULD\b/.test(sentence)) return 'should';
  return /\bMUST\b/.test(sentence) ? 'must' : 'info';
}
