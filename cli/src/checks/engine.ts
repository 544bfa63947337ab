/** Runs checks of any kind: those of a backend, of a nightly run, of a deployed site. */
import { CliError, type ExitCode, exitCodes, version } from '../core/exit.ts';
import { cleanText, toEvidence } from '../report/evidence.ts';
import type {
  CheckReport,
  Level,
  Outcome,
  ReportedCheck,
  ReportedResult,
} from '../report/report.ts';
import {
  Blocked,
  Ended,
  Failed,
  Refused,
  type Reply,
  Skipped,
  translate,
  Unreached,
  Untouched,
  Waiting,
} from './wire.ts';

/** A check is a value: what it says, which rule says so, and a function that finds out. */
export interface Check<Context> extends ReportedCheck {
  /** Comes after all others, because it speaks of what they saw. */
  afterAll?: boolean;
  /**
   * @returns when the sentence is kept: what was seen, where it is worth a word
   * @throws {Failed | Blocked | Skipped | Waiting | Ended} anything else is a bug of ours
   */
  run: (context: Context) => Promise<string | undefined> | Promise<void> | void;
}

export interface Watched {
  notes?: string[];
  last?: Pick<Reply, 'exchange'>;
  /** Called at the end. @param unharmed whether nothing was left in another state than it is believed to be in */
  close?: (unharmed: boolean) => void;
}

export interface CheckResult<K extends ReportedCheck = ReportedCheck>
  extends Omit<ReportedResult, 'check' | 'evidence' | 'known' | 'fails'> {
  check: K;
  /** Holds the exchange that shows a failure, or what blocks the check. */
  reply?: Pick<Reply, 'exchange'>;
  /** Of a check that a system beside the backend blocks. */
  exitCode?: ExitCode;
  /** Whether a call was refused that should have had a success: a failure, or what waits for one in the same words. */
  isRefused?: boolean;
}

export interface CheckRun<K extends ReportedCheck = ReportedCheck> {
  results: CheckResult<K>[];
  ended: Ended | undefined;
  ms: number;
}

export interface Course<C, K> {
  open: (check: K) => C;
  /** How many run at the same time; default: 1. */
  lanes?: number;
  /**
   * Called before a check is made; may wait for others, or throw how it ends.
   * @param running the checks that have begun, by id
   */
  before?: (check: K, running: ReadonlyMap<string, Promise<unknown>>) => Promise<void> | void;
  /** @returns the way of ending that an error stands for; default: the error itself */
  read?: (error: unknown, context: C) => unknown;
  /** @returns the check that reports what blocks others, also one that is not in the run */
  find?: (id: string) => K | undefined;
  onStart?: (check: K) => void;
  onResult?: (result: CheckResult<K & ReportedCheck>) => void;
  /** True ends the run after that result: what has begun is finished, nothing else is. */
  isEnough?: (result: CheckResult<K & ReportedCheck>) => boolean;
}

/**
 * Runs checks in their order, several at the same time.
 * @returns the results in the same order; so far, when the run was ended
 */
export async function runAll<C extends Watched, K extends Check<C>>(
  checks: readonly K[],
  course: Course<C, K>,
): Promise<CheckRun<K>> {
  const { lanes = 1, onStart, onResult, isEnough } = course;
  const started = performance.now();
  const results: CheckResult<K>[] = [];
  const running = new Map<string, Promise<unknown>>();
  let ended: Ended | undefined;
  let enough = false;
  const runEach = async (queue: K[]) => {
    const lane = async () => {
      for (let check = queue.shift(); check && !ended && !enough; check = queue.shift()) {
        try {
          onStart?.(check);
          const result = runOne(check, course, running);
          running.set(check.id, result);
          results.push(await result);
          onResult?.(await result);
          enough ||= isEnough?.(await result) ?? false;
        } catch (error) {
          if (!(error instanceof Ended)) throw error;
          ended = error;
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  await runEach(checks.filter(({ afterAll }) => !afterAll));
  await runEach(checks.filter(({ afterAll }) => afterAll));
  nameCauses(results, course.find);
  return { results, ended, ms: performance.now() - started };
}

/**
 * Makes a finding of whatever blocks a check: also where the check that reports it passed, for another applicant or
 * another record, or is not in the run.
 */
function nameCauses<K extends ReportedCheck>(
  results: CheckResult<K>[],
  find: Course<unknown, K>['find'] = () => undefined,
): void {
  for (const result of results.filter(({ outcome }) => outcome === 'blocked')) {
    const last = lastOfChain(result, results);
    const { blockedBy = '', reason = '', reply } = last;
    const known = results.find(({ check }) => check.id === blockedBy)?.check;
    const check = known ?? find(blockedBy);
    const at = results.findIndex((one) => one.check === check);
    if (last.outcome !== 'blocked' || !check || results[at]?.outcome === 'blocked') continue;
    const expected = 'what the check says, for everybody and every record';
    const { ms = 0, notes = [] } = results[at] ?? {};
    if (check.id !== blockedBy) {
      for (const other of results) if (other.blockedBy === blockedBy) other.blockedBy = check.id;
    }
    const cause = { check, outcome: 'failed' as const, ms, notes, expected, got: reason, reply };
    results.splice(at < 0 ? results.length : at, at < 0 ? 0 : 1, cause);
  }
}

/** @returns the failed check that a blocked one waits for in the end; else the last of its chain that is blocked */
function lastOfChain<K extends ReportedCheck>(
  result: CheckResult<K>,
  results: readonly CheckResult<K>[],
): CheckResult<K> {
  const passed = new Set<CheckResult<K>>();
  let last = result;
  while (last.outcome === 'blocked' && !passed.has(last)) {
    passed.add(last);
    const by: string | undefined = last.blockedBy;
    const next = results.find(({ check }) => check.id === by);
    if (next?.outcome !== 'blocked' && next?.outcome !== 'failed') break;
    last = next;
  }
  return last;
}

async function runOne<C extends Watched, K extends Check<C>>(
  check: K,
  { open, before, read = (error) => error }: Course<C, K>,
  running: ReadonlyMap<string, Promise<unknown>>,
): Promise<CheckResult<K>> {
  const context = open(check);
  let started = performance.now();
  const end = (outcome: Outcome, rest: Partial<CheckResult<K>> = {}): CheckResult<K> => {
    const { notes = [] } = context;
    return { check, outcome, ms: performance.now() - started, notes, ...rest };
  };
  let unharmed = true;
  try {
    await before?.(check, running);
    started = performance.now();
    const seen = await check.run(context);
    return end('passed', { got: typeof seen === 'string' ? seen : undefined });
  } catch (thrown) {
    const error = read(thrown instanceof CliError ? translate(thrown) : thrown, context);
    const shown = error instanceof Blocked || error instanceof Failed ? error.reply : undefined;
    const reply = shown ?? context.last;
    unharmed = error instanceof Untouched || !(error instanceof Failed || error instanceof Blocked);
    if (error instanceof Failed) {
      const { expected, got } = error;
      const isRefused = error instanceof Refused || undefined;
      return end('failed', { expected, got, reply, isRefused });
    }
    if (error instanceof Blocked && error.by === check.id) {
      // Its own subject is the step it needs first.
      return end('failed', { expected: 'what the check says', got: error.message, reply });
    }
    if (error instanceof Blocked) {
      const exitCode = error instanceof Unreached ? error.exitCode : undefined;
      return end('blocked', { reason: error.message, blockedBy: error.by, reply, exitCode });
    }
    if (error instanceof Skipped) {
      return end('skipped', { reason: error.message, want: error.want });
    }
    if (error instanceof Waiting) return end('waiting', { reason: error.message });
    throw error;
  } finally {
    context.close?.(unharmed);
  }
}

/** @returns the level that the word of a sentence stands for */
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
 * @param broken the code of a finding that fails it; left out when there is none
 */
export function exitCodeOfRun({ results, ended }: CheckRun, broken?: ExitCode): ExitCode {
  if (ended?.exitCode === exitCodes.interrupted) return exitCodes.interrupted;
  if (broken !== undefined) return broken;
  if (ended) return ended.exitCode;
  const beside = results.find(({ exitCode }) => exitCode !== undefined);
  if (beside?.exitCode !== undefined) return beside.exitCode;
  const isWaiting = results.some(({ outcome }) => outcome === 'waiting');
  return isWaiting ? exitCodes.waiting : exitCodes.done;
}

type Needed = 'command' | 'target' | 'startedAt' | 'requests' | 'strict';

/** The facts of a report beside the results; each that is left out is empty, or follows from them. */
interface ReportFacts extends Pick<CheckReport, Needed>, Partial<Omit<CheckReport, Needed>> {
  /** They must appear in no report. */
  secrets: readonly string[];
  known?: (result: CheckResult) => ReportedResult['known'];
}

/** @returns what the reports of a run are written from: without secrets, and with what fails it */
export function reportOf(run: CheckRun, { secrets, known, ...facts }: ReportFacts): CheckReport {
  const levels = failingLevels(facts.strict);
  const { require = [], baselineProblems = [] } = facts;
  const results = run.results.map((result) => {
    const excuse = result.outcome === 'failed' ? known?.(result) : undefined;
    const fails = result.outcome === 'failed' && levels.includes(result.check.level) && !excuse;
    return cleaned(result, secrets, { fails, known: excuse });
  });
  const isBroken = baselineProblems.length > 0 || results.some(({ fails }) => fails);
  // The backend is not to blame for what the settings lack.
  const lacks = results.some(({ want }) => want !== undefined && require.includes(want));
  const broken = isBroken ? exitCodes.brokenContract : lacks ? exitCodes.wrongUsage : undefined;
  return {
    version,
    ms: run.ms,
    seed: undefined,
    results,
    coverage: [],
    created: { applicants: [], uploads: 0, payments: 0, applications: 0 },
    baselineProblems,
    ended: run.ended?.message,
    exitCode: exitCodeOfRun(run, broken),
    ...facts,
  };
}

function cleaned(
  { reply, exitCode: _, expected, got, reason, notes, check, ...result }: CheckResult,
  secrets: readonly string[],
  verdict: Pick<ReportedResult, 'fails' | 'known'>,
): ReportedResult {
  const text = (value: string) => cleanText(value, secrets);
  return {
    check,
    ...result,
    ...verdict,
    notes: notes.map(text),
    expected: expected && text(expected),
    got: got && text(got),
    reason: reason && text(reason),
    evidence:
      reply && result.outcome === 'failed' ? toEvidence(reply.exchange, secrets) : undefined,
  };
}
