/** What the checks make of one generated fault. */
import { catalogue } from '../../../cli/src/checks/catalogue/index.ts';
import { onServer } from '../broken-server.ts';
import { firstFailure } from '../first-failure.ts';
import type { Generated } from './generated.ts';
import { generated } from './index.ts';
import { type Trace, watch } from './trace.ts';

/** Outcomes, with what each says. */
export const outcomes = {
  caught: 'a check of level must or should failed',
  missed: 'no check failed, though answers were wrong, or nobody tried what the fault allows',
  alarm:
    'a check of level must failed, though the schema takes the answer: to be judged one by one',
  tolerated: 'no check of level must failed, and none may: the contract or the decisions allow it',
  unknowable:
    'no check failed; only the backend knows the right value, which no other answer repeats',
  same: 'it changed nothing in the whole run',
  crash: 'the run ended without a result: a mistake in the checks, or in the fault',
} as const;
export type Outcome = keyof typeof outcomes;

export interface GeneratedProof {
  name: string;
  outcome: Outcome;
  /** The check that failed, or why it is not caught. */
  by?: string;
}

export async function traceHealthy(): Promise<Trace> {
  const { fault, trace } = watch(generated);
  const failed = await onServer({ ownFaults: [fault] }, (runContext) => firstFailure(runContext));
  if (failed) throw new Error(`The healthy mock fails ${failed}: nothing can be proved.`);
  return trace();
}

/** @returns what is known without a run of its own */
function withoutRun(
  { name, breaker, unobservable }: Generated,
  { effective }: Trace,
): GeneratedProof | undefined {
  if (unobservable) return { name, outcome: 'unknowable', by: unobservable };
  return breaker && !effective.includes(name) ? { name, outcome: 'same' } : undefined;
}

export async function proveGenerated(one: Generated, trace: Trace): Promise<GeneratedProof> {
  const known = withoutRun(one, trace);
  if (known) return known;
  const { name } = one;
  const isTolerated = one.tolerated !== undefined && !trace.malformed.includes(name);
  const counts = { effects: 0, tries: 0, triable: 0 };
  const fault = one.make({
    effect: () => {
      counts.effects += 1;
    },
    tried: () => {
      counts.tries += 1;
    },
    triable: () => {
      counts.triable += 1;
    },
  });
  const ownFaults = [{ ...fault, name, sentence: name }];
  const run = onServer({ ownFaults }, (runContext) =>
    firstFailure(runContext, { near: ({ operation }) => operation === one.operation }),
  );
  const by = await run.catch((error: unknown) => new Error('crash', { cause: error }));
  if (by instanceof Error) return { name, outcome: 'crash', by: String(by.cause) };
  if (by) return { name, outcome: isTolerated ? outcomeOfTolerated(by) : 'caught', by };
  if (isTolerated) return { name, outcome: 'tolerated' };
  if (counts.effects === 0) {
    const isUntried = one.isProvoked && counts.triable > 0 && counts.tries === 0;
    return isUntried ? { name, outcome: 'missed', by: 'nobody tried' } : { name, outcome: 'same' };
  }
  const isHidden = one.keepsForm && one.field && trace.unknowable.includes(one.field);
  return { name, outcome: isHidden ? 'unknowable' : 'missed' };
}

/** A check of level should gives advice: a backend may differ from it. */
function outcomeOfTolerated(by: string): Outcome {
  return catalogue.find(({ id }) => id === by)?.level === 'should' ? 'tolerated' : 'alarm';
}
