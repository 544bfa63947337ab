/** The run itself: reads what is public, then walks one applicant as far as the adapters allow. */
import type { OperationName } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import type { JourneyContext } from '../applicant/journey/context.ts';
import { describeFailure, type Failure } from '../applicant/journey/failure.ts';
import type { StepResult, StepSaver } from '../applicant/journey/result.ts';
import { runJourney } from '../applicant/journey/run.ts';
import { steps } from '../applicant/journey/steps.ts';
import { exitCodes } from '../process/exit.ts';
import type { Outcome } from '../report/report.ts';
import { shapeOf } from '../report/shape.ts';
import { type Observation, observe, type SmokeItem } from './item.ts';
import { readings } from './reads.ts';

export interface SmokeRun {
  items: SmokeItem[];
  seen: Map<string, Observation>;
  /** The last state of the applicant that could be read. */
  state: string | null;
  requests: number;
  /** How many of these took effect: they stay on the backend. */
  left: { registered: boolean; uploads: number; payments: number; applications: number };
  /** In milliseconds. */
  ms: number;
}

/** @param onItem called for each thing as it begins */
export async function runSmoke(
  context: JourneyContext,
  { onItem, save }: { onItem: (title: string) => void; save?: StepSaver | undefined },
): Promise<SmokeRun> {
  const started = performance.now();
  const seen: SmokeRun['seen'] = new Map();
  const all: Pick<Exchange, 'operation' | 'status'>[] = [];
  const note = () => {
    observe(seen, context.exchanges, shapeOf);
    for (const { operation, status } of context.exchanges)
      all.push({ operation, ...(status === undefined ? {} : { status }) });
    context.exchanges.length = 0;
  };
  const items: SmokeItem[] = [];
  for (const reading of readings) {
    onItem(reading.operation);
    items.push(await read(reading, context, items.find(isAway)));
    note();
  }
  let state: string | null = null;
  const away = items.find(isAway);
  if (!away) {
    const walked = await runJourney(context, {
      listener: {
        onStart: ({ title }) => onItem(title),
        onEnd: (result) => {
          items.push(toItem(result));
          note();
        },
      },
      save,
    });
    state = walked.state;
  }
  items.push(...unwalked(items, away));
  return {
    items,
    seen,
    state,
    requests: all.length,
    left: leftBehind(all),
    ms: performance.now() - started,
  };
}

/** A backend that is not there need not be asked again. */
function isAway({ failure }: SmokeItem): boolean {
  return failure?.exitCode === exitCodes.notReached || failure?.exitCode === exitCodes.interrupted;
}

async function read(
  { operation, run }: (typeof readings)[number],
  context: JourneyContext,
  away: SmokeItem | undefined,
): Promise<SmokeItem> {
  const facts = { id: `read/${operation}`, title: operation, operation };
  if (away) return { ...facts, outcome: 'blocked', ms: 0, note: '', blockedBy: away.id };
  const started = performance.now();
  try {
    const note = await run(context);
    return { ...facts, outcome: 'passed', ms: performance.now() - started, note };
  } catch (error) {
    const failure = describeFailure(error, context.exchanges);
    return { ...facts, outcome: 'failed', ms: performance.now() - started, note: '', failure };
  }
}

function toItem({ id, title, outcome, ms, note, before, after, failure }: StepResult): SmokeItem {
  const moved = after !== before && after ? `now ${after}` : '';
  return {
    id: `journey/${id}`,
    title,
    ...(failure?.operation ? { operation: failure.operation as OperationName } : {}),
    outcome: outcome === 'done' ? 'passed' : outcomeOf(failure),
    ms,
    note: [moved, note].filter(Boolean).join('; '),
    ...(failure ? { failure } : {}),
  };
}

function outcomeOf(failure: Failure | undefined): Outcome {
  if (failure?.notConfigured) return 'skipped';
  return failure?.exitCode === exitCodes.waiting ? 'waiting' : 'failed';
}

/** The steps after the one that ended the journey. */
function unwalked(items: readonly SmokeItem[], away: SmokeItem | undefined): SmokeItem[] {
  const walked = new Set(items.map(({ id }) => id));
  const last = away ?? items.at(-1);
  // Where the exam was to be failed, the journey ends there.
  if (!last || last.outcome === 'passed') return [];
  const outcome = last.outcome === 'failed' ? 'blocked' : last.outcome;
  return steps
    .filter(({ id }) => !walked.has(`journey/${id}`))
    .map(({ id, title }) => ({
      id: `journey/${id}`,
      title,
      outcome,
      ms: 0,
      note: '',
      blockedBy: last.id,
    }));
}

function leftBehind(all: readonly Pick<Exchange, 'operation' | 'status'>[]): SmokeRun['left'] {
  const count = (...names: OperationName[]) =>
    all.filter(
      ({ operation, status = 500 }) => status < 300 && names.some((name) => name === operation),
    ).length;
  return {
    registered: count('applicants.register') > 0,
    uploads: count('files.upload'),
    payments: count('payments.makeOffline', 'payments.payOnline'),
    applications: count('applicants.applyForProgram'),
  };
}
