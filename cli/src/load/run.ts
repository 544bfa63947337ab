/** A load run in this process: from the first applicant to what was measured of all of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '@one-planet/sdk';
import type { JourneyContext, OpenJourneys } from '../applicant/context.ts';
import { runJourney, type StepResult } from '../applicant/journey.ts';
import { exitCodes, version } from '../core/exit.ts';
import { progressLine } from '../core/terminal.ts';
import { type CutShort, type LoadResult, Measured, watchClient } from './measured.ts';
import { applicantsOf, dueAt, type Plan, sampleOf, shareOf } from './plan.ts';
import { perSecond, whole } from './rows.ts';
import { AbortWatch, type Sample, samplerOf, type Threshold } from './thresholds.ts';
import { busiest } from './timings.ts';

/* Lets the applicants of a plan set out when they are due, and waits until all are back. */

export interface Engine {
  /** Which part of the plan, from 1. */
  shard: number;
  /** The start of the run, on the clock of `performance.now()`. */
  origin: number;
  /** Once it is aborted nobody sets out. */
  signal: AbortSignal;
  /**
   * Walks one applicant; never rejects.
   * @param due when she was to set out, on the clock of `performance.now()`
   */
  walk: (due: number) => Promise<void>;
  /** Called for each applicant who was due while as many as allowed were walking. */
  onHeldBack: () => void;
}

/** Walks a shard's applicants. @returns when all who set out are back */
export async function walkAll(plan: Plan, engine: Engine): Promise<void> {
  const { model } = plan;
  if (model.kind === 'open') await walkOpen(plan, model, engine);
  else await walkClosed(plan, model.concurrency, engine);
}

async function walkOpen(
  plan: Plan,
  model: Extract<Plan['model'], { kind: 'open' }>,
  { shard, origin, signal, walk, onHeldBack }: Engine,
): Promise<void> {
  const { applicants = 0, shards, rampSeconds } = plan;
  const schedule = { rate: model.rate, rampSeconds };
  const onTheWay = new Set<Promise<void>>();
  let wake = () => {};
  for (let index = shard - 1; index < applicants; index += shards) {
    const due = origin + dueAt(index, schedule);
    await until(due, signal);
    if (signal.aborted) break;
    if (onTheWay.size >= model.maxInFlight) {
      onHeldBack();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (signal.aborted) break;
    }
    const journey = walk(due).finally(() => {
      onTheWay.delete(journey);
      wake();
    });
    onTheWay.add(journey);
  }
  await Promise.all(onTheWay);
}

async function walkClosed(
  { applicants = Number.POSITIVE_INFINITY, durationSeconds, rampSeconds, shards }: Plan,
  concurrency: number,
  { shard, origin, signal, walk }: Engine,
): Promise<void> {
  const share = shareOf(shard, shards, applicants);
  const closes = origin + (durationSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  let count = 0;
  const lane = async (number: number) => {
    await until(origin + (rampSeconds * 1000 * number) / concurrency, signal);
    while (count < share && !signal.aborted && performance.now() < closes) {
      count += 1;
      await walk(performance.now());
    }
  };
  const lanes = shareOf(shard, shards, concurrency);
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(shard - 1 + at * shards)));
}

/** Waits for a time on the clock of `performance.now()`, or until the signal is aborted. */
async function until(time: number, signal: AbortSignal): Promise<void> {
  // No timer waits longer than 2^31 ms; and one may end a moment early.
  for (let left = time - performance.now(); left > 0; left = time - performance.now()) {
    if (signal.aborted) return;
    await sleep(Math.min(Math.ceil(left), 2 ** 31 - 1), undefined, { signal }).catch(() => {});
  }
}

/* One applicant's journey as a load run walks it: measured as it goes. */

async function walkMeasured(
  context: JourneyContext,
  due: number,
  until: string | undefined,
  measured: Measured,
): Promise<void> {
  const { counts, journeys, timeline, errors } = measured;
  const started = performance.now();
  let beside = 0;
  counts.started += 1;
  timeline.at(Date.now()).started += 1;
  journeys.delay.record(started - due);
  const onEnd = (step: StepResult) => {
    beside += step.ms - coveredBy(context.exchanges);
    for (const exchange of context.exchanges) addAttempt(exchange, context, measured);
  };
  const { steps, exitCode } = await runJourney(context, {
    until,
    listener: { onEnd },
  });
  const ended = performance.now();
  measured.countEnd(exitCode);
  if (exitCode === exitCodes.interrupted) {
    counts.brokenOff += 1;
    return;
  }
  const slice = timeline.at(Date.now());
  journeys.beside.record(beside);
  if (exitCode === exitCodes.done) {
    counts.through += 1;
    slice.through += 1;
    journeys.response.record(ended - due);
    journeys.service.record(ended - started);
    slice.journeyTimes.record(ended - due);
    return;
  }
  counts.failed += 1;
  slice.failed += 1;
  journeys.failed.record(ended - due);
  const last = steps.at(-1);
  if (last) errors.addJourney(last, context);
}

function addAttempt(exchange: Exchange, context: JourneyContext, measured: Measured): void {
  const { operation, attempt, durationMs, startedAt, error } = exchange;
  const failed = measured.errors.addAttempt(exchange, context);
  // Broken off by Ctrl-C: how long it would have taken nobody knows.
  if (!failed && error !== undefined) return;
  const slice = measured.timeline.at(startedAt + durationMs);
  const times = measured.of(operation);
  if (attempt > 1) measured.repeats += 1;
  if (failed) {
    times.failed.record(durationMs);
    slice.errors += 1;
  } else {
    times.answered.record(durationMs);
    slice.answered += 1;
    slice.answerTimes.record(durationMs);
  }
}

/** @returns for how long at least one of these attempts was under way, in milliseconds */
function coveredBy(exchanges: readonly Exchange[]): number {
  let covered = 0;
  let until = 0;
  for (const { startedAt, durationMs } of exchanges.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const end = startedAt + durationMs;
    covered += Math.max(0, end - Math.max(startedAt, until));
    until = Math.max(until, end);
  }
  return covered;
}

/** Called four times a second; `seconds` count from the start and are negative before it. */
export type OnProgress = (counts: Measured['counts'], seconds: number) => void;

/** Called once a second from the start on, where there are conditions to end the run. */
type OnSamples = (samples: readonly Sample[], seconds: number, started: number) => void;

interface Part {
  plan: Plan;
  shard: number;
  /** When the first is due, in milliseconds since 1970; default: at once. */
  startsAt?: number;
  conditions: readonly Threshold[];
}

/** The measurements, and the first bug of ours, which ended it. */
export interface Ran {
  result: LoadResult;
  bug?: { error: unknown };
}

const ourBug: CutShort = {
  told: 'cut short: this command has a bug',
  exitCode: exitCodes.brokenContract,
};

/**
 * Walks the applicants of a shard.
 * @returns what was measured, also when Ctrl-C or a bug of ours ended it
 */
export async function runLoad(
  { plan, shard, startsAt = Date.now(), conditions }: Part,
  open: Pick<OpenJourneys, 'signal' | 'interrupt' | 'context'>,
  onProgress: OnProgress,
  onSamples: OnSamples,
): Promise<Ran> {
  const measured = new Measured();
  let bug: Ran['bug'];
  const { signal } = open;
  const ahead = startsAt - Date.now();
  const origin = performance.now() + ahead;
  let walked = 0;
  const context = () =>
    open.context({ checked: plan.checkAnswers === 'all' || walked++ % sampleOf === 0 });
  const seconds = () => (performance.now() - origin) / 1000;
  const timers = [setInterval(() => onProgress(measured.counts, seconds()), 250)];
  const walk = async (due: number) => {
    try {
      await walkMeasured(context(), due, plan.until, measured);
    } catch (error) {
      bug ??= { error };
      open.interrupt();
    }
  };
  const onHeldBack = () => {
    measured.counts.heldBack += 1;
  };
  await until(origin, signal);
  if (conditions.length > 0) {
    const sample = samplerOf(conditions, measured);
    timers.push(setInterval(() => onSamples(sample(), seconds(), measured.counts.started), 1000));
  }
  const endWatch = watchClient((load) => {
    const slice = measured.timeline.at(Date.now());
    slice.client = busiest(slice.client, load);
  });
  let health: ReturnType<typeof endWatch>;
  try {
    await walkAll(plan, { shard, origin, signal, walk, onHeldBack });
  } finally {
    // A timer that is left would keep the process alive.
    for (const timer of timers) clearInterval(timer);
    health = endWatch();
  }
  const result: LoadResult = {
    version,
    plan,
    shards: [shard],
    startedAt: Math.min(startsAt, Date.now()),
    endedAt: Date.now(),
    interrupted: signal.aborted && !bug,
    cutShort: bug && ourBug,
    measured,
    clients: [{ shard, ...health }],
    oddities: [],
  };
  return { result, bug };
}

/* A run, or one shard of it, in this process. */

/** Walks the applicants of a shard, until one of the conditions is met. */
export async function walkHere(
  part: Part,
  open: OpenJourneys,
  onProgress: OnProgress,
): Promise<Ran> {
  const { plan, shard, conditions } = part;
  const lookout = new AbortWatch(conditions, plan, [shard]);
  let cutShort: CutShort | undefined;
  const ran = await runLoad(part, open, onProgress, (samples, seconds, started) => {
    if (open.signal.aborted) return;
    lookout.add(samples);
    cutShort = lookout.look(seconds, started);
    if (cutShort) open.interrupt();
  });
  if (!cutShort) return ran;
  return { ...ran, result: { ...ran.result, interrupted: false, cutShort } };
}

/* How far a load run is, where somebody watches. */

/** @param walkedHere the shards that this command walks */
export function progressOf(
  plan: Plan,
  walkedHere: readonly number[],
): { onProgress: OnProgress; clear: () => void } {
  const line = progressLine();
  const applicants = applicantsOf(plan, walkedHere);
  const all = applicants === undefined ? '' : ` of ${whole(applicants)}`;
  return {
    onProgress: (counts, seconds) => {
      if (seconds < 0) return line.show(`starts in ${Math.ceil(-seconds)} s`);
      const { started, through, failed, brokenOff } = counts;
      const onTheWay = started - through - failed - brokenOff;
      line.show(
        `${whole(through)}${all} through, ${failed > 0 ? `${whole(failed)} failed, ` : ''}${whole(onTheWay)} on the way, ${perSecond(through, Math.max(1, seconds))} per second`,
      );
    },
    clear: line.clear,
  };
}
