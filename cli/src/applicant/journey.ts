/** Runs the steps of a journey in order, and compares the applicant's state with the one each step should lead to. */
import { activatesWithPassword, isApplicantState } from '@one-planet/contract';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import {
  BrokenContractError,
  explainFailure,
  type Failure,
  type JourneyContext,
  readState,
} from './context.ts';
import { isBefore, stageAfter, stageOf } from './stages.ts';
import { listJourneySteps, logIn, type Step, stepIds } from './steps.ts';

/* Resuming a journey that an earlier run saved: the backend's state decides where to continue, then the saved file. */

interface Start {
  stepIndex: number;
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
  if (context.memory.registeredAt === undefined) return { stepIndex: 0, state: null };
  const nextStepIndex = stepIds.findIndex((id) => !finishedSteps.includes(id));
  const passwordStepIndex = stepIds.indexOf('password');
  const mayHavePassword =
    nextStepIndex < 0 ||
    nextStepIndex >= passwordStepIndex ||
    activatesWithPassword(context.settings.dialect);
  if (mayHavePassword && (await canLogIn(context, finishedSteps))) {
    const state = await readState(context);
    // The response with the exam's result may have been lost. A state after ACTIVATED proves that the exam was passed.
    if (state !== 'ACTIVATED') context.remember({ exam: undefined, examPassed: true });
    return findStartInState(state, listJourneySteps(context.memory.rejectFirst));
  }
  return { stepIndex: Math.min(nextStepIndex, passwordStepIndex), state: null };
}

async function canLogIn(
  context: JourneyContext,
  finishedSteps: readonly string[],
): Promise<boolean> {
  try {
    await logIn(context);
    return true;
  } catch (error) {
    const isLoginRefusal = error instanceof BrokenContractError && error.operation === 'auth.login';
    if (isLoginRefusal && error.isRefusal && !finishedSteps.includes('password')) return false;
    throw error;
  }
}

/**
 * Finds the start for an applicant who can log in: the step that leads out of her state, or the last step once she has
 * applied.
 */
function findStartInState(state: string, steps: readonly Step[]): Start {
  const loginStepIndex = stepIds.indexOf('log-in');
  const stepIndex = steps.findIndex(
    ({ movedBy }, index) => index > loginStepIndex && movedBy && stageOf(movedBy) === state,
  );
  if (stepIndex >= 0) return { stepIndex, state };
  const hasApplied = isApplicantState(state) && !isBefore(state, 'APPLIED');
  if (hasApplied) return { stepIndex: steps.length - 1, state };
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
  saveStep?: StepSaver;
}

const resumeStep = { id: 'resume', title: 'Resume' };

/**
 * Walks one applicant, one step each time the next result is requested. The first step that is not done ends the
 * journey.
 */
export async function* walkSteps(
  context: JourneyContext,
  { until, onStart, finishedSteps, saveStep }: WalkOptions = {},
): AsyncGenerator<StepResult, void> {
  const steps = listJourneySteps(context.memory.rejectFirst);
  let firstStepIndex = 0;
  let applicantState: string | null = null;
  if (finishedSteps) {
    onStart?.(resumeStep);
    const resumeResult = await runStep(resumeStep, null, context, async () => {
      const start = await findStart(context, finishedSteps);
      firstStepIndex = start.stepIndex;
      const lastFinishedStep = finishedSteps.at(-1);
      const lastFinishedText =
        lastFinishedStep === undefined
          ? 'no step was finished before'
          : `${lastFinishedStep} was the last finished step`;
      const resumeNote = `${lastFinishedText}; next is ${steps[start.stepIndex]?.id}`;
      return { note: resumeNote, before: start.state, after: start.state };
    });
    yield resumeResult;
    if (resumeResult.outcome !== 'done') return;
    applicantState = resumeResult.after;
  }
  const lastStepIndex =
    until === undefined ? steps.length - 1 : steps.findIndex(({ id }) => id === until);
  for (const [index, step] of steps.entries()) {
    if (index < firstStepIndex || index > lastStepIndex) continue;
    context.isRepeatedStep = finishedSteps !== undefined && index === firstStepIndex;
    onStart?.(step);
    const result = await runStep(step, applicantState, context, () =>
      takeStep(step, applicantState, context),
    );
    context.isRepeatedStep = false;
    applicantState = result.after;
    // With `--exam fail` the journey ends at the exam.
    const isExamFailed = step.id === 'exam' && context.memory.examPassed === false;
    const isLastStep = isExamFailed || index === steps.length - 1;
    saveStep?.(result, result.outcome === 'done' && isLastStep);
    yield result;
    if (result.outcome !== 'done' || isExamFailed) return;
  }
}

/**
 * Walks one applicant to the end of her journey.
 * @returns how it went
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
  const stepResults: StepResult[] = [];
  for await (const result of walkSteps(context, { ...options, onStart: listener?.onStart })) {
    stepResults.push(result);
    listener?.onEnd?.(result);
  }
  const exitCode = stepResults.at(-1)?.failure?.exitCode ?? exitCodes.done;
  const state = stepResults.at(-1)?.after ?? null;
  return {
    email: context.email,
    state,
    exitCode,
    steps: stepResults,
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
  stateBefore: string | null,
  context: JourneyContext,
  performStep: () => Promise<StepOutcome>,
): Promise<StepResult> {
  const startedAt = performance.now();
  const stepFacts = { id, title, before: stateBefore };
  context.exchanges.length = 0;
  try {
    const stepOutcome = await performStep();
    return { ...stepFacts, ...stepOutcome, outcome: 'done', ms: performance.now() - startedAt };
  } catch (error) {
    const failure = await explainFailure(error, context);
    return {
      ...stepFacts,
      outcome: outcomeByExitCode[failure.exitCode] ?? 'failed',
      after: stateBefore,
      ms: performance.now() - startedAt,
      note: '',
      failure,
    };
  }
}

const outcomeByExitCode: Partial<Record<ExitCode, StepResult['outcome']>> = {
  [exitCodes.waiting]: 'waiting',
  [exitCodes.interrupted]: 'interrupted',
};

/** Takes a step, then reads the state if she has a token, and compares it with the state the step should lead to. */
async function takeStep(
  step: Step,
  stateBefore: string | null,
  context: JourneyContext,
): Promise<StepOutcome> {
  const stepNote = await step.run(context);
  const isExamFailed = step.movedBy === 'exams.submit' && !context.memory.examPassed;
  const nextStage =
    step.movedBy && !isExamFailed && stageAfter(step.movedBy, context.settings.dialect);
  const expectedState = nextStage || stateBefore;
  // Without a token, before the first login, the state cannot be read, so the expected state is assumed.
  if (!context.memory.token) return { note: stepNote, after: expectedState };
  const stateAfter = await readState(context);
  if (expectedState !== null && stateAfter !== expectedState) {
    throw new BrokenContractError(
      'applicants.getByEmail',
      `the state ${expectedState} after "${step.title}"`,
      stateAfter,
    );
  }
  return { note: stepNote, after: stateAfter };
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
