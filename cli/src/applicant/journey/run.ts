/** Runs the steps in order and holds the state against what each promises. */
import { type ExitCode, exitCodes } from '../../process/exit.ts';
import { stageAfter } from '../stages.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract, describeFailure } from './failure.ts';
import type { JourneyResult, StepListener, StepResult, StepSaver } from './result.ts';
import { findStart } from './resume.ts';
import { readState } from './send.ts';
import { type Step, steps } from './steps.ts';

export interface RunOptions {
  /** The last step to run, by id; default: all. */
  until?: string | undefined;
  /** Another way than the whole journey. */
  road?: readonly Step[] | undefined;
  /** Called for each step as it begins and ends. */
  listener?: StepListener | undefined;
  /** The ids of the steps that an earlier run saw the end of, for a journey that goes on. */
  done?: readonly string[] | undefined;
  save?: StepSaver | undefined;
}

const goOn = { id: 'resume', title: 'Resume' };

/**
 * Walks one applicant.
 * @returns how it went; a bug of ours is the only thing thrown
 */
export async function runJourney(
  context: JourneyContext,
  { until, road = steps, listener, done, save }: RunOptions = {},
): Promise<JourneyResult> {
  const started = performance.now();
  const results: StepResult[] = [];
  const walk = async (step: Pick<Step, 'id' | 'title'>, run: () => Promise<Walked>) => {
    listener?.onStart(step);
    const result = await runStep(step, results.at(-1)?.after ?? null, context, run);
    results.push(result);
    listener?.onEnd(result);
    return result;
  };

  let first = 0;
  if (done) {
    const resumed = await walk(goOn, async () => {
      const { at, state } = await findStart(context, done);
      first = at;
      return { note: noteOfStart(at, done), before: state, after: state };
    });
    if (resumed.outcome !== 'done') first = road.length;
  }
  const last = until === undefined ? road.length - 1 : road.findIndex(({ id }) => id === until);
  for (const [at, step] of road.entries()) {
    if (at < first || at > last) continue;
    context.again = done !== undefined && at === first;
    const result = await walk(step, () => takeStep(step, results.at(-1)?.after ?? null, context));
    context.again = false;
    // A failed exam that was asked for is the end of the road.
    const failed = step.id === 'exam' && context.memory.examPassed === false;
    const isLast = failed || at === road.length - 1;
    save?.(result, result.outcome === 'done' && isLast);
    if (result.outcome !== 'done' || failed) break;
  }
  const exitCode = results.at(-1)?.failure?.exitCode ?? exitCodes.done;
  const state = results.at(-1)?.after ?? null;
  return { email: context.email, state, exitCode, steps: results, ms: performance.now() - started };
}

interface Walked {
  note: string;
  /** Where it became known only now. */
  before?: string | null;
  after: string | null;
}

function noteOfStart(at: number, done: readonly string[]): string {
  const before =
    done.length === 0 ? 'no step was finished before' : `${done.at(-1)} was the last finished step`;
  return `${before}; next is ${steps[at]?.id}`;
}

async function runStep(
  { id, title }: Pick<Step, 'id' | 'title'>,
  before: string | null,
  context: JourneyContext,
  run: () => Promise<Walked>,
): Promise<StepResult> {
  const started = performance.now();
  const facts = { id, title, before };
  context.exchanges.length = 0;
  try {
    const walked = await run();
    return { ...facts, ...walked, outcome: 'done', ms: performance.now() - started };
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

/** Takes a step, then reads the state where a token allows it, and holds it against what the step promises. */
async function takeStep(
  step: Step,
  before: string | null,
  context: JourneyContext,
): Promise<Walked> {
  const note = await step.run(context);
  const failedExam = step.by === 'exams.submit' && !context.memory.examPassed;
  const next = step.by && !failedExam && stageAfter(step.by, context.settings.dialect);
  const expected = next || before;
  // Before the first login the answers themselves are all there is to go by.
  if (!context.memory.token) return { note, after: expected };
  const after = await readState(context);
  if (expected !== null && after !== expected) {
    throw new BrokenContract(
      'applicants.getByEmail',
      `the state ${expected} after "${step.title}"`,
      after,
    );
  }
  return { note, after };
}
