/** Runs the steps of a journey in order, and compares the applicant's state with the one each step should lead to. */
import { activatesWithPassword, isApplicantState } from '@one-planet/contract';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import {
  BrokenContractError,
  describeFailure,
  type Failure,
  type JourneyContext,
  readState,
} from './context.ts';
import { isBefore, stageAfter, stageOf } from './stages.ts';
import { logIn, type Step, stepIds, stepsWith } from './steps.ts';

/* Resuming a journey that an earlier run saved: the backend's state decides where to continue, then the saved file. */

interface Start {
  index: number;
  state: string | null;
}

/**
 * Finds the step to continue with, so that no step that took effect is repeated.
 * @param finishedSteps the ids of the steps that the earlier run saw finish
 * @throws {CliError} where the backend's response does not allow the journey to continue
 */
async function findStart(
  context: JourneyContext,
  finishedSteps: readonly string[],
): Promise<Start> {
  if (context.memory.registeredAt === undefined) return { index: 0, state: null };
  const nextIndex = stepIds.findIndex((id) => !finishedSteps.includes(id));
  const passwordIndex = stepIds.indexOf('password');
  const mayHavePassword =
    nextIndex < 0 || nextIndex >= passwordIndex || activatesWithPassword(context.settings.dialect);
  if (mayHavePassword && (await canLogIn(context, finishedSteps))) {
    const state = await readState(context);
    // The response with the exam's result may have been lost. A state after ACTIVATED proves that the exam was passed.
    if (state !== 'ACTIVATED') context.remember({ exam: undefined, examPassed: true });
    return startInState(state, stepsWith(context.memory.rejectFirst));
  }
  return { index: Math.min(nextIndex, passwordIndex), state: null };
}

async function canLogIn(
  context: JourneyContext,
  finishedSteps: readonly string[],
): Promise<boolean> {
  try {
    await logIn(context);
    return true;
  } catch (error) {
    const isRefusal = error instanceof BrokenContractError && error.operation === 'auth.login';
    if (isRefusal && error.isRefusal && !finishedSteps.includes('password')) return false;
    throw error;
  }
}

/**
 * Finds the start for an applicant who can log in: the step that leads out of her state, or the last step once she has
 * applied.
 */
function startInState(state: string, steps: readonly Step[]): Start {
  const loginIndex = stepIds.indexOf('log-in');
  const stepIndex = steps.findIndex(
    ({ movedBy }, index) => index > loginIndex && movedBy && stageOf(movedBy) === state,
  );
  if (stepIndex >= 0) return { index: stepIndex, state };
  const hasApplied = isApplicantState(state) && !isBefore(state, 'APPLIED');
  if (hasApplied) return { index: steps.length - 1, state };
  throw new CliError(
    `the journey cannot go on: no step begins in the state ${state}`,
    exitCodes.brokenContract,
  );
}

interface WalkOptions {
  /** The id of the last step to take; default: all steps are taken. */
  until?: string;
  onStart?: StepListener['onStart'];
  /** The ids of the steps that the earlier run saw finish; only for a resumed journey. */
  finishedSteps?: readonly string[];
  save?: StepSaver;
}

const resumeStep = { id: 'resume', title: 'Resume' };

/**
 * Walks one applicant, one step each time the next result is requested. The first step that is not done ends the
 * journey.
 * @throws only bugs of this program
 */
export async function* walkSteps(
  context: JourneyContext,
  { until, onStart, finishedSteps, save }: WalkOptions = {},
): AsyncGenerator<StepResult, void> {
  const steps = stepsWith(context.memory.rejectFirst);
  let firstIndex = 0;
  let state: string | null = null;
  if (finishedSteps) {
    onStart?.(resumeStep);
    const resumed = await runStep(resumeStep, null, context, async () => {
      const start = await findStart(context, finishedSteps);
      firstIndex = start.index;
      const lastFinished = finishedSteps.at(-1);
      const lastFinishedText =
        lastFinished === undefined
          ? 'no step was finished before'
          : `${lastFinished} was the last finished step`;
      const note = `${lastFinishedText}; next is ${steps[start.index]?.id}`;
      return { note, before: start.state, after: start.state };
    });
    yield resumed;
    if (resumed.outcome !== 'done') return;
    state = resumed.after;
  }
  const lastIndex =
    until === undefined ? steps.length - 1 : steps.findIndex(({ id }) => id === until);
  for (const [index, step] of steps.entries()) {
    if (index < firstIndex || index > lastIndex) continue;
    context.isRepeat = finishedSteps !== undefined && index === firstIndex;
    onStart?.(step);
    const result = await runStep(step, state, context, () => takeStep(step, state, context));
    context.isRepeat = false;
    state = result.after;
    // With `--exam fail` the journey ends at the exam.
    const isExamFailed = step.id === 'exam' && context.memory.examPassed === false;
    const isLast = isExamFailed || index === steps.length - 1;
    save?.(result, result.outcome === 'done' && isLast);
    yield result;
    if (result.outcome !== 'done' || isExamFailed) return;
  }
}

/**
 * Walks one applicant to the end of her journey.
 * @returns how it went
 * @throws only bugs of this program
 */
export async function runJourney(
  context: JourneyContext,
  {
    listener,
    ...options
  }: Omit<WalkOptions, 'onStart'> & {
    listener?: Partial<StepListener>;
  } = {},
): Promise<JourneyResult> {
  const startedAt = performance.now();
  const results: StepResult[] = [];
  for await (const result of walkSteps(context, { ...options, onStart: listener?.onStart })) {
    results.push(result);
    listener?.onEnd?.(result);
  }
  const exitCode = results.at(-1)?.failure?.exitCode ?? exitCodes.done;
  const state = results.at(-1)?.after ?? null;
  return {
    email: context.email,
    state,
    exitCode,
    steps: results,
    ms: performance.now() - startedAt,
  };
}

interface StepOutcome {
  note: string;
  /** Set only where the state before the step was not known until now. */
  before?: string | null;
  after: string | null;
}

async function runStep(
  { id, title }: Pick<Step, 'id' | 'title'>,
  before: string | null,
  context: JourneyContext,
  run: () => Promise<StepOutcome>,
): Promise<StepResult> {
  const startedAt = performance.now();
  const facts = { id, title, before };
  context.exchanges.length = 0;
  try {
    const end = await run();
    return { ...facts, ...end, outcome: 'done', ms: performance.now() - startedAt };
  } catch (error) {
    const failure = describeFailure(error, context.exchanges);
    return {
      ...facts,
      outcome: outcomes[failure.exitCode] ?? 'failed',
      after: before,
      ms: performance.now() - startedAt,
      note: '',
      failure,
    };
  }
}

const outcomes: Partial<Record<ExitCode, StepResult['outcome']>> = {
  [exitCodes.waiting]: 'waiting',
  [exitCodes.interrupted]: 'interrupted',
};

/** Takes a step, then reads the state if she has a token, and compares it with the state the step should lead to. */
async function takeStep(
  step: Step,
  before: string | null,
  context: JourneyContext,
): Promise<StepOutcome> {
  const note = await step.run(context);
  const isExamFailed = step.movedBy === 'exams.submit' && !context.memory.examPassed;
  const nextStage =
    step.movedBy && !isExamFailed && stageAfter(step.movedBy, context.settings.dialect);
  const expected = nextStage || before;
  // Without a token, before the first login, the state cannot be read, so the expected state is assumed.
  if (!context.memory.token) return { note, after: expected };
  const after = await readState(context);
  if (expected !== null && after !== expected) {
    throw new BrokenContractError(
      'applicants.getByEmail',
      `the state ${expected} after "${step.title}"`,
      after,
    );
  }
  return { note, after };
}

/* The results of a journey and of its steps, and the callbacks that receive them. */

export interface StepResult {
  id: string;
  title: string;
  outcome: 'done' | 'failed' | 'waiting' | 'interrupted';
  /** The states before and after the step; `null` where they could not be read. */
  before: string | null;
  after: string | null;
  ms: number;
  note: string;
  failure?: Failure;
}

export interface JourneyResult {
  email: string;
  /** The last state that could be read; `null` for none. */
  state: string | null;
  exitCode: ExitCode;
  steps: StepResult[];
  ms: number;
}

export interface StepListener {
  onStart: (step: Pick<Step, 'id' | 'title'>) => void;
  onEnd: (result: StepResult) => void;
}

/** Called after each step. `finished` says whether the journey is over. */
export type StepSaver = (result: StepResult, isFinished: boolean) => void;
