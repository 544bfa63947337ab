/** Runs the steps in order and holds the state against what each promises. */
import { transitions } from '@one-planet/contract';
import { type ExitCode, exitCodes } from '../exit.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract, describeFailure, type Failure, succeed } from './failure.ts';
import { type Step, steps } from './steps.ts';

export interface StepResult {
  id: string;
  title: string;
  outcome: 'done' | 'failed' | 'waiting' | 'interrupted';
  /** The state before and after, where one could be read. */
  before: string | null;
  after: string | null;
  /** How long it took, in milliseconds. */
  ms: number;
  note: string;
  failure?: Failure;
}

export interface JourneyResult {
  email: string;
  /** The last state that could be read. */
  state: string | null;
  exitCode: ExitCode;
  steps: StepResult[];
  ms: number;
}

/** Who watches a journey. */
export interface StepListener {
  onStart: (step: Step) => void;
  onEnd: (result: StepResult) => void;
}

/**
 * Walks one applicant.
 * @param until the last step to run, by id; default: all
 * @param listener told of each step as it begins and ends
 * @returns how it went; a bug of ours is the only thing thrown
 */
export async function runJourney(
  context: JourneyContext,
  { until, listener }: { until?: string; listener?: StepListener | undefined } = {},
): Promise<JourneyResult> {
  const started = performance.now();
  const results: StepResult[] = [];
  let state: string | null = null;
  for (const step of steps) {
    listener?.onStart(step);
    const result = await runStep(step, state, context);
    results.push(result);
    listener?.onEnd(result);
    state = result.after;
    // A failed exam that was asked for is the end of the road.
    const over = step.id === until || (step.id === 'exam' && context.memory.examPassed === false);
    if (result.outcome !== 'done' || over) break;
  }
  const exitCode = results.at(-1)?.failure?.exitCode ?? exitCodes.done;
  return { email: context.email, state, exitCode, steps: results, ms: performance.now() - started };
}

async function runStep(
  step: Step,
  before: string | null,
  context: JourneyContext,
): Promise<StepResult> {
  const started = performance.now();
  const facts = { id: step.id, title: step.title, before };
  context.exchanges.length = 0;
  try {
    const note = await step.run(context);
    const after = await stateAfter(step, before, context);
    return { ...facts, outcome: 'done', after, ms: performance.now() - started, note };
  } catch (error) {
    const failure = describeFailure(error, context.exchanges);
    return {
      ...facts,
      outcome: outcomes[failure.exitCode] ?? 'failed',
      after: before,
      ms: performance.now() - started,
      note: '',
      failure,
    };
  }
}

const outcomes: Partial<Record<ExitCode, StepResult['outcome']>> = {
  [exitCodes.waiting]: 'waiting',
  [exitCodes.interrupted]: 'interrupted',
};

/** Reads the state where a token allows it, and holds it against what the step promises. */
async function stateAfter(
  step: Step,
  before: string | null,
  context: JourneyContext,
): Promise<string | null> {
  const mover = typeof step.mover === 'function' ? step.mover(context) : step.mover;
  const expected = transitions.find(({ by }) => by === mover)?.to ?? before;
  // Before the first log-in the answers themselves are all there is to go by.
  if (!context.memory.token) return expected;
  const { client, email, memory } = context;
  const profile = await succeed(
    'applicants.getByEmail',
    client.applicants.getByEmail({ params: { email } }),
  );
  if (profile.id !== null && profile.id !== undefined) memory.applicantId = profile.id;
  if (expected !== null && profile.status !== expected) {
    throw new BrokenContract(
      'applicants.getByEmail',
      `the state ${expected} after "${step.title}"`,
      profile.status,
    );
  }
  return profile.status;
}
