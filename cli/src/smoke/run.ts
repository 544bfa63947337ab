/** The smoke run: reads the public lists, then walks one applicant as far as the adapters allow. */
import { findOperation, type OperationName } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import {
  explainFailure,
  type Failure,
  type JourneyContext,
  readClockAhead,
  sendSuccessfully,
} from '../applicant/context.ts';
import { type StepResult, type StepSaver, walkSteps } from '../applicant/journey.ts';
import { exitCodesByImportance } from '../applicant/print.ts';
import { steps } from '../applicant/steps.ts';
import { type Check, type CheckRun, type CheckSubject, runAll } from '../checks/engine.ts';
import {
  type CheckResult,
  makeBlock,
  makeFailure,
  makeSkip,
  makeWaiting,
  type OutcomeError,
} from '../checks/outcome.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { formatSeconds } from '../core/text.ts';
import { readShape } from '../report/evidence.ts';
import {
  type Created,
  makeCrashVerdict,
  makeCreatedCounts,
  type Verdict,
  verdictWordsByExitCode,
} from '../report/report.ts';

interface SmokeContext extends CheckSubject {
  journey: JourneyContext;
  /** The applicant's remaining steps. */
  remainingSteps: AsyncGenerator<StepResult, void>;
  /** How each unsuccessful check failed, by the check's id. */
  failuresById: Map<string, Failure>;
  state: string | null;
}

/** Its id is e.g. `read/programs.list` or `journey/exam`, and never changes. */
interface SmokeCheck extends Check<SmokeContext> {
  title: string;
}

/** The result of one reading, or of one step of the journey; 0 ms where it was not tried. */
export type SmokeResult = CheckResult<SmokeCheck>;

/** What was observed of one operation; runs are compared by these observations. */
export interface Observation {
  status: number;
  /** The fastest response, in milliseconds: the backend cannot blame chance for it. */
  ms: number;
  /** The type of each field, by path; see `readShape`. */
  shape: Record<string, string>;
}

function noteObservations(
  observations: SmokeRun['observations'],
  exchanges: readonly Exchange[],
): void {
  for (const { operation, status, durationMs, answerText } of exchanges) {
    if (status === undefined) continue;
    const earlierObservation = observations.get(operation);
    observations.set(operation, {
      status,
      ms: Math.min(earlierObservation?.ms ?? Number.POSITIVE_INFINITY, Math.round(durationMs)),
      shape: Object.fromEntries(readShape(answerText)),
    });
  }
}

/* What can be read without an account (specification/website §2, §6). */

/** How many programs have their courses read; more would prove nothing new. */
const maxReadPrograms = 3;

const makeListCheck = (
  operation: 'programs.list' | 'contents.list' | 'bankAccounts.list',
  countedNoun: string,
) =>
  makeReadingCheck(
    operation,
    async (context) => `${(await sendSuccessfully(context, operation)).length} ${countedNoun}`,
  );

async function readCourses(context: JourneyContext): Promise<string> {
  const programs = (await sendSuccessfully(context, 'programs.list')).slice(0, maxReadPrograms);
  const coursesOfPrograms = await Promise.all(
    programs.map(({ id }) => sendSuccessfully(context, 'programs.courses', { programId: id })),
  );
  return `${coursesOfPrograms.flat().length} courses of ${programs.length} programs`;
}

function makeReadingCheck(
  operation: OperationName,
  readList: (context: JourneyContext) => Promise<string>,
): SmokeCheck {
  const id = `read/${operation}`;
  return {
    id,
    title: operation,
    level: 'must',
    operation,
    sentence: `${operation} MUST answer without an account.`,
    rule: findOperation(operation)?.meta.rule ?? 'states#the-lifecycle',
    leavesOpen,
    run: ({ journey, failuresById }) =>
      readList(journey).catch(async (error: unknown) => {
        const failure = await explainFailure(error, journey);
        failuresById.set(id, failure);
        throw toOutcomeError(failure);
      }),
  };
}

function makeStepCheck({ id: stepId, title }: (typeof steps)[number]): SmokeCheck {
  const id = `journey/${stepId}`;
  return {
    id,
    title,
    level: 'must',
    sentence: `An applicant MUST be able to complete "${title}".`,
    rule: 'states#the-lifecycle',
    leavesOpen,
    run: async (context) => {
      const { value: result } = await context.remainingSteps.next();
      if (!result) return undefined;
      const { before, after, note, failure } = result;
      context.state = after;
      if (failure) {
        context.failuresById.set(id, failure);
        throw failure.notConfigured ? makeSkip(failure.message) : toOutcomeError(failure);
      }
      const newStateText = after !== before && after ? `now ${after}` : '';
      return [newStateText, note].filter(Boolean).join('; ');
    },
  };
}

const leavesOpen = 'Other input, other states, and rules: admissions check.';

/** @returns the error to throw: an outcome, or a bug as it is, which `runAll` keeps */
function toOutcomeError({
  exitCode,
  message,
  expected = '',
  got = message,
  exchange,
  bug,
}: Failure): unknown {
  if (bug) return bug.error;
  if (exitCode === exitCodes.waiting) return makeWaiting(message);
  return makeFailure(expected, got, exchange && { exchange });
}

const smokeChecks: readonly SmokeCheck[] = [
  makeListCheck('programs.list', 'programs'),
  makeReadingCheck('programs.courses', readCourses),
  makeListCheck('contents.list', 'texts'),
  makeListCheck('bankAccounts.list', 'accounts'),
  ...steps.map(makeStepCheck),
];

export interface SmokeRun {
  checkRun: CheckRun<SmokeCheck>;
  /** How each unsuccessful check failed, by the check's id; with secrets. */
  failuresById: ReadonlyMap<string, Failure>;
  observations: Map<string, Observation>;
  state: string | null;
  requests: number;
  /** By how many milliseconds this machine's clock is ahead of the backend's; `undefined` where no answer had a date. */
  clockAheadMs: number | undefined;
  /** How many successful requests created something; it stays on the backend. */
  created: Created;
}

/** @param onItem called when a reading or a step starts, with its name */
export async function runSmoke(
  journey: JourneyContext,
  { onCheckStart, saveStep }: { onCheckStart: (title: string) => void; saveStep?: StepSaver },
): Promise<SmokeRun> {
  const observations: SmokeRun['observations'] = new Map();
  const requestOutcomes: Pick<Exchange, 'operation' | 'status'>[] = [];
  const failuresById = new Map<string, Failure>();
  const untriedCheckIds = new Set<string>();
  const context: SmokeContext = {
    journey,
    remainingSteps: walkSteps(journey, { saveStep }),
    failuresById,
    state: null,
  };
  let endingResult: CheckResult<SmokeCheck> | undefined;
  let clockAheadMs: number | undefined;
  const checkRun = await runAll<SmokeContext, SmokeCheck>(smokeChecks, {
    openContext: () => context,
    onStart: ({ title }) => {
      if (!endingResult) onCheckStart(title);
    },
    beforeCheck: ({ id }) => {
      if (!endingResult) return;
      untriedCheckIds.add(id);
      throw makeSkippedOutcome(endingResult);
    },
    onResult: (result) => {
      if (!endingResult && endsRun(result, failuresById)) endingResult = result;
      noteObservations(observations, journey.exchanges);
      const aheadInCheckMs = readClockAhead(journey.exchanges);
      if (aheadInCheckMs !== undefined)
        clockAheadMs = Math.min(clockAheadMs ?? aheadInCheckMs, aheadInCheckMs);
      for (const { operation, status } of journey.exchanges)
        requestOutcomes.push({ operation, status });
      journey.exchanges.length = 0;
    },
    // With `--exam fail` the journey ends at the exam.
    endsRun: ({ check, outcome }) =>
      check.id === 'journey/exam' && outcome === 'passed' && journey.memory.examPassed === false,
  });
  checkRun.results = checkRun.results.map((result) =>
    endingResult && untriedCheckIds.has(result.check.id)
      ? { ...result, ms: 0, blockedBy: endingResult.check.id }
      : addFailure(result, failuresById.get(result.check.id)),
  );
  const { state } = context;
  const countSuccesses = (operationName: OperationName) =>
    requestOutcomes.filter(
      ({ operation, status = 500 }) => operation === operationName && status < 300,
    ).length;
  const applicants = countSuccesses('applicants.register') > 0 ? [journey.email] : [];
  const created = makeCreatedCounts(applicants, countSuccesses);
  return {
    checkRun,
    failuresById,
    observations,
    state,
    requests: requestOutcomes.length,
    clockAheadMs,
    created,
  };
}

function addFailure(result: SmokeResult, failure: Failure | undefined): SmokeResult {
  if (!failure) return result;
  const operation = findOperation(failure.operation ?? '');
  const { expected, got, check, ...facts } = result;
  return {
    ...facts,
    check: operation ? { ...check, operation: operation.name, rule: operation.meta.rule } : check,
    ...(expected && got ? { expected, got } : {}),
    reason: failure.message,
  };
}

/**
 * Whether a result ends the run: where the backend is unreachable, or a step was not taken, the rest cannot be tried.
 */
function endsRun(
  { check, outcome }: CheckResult,
  failuresById: SmokeContext['failuresById'],
): boolean {
  const exitCode = failuresById.get(check.id)?.exitCode;
  if (exitCode === exitCodes.notReached || exitCode === exitCodes.interrupted) return true;
  return check.id.startsWith('journey/') && outcome !== 'passed';
}

/** @returns the outcome of the checks that come after the end of a run */
function makeSkippedOutcome({ check: { id }, outcome }: CheckResult): OutcomeError {
  const reason = `the run ended at ${id}`;
  if (outcome === 'waiting') return makeWaiting(reason);
  return outcome === 'skipped' ? makeSkip(reason) : makeBlock(id, reason);
}

/*
 * One line that says who has to act: the backend team, the people who run the network or the mail, the staff, or
 * nobody.
 */

export interface SmokeVerdict extends Verdict {
  exitCode: ExitCode;
}

/** Exit codes that say nothing against the backend. */
const undecidedExitCodes: readonly ExitCode[] = [exitCodes.interrupted, exitCodes.waiting];

/** @param slowReasons the reasons why the backend counts as slow; empty where it does not */
export function makeSmokeVerdict(smokeRun: SmokeRun, slowReasons: readonly string[]): SmokeVerdict {
  const { bug } = smokeRun.checkRun;
  if (bug) return { exitCode: exitCodes.programError, ...makeCrashVerdict(bug.error) };
  for (const exitCode of exitCodesByImportance) {
    const [first, ...otherFailures] = [...smokeRun.failuresById].filter(
      ([, failure]) => failure.exitCode === exitCode && !failure.notConfigured,
    );
    if (!first) continue;
    const moreText = otherFailures.length > 0 ? `, and ${otherFailures.length} more` : '';
    const tone = undecidedExitCodes.includes(exitCode) ? 'unsure' : 'bad';
    const text = `${verdictWordsByExitCode[exitCode]}: ${describeFailures(...first)}${moreText}`;
    return { exitCode, tone, text };
  }
  const [firstReason] = slowReasons;
  if (firstReason !== undefined)
    return { exitCode: exitCodes.tooSlow, tone: 'unsure', text: `SLOW: ${firstReason}` };
  return { exitCode: exitCodes.done, ...makeSuccessVerdict(smokeRun) };
}

function describeFailures(id: string, failure: Failure): string {
  const { exitCode, message, operation = '', expected, got } = failure;
  if (exitCode === exitCodes.interrupted) return `at ${checkTitleOf(id)}`;
  const isContractBroken = exitCode === exitCodes.brokenContract;
  if (isContractBroken && expected && got) return `${operation}: expected ${expected}, got ${got}`;
  // The verdict's first word already says "waiting".
  return exitCode === exitCodes.waiting ? message.replace(/^waiting /, '') : message;
}

function makeSuccessVerdict({ failuresById, state, checkRun: { ms } }: SmokeRun): Verdict {
  const unconfiguredCheckId = [...failuresById].find(([, { notConfigured }]) => notConfigured)?.[0];
  if (unconfiguredCheckId === undefined)
    return { tone: 'good', text: `GOOD: ${state ?? 'read'} after ${formatSeconds(ms)}` };
  const text = `PARTIAL: ${state ?? 'registered'} after ${formatSeconds(ms)}; "${checkTitleOf(unconfiguredCheckId)}" needs an adapter that is not configured`;
  return { tone: 'unsure', text, isPartial: true };
}

function checkTitleOf(id: string): string | undefined {
  return smokeChecks.find((check) => check.id === id)?.title;
}
