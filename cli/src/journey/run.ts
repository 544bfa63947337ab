/** Runs the steps in order and holds the state against what each promises. */
import { findOperation } from '@one-planet/contract';
import { AdmissionsError, type Exchange } from '@one-planet/sdk';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract, succeed } from './failure.ts';
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

export interface Failure {
  exitCode: ExitCode;
  message: string;
  operation?: string;
  expected?: string;
  got?: string;
  /** The attempt that failed, secrets included: reports hide them. */
  exchange?: Exchange;
}

export interface JourneyResult {
  email: string;
  /** The last state that could be read. */
  state: string | null;
  exitCode: ExitCode;
  steps: StepResult[];
  ms: number;
}

/**
 * Walks one applicant.
 * @param until the last step to run, by id; default: all
 * @param onStep told of each step as it ends
 * @returns how it went; a bug of ours is the only thing thrown
 */
export async function runJourney(
  context: JourneyContext,
  { until, onStep }: { until?: string; onStep?: (result: StepResult) => void } = {},
): Promise<JourneyResult> {
  const started = performance.now();
  const results: StepResult[] = [];
  let state: string | null = null;
  for (const step of steps) {
    const result = await runStep(step, state, context);
    results.push(result);
    onStep?.(result);
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
    const after = await stateAfter(step, context);
    return { ...facts, outcome: 'done', after, ms: performance.now() - started, note };
  } catch (error) {
    const failure = describe(error, context.exchanges);
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
async function stateAfter(step: Step, context: JourneyContext): Promise<string | null> {
  const expected = typeof step.to === 'function' ? step.to(context) : step.to;
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

function describe(error: unknown, exchanges: readonly Exchange[]): Failure {
  const exitCode = exitCodeOf(error);
  if (exitCode === undefined) throw error;
  const message = (error as Error).message;
  const operation = (error as { operation?: string }).operation;
  const exchange = exchanges.findLast(
    (one) => operation === undefined || one.operation === operation,
  );
  return {
    exitCode,
    message,
    ...(operation ? { operation } : {}),
    ...expectation(error),
    ...(exchange && operation ? { exchange } : {}),
  };
}

/** What was expected and what came, for whatever speaks of an answer. */
function expectation(error: unknown): Pick<Failure, 'expected' | 'got'> {
  if (error instanceof BrokenContract) return { expected: error.expected, got: error.got };
  if (!(error instanceof AdmissionsError)) return {};
  const success = findOperation(error.operation)?.meta.success;
  return {
    expected: `status ${success} with a body of the contract`,
    got: error.message.slice(error.operation.length + 2),
  };
}
