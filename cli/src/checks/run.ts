/** Runs checks: several at a time, those of one stage together, so that few applicants serve them all. */
import { activatesWithPassword } from '@one-planet/contract';
import { leadsOn, stages } from '../applicant/stages.ts';
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import type { Outcome, ReportedResult } from '../report/report.ts';
import { translate } from './adapter-errors.ts';
import type { Check, Level } from './check.ts';
import { CheckContext, type RunContext } from './context.ts';
import { Blocked, Ended, Failed, Skipped, Untouched, Waiting } from './outcome.ts';
import type { Reply } from './wire/reply.ts';

export interface CheckResult
  extends Omit<ReportedResult, 'check' | 'evidence' | 'known' | 'fails'> {
  check: Check;
  /** Holds the exchange that shows a failure. */
  reply?: Pick<Reply, 'exchange'>;
}

export interface CheckRun {
  results: CheckResult[];
  /** Why it ended before its end. */
  ended: Ended | undefined;
  /** In milliseconds. */
  ms: number;
}

/**
 * Runs checks.
 * @param lanes how many at the same time
 * @param onResult called for each as it ends
 * @param isEnough true ends the run after that result: what has begun is finished, nothing else is
 */
export async function runChecks(
  checks: readonly Check[],
  runContext: RunContext,
  lanes: number,
  onResult: (result: CheckResult) => void = () => {},
  isEnough: (result: CheckResult) => boolean = () => false,
): Promise<CheckRun> {
  const started = performance.now();
  const results: CheckResult[] = [];
  let ended: Ended | undefined;
  let enough = false;
  /** Whether a step works is found out before it is varied. */
  const usual = new Map<Check['stage'], Promise<unknown>[]>();
  const runAll = async (queue: Check[]) => {
    const lane = async () => {
      for (let check = queue.shift(); check && !ended && !enough; check = queue.shift()) {
        try {
          if (isVaried(check)) await Promise.allSettled(usual.get(check.stage) ?? []);
          const running = runCheck(check, runContext);
          if (check.isUsual) usual.set(check.stage, [...(usual.get(check.stage) ?? []), running]);
          const result = await running;
          results.push(result);
          onResult(result);
          enough ||= isEnough(result);
        } catch (error) {
          if (!(error instanceof Ended)) throw error;
          ended = error;
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  const ordered = inOrder(checks);
  await runAll(ordered.filter(({ afterAll }) => !afterAll));
  await runAll(ordered.filter(({ afterAll }) => afterAll));
  const rank = new Map(checks.map((check, at) => [check, at]));
  results.sort((a, b) => (rank.get(a.check) ?? 0) - (rank.get(b.check) ?? 0));
  return { results, ended, ms: performance.now() - started };
}

/** Without an applicant first; then stage by stage, those that move her on last, and among them the usual way first. */
function inOrder(checks: readonly Check[]): Check[] {
  const within = ({ consumes, isUsual }: Check) => (consumes ? (isUsual ? 1 : 2) : 0);
  const order = (check: Check) =>
    (check.stage ? stages.indexOf(check.stage) + 1 : 0) * 3 + within(check);
  return [...checks].sort((a, b) => order(a) - order(b));
}

async function runCheck(check: Check, runContext: RunContext): Promise<CheckResult> {
  const started = performance.now();
  const context = new CheckContext(check.id, runContext);
  let isUntouched = false;
  const end = (outcome: Outcome, rest: Partial<CheckResult> = {}): CheckResult => {
    context.close(isUntouched || (outcome !== 'failed' && outcome !== 'blocked'));
    return { check, outcome, ms: performance.now() - started, notes: context.notes, ...rest };
  };
  try {
    skipUnsent(check, runContext);
    refuseStep(check, runContext);
    await check.run(context);
    return end('passed');
  } catch (thrown) {
    const error = thrown instanceof CliError ? translate(thrown) : thrown;
    isUntouched = error instanceof Untouched;
    const evidence = context.last ? { reply: context.last } : {};
    if (error instanceof Failed) {
      const { expected, got, reply } = error;
      return end('failed', { expected, got, ...evidence, ...(reply ? { reply } : {}) });
    }
    if (error instanceof Blocked && error.by === check.id) {
      // What it needs first is what it is about.
      return end('failed', { expected: 'what the check says', got: error.message, ...evidence });
    }
    if (error instanceof Blocked) {
      return end('blocked', { reason: error.message, blockedBy: error.by });
    }
    if (error instanceof Skipped) {
      const { message: reason, want } = error;
      return end('skipped', { reason, ...(want ? { want } : {}) });
    }
    if (error instanceof Waiting) return end('waiting', { reason: error.message });
    // A RangeError: an answer nested so deep that it cannot be written.
    if ((error instanceof TypeError || error instanceof RangeError) && context.last) {
      // Only an answer of an unexpected form leads here: its own check reports it.
      const by = `${context.last.operation}/answers`;
      return end('blocked', {
        reason: `an answer of another form (${error.message})`,
        blockedBy: by,
      });
    }
    throw error;
  }
}

/** @throws {Skipped} for an operation the dialect never sends */
function skipUnsent({ operation }: Check, { helpers }: RunContext): void {
  if (operation === 'applicants.createPassword' && activatesWithPassword(helpers.dialect)) {
    throw new Skipped('the dialect sets the password with the activation');
  }
}

/** @throws {Untouched | Skipped | Waiting} for a check that varies a step which the run has given up */
function refuseStep(check: Check, { helpers }: RunContext): void {
  const step = check.stage && leadsOn(check.stage);
  if (step && isVaried(check) && check.id.startsWith(`${step}/`)) helpers.steps.refuse(step);
}

function isVaried({ consumes = false, isUsual = false }: Check): boolean {
  return consumes && !isUsual;
}

/** The levels whose failures fail the run. */
export function failingLevels(strict: boolean): readonly Level[] {
  return strict ? ['must', 'should'] : ['must'];
}

/**
 * What a run's end says to a script.
 * @param broken the code of a finding that fails it; left out when there is none
 */
export function exitCodeOfRun({ results, ended }: CheckRun, broken?: ExitCode): ExitCode {
  if (ended?.exitCode === exitCodes.interrupted) return exitCodes.interrupted;
  if (broken !== undefined) return broken;
  if (ended) return ended.exitCode;
  // What is blocked was not checked, and a filter may have left out the check that says why.
  if (results.some((result) => isUntold(result, results))) return exitCodes.brokenContract;
  const isWaiting = results.some(({ outcome }) => outcome === 'waiting');
  return isWaiting ? exitCodes.waiting : exitCodes.done;
}

/** True for a blocked check when no failed check of the run explains what blocks it. */
export function isUntold(result: CheckResult, results: readonly CheckResult[]): boolean {
  const passed = new Set<string>();
  let one: CheckResult | undefined = result;
  while (one?.outcome === 'blocked' && !passed.has(one.check.id)) {
    passed.add(one.check.id);
    const by: string | undefined = one.blockedBy;
    one = results.find(({ check }) => check.id === by);
    if (one?.outcome === 'failed') return false;
  }
  return result.outcome === 'blocked';
}
