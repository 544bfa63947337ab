/** Runs checks of any kind: of a backend, of a nightly run, of a deployed site. */
import { CliError, type ExitCode, exitCodes, version } from '../core/exit.ts';
import { cleanText, toEvidence } from '../report/evidence.ts';
import type { CheckReport, Level, ReportedCheck, ReportedResult } from '../report/report.ts';
import type { ApiResponse } from './http-messages.ts';
import {
  type CheckResult,
  type OutcomeDetails,
  outcomeOf,
  type RunOver,
  translateError,
} from './outcome.ts';
import { withCauses } from './root-causes.ts';

/** A check is a value: what it says, which rule it comes from, and a function that finds out whether it is true. */
export interface Check<Context> extends ReportedCheck {
  /** Whether the check runs after all others, because it judges what they observed. */
  afterAll?: boolean;
  /**
   * @returns if the check passes; a text is reported with it
   * @throws {OutcomeError} for every other outcome; any other error is a bug of this program
   */
  run: (context: Context) => Promise<string | undefined> | Promise<void> | void;
}

export interface CheckSubject {
  notes?: string[];
  lastResponse?: Pick<ApiResponse, 'exchange'>;
  /**
   * Called at the end of the check.
   * @param isUnharmed whether what the check borrowed is still in the expected state
   */
  close?: (isUnharmed: boolean) => void;
}

export interface CheckRun<K extends ReportedCheck = ReportedCheck> {
  results: CheckResult<K>[];
  /** Why the run ended early, if it did. */
  ended: RunOver | undefined;
  ms: number;
}

export interface RunOptions<C, K> {
  openContext: (check: K) => C;
  /** How many checks run at the same time; default: 1. */
  concurrency?: number;
  /**
   * Called before a check runs. It may wait for other checks, or throw an outcome.
   * @param running the checks that have started, by id
   */
  beforeCheck?: (check: K, running: ReadonlyMap<string, Promise<unknown>>) => Promise<void> | void;
  /** @returns the `OutcomeError` that an error stands for; default: the error itself */
  readError?: (error: unknown, context: C) => unknown;
  /** @returns the check that reports what blocks others, also if it is not part of the run */
  findCheck?: (id: string) => K | undefined;
  onStart?: (check: K) => void;
  onResult?: (result: CheckResult<K & ReportedCheck>) => void;
  /** If it returns true, the run ends after that result: checks in progress finish, no other check starts. */
  isEnough?: (result: CheckResult<K & ReportedCheck>) => boolean;
}

/**
 * Runs checks in their order, several at the same time.
 * @returns the results in the same order; if the run ended early, those so far
 */
export async function runAll<C extends CheckSubject, K extends Check<C>>(
  checks: readonly K[],
  options: RunOptions<C, K>,
): Promise<CheckRun<K>> {
  const { concurrency = 1, onStart, onResult, isEnough } = options;
  const startedAt = performance.now();
  const results: CheckResult<K>[] = [];
  const running = new Map<string, Promise<unknown>>();
  let ended: RunOver | undefined;
  let isEnded = false;
  const runQueue = async (queue: K[]) => {
    const runNextChecks = async () => {
      for (let check = queue.shift(); check && !ended && !isEnded; check = queue.shift()) {
        onStart?.(check);
        const promise = runOne(check, options, running);
        running.set(check.id, promise);
        const result = await promise;
        if (result.outcome === 'over') {
          ended = result;
          continue;
        }
        results.push(result);
        onResult?.(result);
        isEnded ||= isEnough?.(result) ?? false;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runNextChecks));
  };
  await runQueue(checks.filter(({ afterAll }) => !afterAll));
  await runQueue(checks.filter(({ afterAll }) => afterAll));
  return {
    results: withCauses(results, options.findCheck),
    ended,
    ms: performance.now() - startedAt,
  };
}

async function runOne<C extends CheckSubject, K extends Check<C>>(
  check: K,
  { openContext, beforeCheck, readError = (error) => error }: RunOptions<C, K>,
  running: ReadonlyMap<string, Promise<unknown>>,
): Promise<CheckResult<K> | RunOver> {
  const context = openContext(check);
  let checkStartedAt = performance.now();
  let ending: OutcomeDetails | RunOver;
  try {
    await beforeCheck?.(check, running);
    checkStartedAt = performance.now();
    const observation = await check.run(context);
    ending = {
      outcome: 'passed',
      ...(typeof observation === 'string' ? { got: observation } : {}),
    };
  } catch (thrownError) {
    const error = readError(
      thrownError instanceof CliError ? translateError(thrownError) : thrownError,
      context,
    );
    const earlyEnding = outcomeOf(error);
    if (!earlyEnding) {
      context.close?.(true);
      throw error;
    }
    ending = earlyEnding;
  }
  context.close?.(keepsState(ending));
  if (ending.outcome === 'over') return ending;
  const { notes = [] } = context;
  const facts = { check, ms: performance.now() - checkStartedAt, notes };
  if (ending.outcome === 'failed')
    return { ...facts, ...ending, response: ending.response ?? context.lastResponse };
  if (ending.outcome !== 'blocked') return { ...facts, ...ending };
  const { affects: _, response = context.lastResponse, ...block } = ending;
  if (block.blockedBy !== check.id) return { ...facts, ...block, response };
  // A check that needs its own operation to succeed first has failed, and is not blocked by itself.
  return {
    ...facts,
    outcome: 'failed',
    expected: 'what the check says',
    got: block.reason,
    response,
  };
}

/** Whether what a check borrowed is still in the expected state. */
function keepsState(ending: OutcomeDetails | RunOver): boolean {
  if (ending.outcome === 'blocked') return ending.affects === 'nobody';
  return ending.outcome !== 'failed';
}

/** @returns the level that the word MUST, SHOULD or MAY in a sentence stands for */
export function levelOf(sentence: string): Level {
  if (/\bSHOULD\b/.test(sentence)) return 'should';
  return /\bMUST\b/.test(sentence) ? 'must' : 'info';
}

/** The levels whose failures fail the run. */
export function failingLevels(strict: boolean): readonly Level[] {
  return strict ? ['must', 'should'] : ['must'];
}

/**
 * The exit code of a run.
 * @param findingCode the exit code of a finding that fails the run; left out when there is none
 */
export function exitCodeOfRun({ results, ended }: CheckRun, findingCode?: ExitCode): ExitCode {
  if (ended?.exitCode === exitCodes.interrupted) return exitCodes.interrupted;
  if (findingCode !== undefined) return findingCode;
  if (ended) return ended.exitCode;
  const adapterFailure = results.find(({ exitCode }) => exitCode !== undefined);
  if (adapterFailure?.exitCode !== undefined) return adapterFailure.exitCode;
  const isWaiting = results.some(({ outcome }) => outcome === 'waiting');
  return isWaiting ? exitCodes.waiting : exitCodes.done;
}

type RequiredFacts = 'command' | 'target' | 'startedAt' | 'requests' | 'strict';

/** The facts of a report beside the results; one that is left out is empty, or follows from the results. */
interface ReportFacts
  extends Pick<CheckReport, RequiredFacts>,
    Partial<Omit<CheckReport, RequiredFacts>> {
  /** Values that no report may contain. */
  secrets: readonly string[];
  findKnown?: (result: CheckResult) => ReportedResult['known'];
}

/** @returns the data from which the reports of a run are written: without secrets, and with what makes the run fail */
export function reportOf(
  run: CheckRun,
  { secrets, findKnown, ...facts }: ReportFacts,
): CheckReport {
  const levels = failingLevels(facts.strict);
  const { require = [], baselineProblems = [] } = facts;
  const results = run.results.map((result) => {
    const knownFinding = result.outcome === 'failed' ? findKnown?.(result) : undefined;
    const fails =
      result.outcome === 'failed' && levels.includes(result.check.level) && !knownFinding;
    return withoutSecrets(result, secrets, { fails, known: knownFinding });
  });
  const isBroken = baselineProblems.length > 0 || results.some(({ fails }) => fails);
  // A part that the settings lack is not the backend's fault.
  const isLacking = results.some(({ want }) => want !== undefined && require.includes(want));
  const findingCode = isBroken
    ? exitCodes.brokenContract
    : isLacking
      ? exitCodes.wrongUsage
      : undefined;
  return {
    version,
    ms: run.ms,
    seed: undefined,
    results,
    coverage: [],
    created: { applicants: [], uploads: 0, payments: 0, applications: 0 },
    baselineProblems,
    ended: run.ended?.reason,
    exitCode: exitCodeOfRun(run, findingCode),
    ...facts,
  };
}

function withoutSecrets(
  { response, exitCode: _, expected, got, reason, notes, check, ...result }: CheckResult,
  secrets: readonly string[],
  verdict: Pick<ReportedResult, 'fails' | 'known'>,
): ReportedResult {
  const clean = (value: string) => cleanText(value, secrets);
  return {
    check,
    ...result,
    ...verdict,
    notes: notes.map(clean),
    expected: expected && clean(expected),
    got: got && clean(got),
    reason: reason && clean(reason),
    evidence:
      response && result.outcome === 'failed' ? toEvidence(response.exchange, secrets) : undefined,
  };
}
