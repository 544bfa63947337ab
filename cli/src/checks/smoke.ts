/** The smoke run: reads the public lists, then walks one applicant as far as the adapters allow. */
import { findOperation, type OperationName } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import {
  describeFailure,
  type Failure,
  type JourneyContext,
  sendSuccessfully,
} from '../applicant/context.ts';
import { type StepResult, type StepSaver, walkSteps } from '../applicant/journey.ts';
import { exitCodesByImportance } from '../applicant/print.ts';
import { steps } from '../applicant/steps.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { seconds } from '../core/text.ts';
import { shapeOf } from '../report/evidence.ts';
import { type Created, createdBy, endWords, type Verdict } from '../report/report.ts';
import { type Check, type CheckRun, type CheckSubject, runAll } from './engine.ts';
import { block, type CheckResult, failure, type OutcomeError, skip, wait } from './outcome.ts';

interface SmokeContext extends CheckSubject {
  journey: JourneyContext;
  /** The applicant's remaining steps. */
  walk: AsyncGenerator<StepResult, void>;
  /** How each unsuccessful check failed, by the check's id. */
  failures: Map<string, Failure>;
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
  /** The type of each field, by path; see `shapeOf`. */
  shape: Record<string, string>;
}

function observe(observations: SmokeRun['observations'], exchanges: readonly Exchange[]): void {
  for (const { operation, status, durationMs, answerText } of exchanges) {
    if (status === undefined) continue;
    const earlierObservation = observations.get(operation);
    observations.set(operation, {
      status,
      ms: Math.min(earlierObservation?.ms ?? Number.POSITIVE_INFINITY, Math.round(durationMs)),
      shape: Object.fromEntries(shapeOf(answerText)),
    });
  }
}

/* What can be read without an account (website specification, sections 2 and 6). */

/** How many programs have their courses read; more would prove nothing new. */
const maxPrograms = 3;

const count =
  (operation: 'programs.list' | 'contents.list' | 'bankAccounts.list', noun: string) =>
  async (context: JourneyContext) =>
    `${(await sendSuccessfully(context, operation)).length} ${noun}`;

async function readCourses(context: JourneyContext): Promise<string> {
  const programs = (await sendSuccessfully(context, 'programs.list')).slice(0, maxPrograms);
  const courses = await Promise.all(
    programs.map(({ id }) => sendSuccessfully(context, 'programs.courses', { programId: id })),
  );
  return `${courses.flat().length} courses of ${programs.length} programs`;
}

function readingCheck(
  operation: OperationName,
  read: (context: JourneyContext) => Promise<string>,
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
    run: ({ journey, failures }) =>
      read(journey).catch((error: unknown) => {
        const failure = describeFailure(error, journey.exchanges);
        failures.set(id, failure);
        throw toOutcomeError(failure);
      }),
  };
}

function stepCheck({ id: step, title }: (typeof steps)[number]): SmokeCheck {
  const id = `journey/${step}`;
  return {
    id,
    title,
    level: 'must',
    sentence: `An applicant MUST be able to complete "${title}".`,
    rule: 'states#the-lifecycle',
    leavesOpen,
    run: async (context) => {
      const { value: result } = await context.walk.next();
      if (!result) return undefined;
      const { before, after, note, failure } = result;
      context.state = after;
      if (failure) {
        context.failures.set(id, failure);
        throw failure.notConfigured ? skip(failure.message) : toOutcomeError(failure);
      }
      const movedText = after !== before && after ? `now ${after}` : '';
      return [movedText, note].filter(Boolean).join('; ');
    },
  };
}

const leavesOpen = 'Other input, other states, and rules: admissions check.';

function toOutcomeError({
  exitCode,
  message,
  expected = '',
  got = message,
  exchange,
}: Failure): OutcomeError {
  if (exitCode === exitCodes.waiting) return wait(message);
  return failure(expected, got, exchange && { exchange });
}

const smokeChecks: readonly SmokeCheck[] = [
  readingCheck('programs.list', count('programs.list', 'programs')),
  readingCheck('programs.courses', readCourses),
  readingCheck('contents.list', count('contents.list', 'texts')),
  readingCheck('bankAccounts.list', count('bankAccounts.list', 'accounts')),
  ...steps.map(stepCheck),
];

export interface SmokeRun {
  run: CheckRun<SmokeCheck>;
  /** How each unsuccessful check failed, by the check's id; with secrets. */
  failures: ReadonlyMap<string, Failure>;
  observations: Map<string, Observation>;
  state: string | null;
  requests: number;
  /** How many successful requests created something; it stays on the backend. */
  created: Created;
}

/** @param onItem called when a reading or a step starts, with its name */
export async function runSmoke(
  journey: JourneyContext,
  { onItem, save: saveStep }: { onItem: (title: string) => void; save?: StepSaver },
): Promise<SmokeRun> {
  const observations: SmokeRun['observations'] = new Map();
  const requests: Pick<Exchange, 'operation' | 'status'>[] = [];
  const failures = new Map<string, Failure>();
  const notTried = new Set<string>();
  const context: SmokeContext = {
    journey,
    walk: walkSteps(journey, { save: saveStep }),
    failures,
    state: null,
  };
  let endingResult: CheckResult<SmokeCheck> | undefined;
  const run = await runAll<SmokeContext, SmokeCheck>(smokeChecks, {
    openContext: () => context,
    onStart: ({ title }) => {
      if (!endingResult) onItem(title);
    },
    beforeCheck: ({ id }) => {
      if (!endingResult) return;
      notTried.add(id);
      throw skippedAfter(endingResult);
    },
    onResult: (result) => {
      if (!endingResult && endsRun(result, failures)) endingResult = result;
      observe(observations, journey.exchanges);
      for (const { operation, status } of journey.exchanges) requests.push({ operation, status });
      journey.exchanges.length = 0;
    },
    // With `--exam fail` the journey ends at the exam.
    isEnough: ({ check, outcome }) =>
      check.id === 'journey/exam' && outcome === 'passed' && journey.memory.examPassed === false,
  });
  run.results = run.results.map((result) =>
    endingResult && notTried.has(result.check.id)
      ? { ...result, ms: 0, blockedBy: endingResult.check.id }
      : withFailure(result, failures.get(result.check.id)),
  );
  const { state } = context;
  const countSuccesses = (name: OperationName) =>
    requests.filter(({ operation, status = 500 }) => operation === name && status < 300).length;
  const applicants = countSuccesses('applicants.register') > 0 ? [journey.email] : [];
  const created = createdBy(applicants, countSuccesses);
  return { run, failures, observations, state, requests: requests.length, created };
}

function withFailure(result: SmokeResult, failure: Failure | undefined): SmokeResult {
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
function endsRun({ check, outcome }: CheckResult, failures: SmokeContext['failures']): boolean {
  const exitCode = failures.get(check.id)?.exitCode;
  const isAway = exitCode === exitCodes.notReached || exitCode === exitCodes.interrupted;
  return isAway || (check.id.startsWith('journey/') && outcome !== 'passed');
}

/** @returns the outcome of the checks that come after the end of a run */
function skippedAfter({ check: { id }, outcome }: CheckResult): OutcomeError {
  const reason = `the run ended at ${id}`;
  if (outcome === 'waiting') return wait(reason);
  return outcome === 'skipped' ? skip(reason) : block(id, reason);
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
export function smokeVerdictOf(run: SmokeRun, slowReasons: readonly string[]): SmokeVerdict {
  for (const exitCode of exitCodesByImportance) {
    const [first, ...otherFailures] = [...run.failures].filter(
      ([, failure]) => failure.exitCode === exitCode && !failure.notConfigured,
    );
    if (!first) continue;
    const moreText = otherFailures.length > 0 ? `, and ${otherFailures.length} more` : '';
    const tone = undecidedExitCodes.includes(exitCode) ? 'unsure' : 'bad';
    return {
      exitCode,
      tone,
      text: `${endWords[exitCode]}: ${describeFailures(...first)}${moreText}`,
    };
  }
  const [firstReason] = slowReasons;
  if (firstReason !== undefined) {
    return { exitCode: exitCodes.tooSlow, tone: 'unsure', text: `SLOW: ${firstReason}` };
  }
  return { exitCode: exitCodes.done, tone: 'good', text: goodVerdictText(run) };
}

function describeFailures(id: string, failure: Failure): string {
  const { exitCode, message, operation = '', expected, got } = failure;
  if (exitCode === exitCodes.interrupted) return `at ${titleOf(id)}`;
  const isBroken = exitCode === exitCodes.brokenContract;
  if (isBroken && expected && got) return `${operation}: expected ${expected}, got ${got}`;
  // The verdict's first word already says "waiting".
  return exitCode === exitCodes.waiting ? message.replace(/^waiting /, '') : message;
}

function goodVerdictText({ failures, state, run: { ms } }: SmokeRun): string {
  const stop = [...failures].find(([, { notConfigured }]) => notConfigured)?.[0];
  if (stop === undefined) return `GOOD: ${state ?? 'read'} after ${seconds(ms)}`;
  return `PARTIAL: ${state ?? 'registered'} after ${seconds(ms)}; "${titleOf(stop)}" needs an adapter that is not configured`;
}

function titleOf(id: string): string | undefined {
  return smokeChecks.find((check) => check.id === id)?.title;
}
