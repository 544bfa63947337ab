/** A load run: walks all applicants and measures them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '@one-planet/sdk';
import type { JourneyContext, OpenJourneys } from '../applicant/context.ts';
import { runJourney, type StepResult } from '../applicant/journey.ts';
import { exitCodes, version } from '../core/exit.ts';
import { type LoadResult, Measured, startWatchingClient } from './measure.ts';
import { computeDueTime, type Plan, sampleInterval } from './plan.ts';

/* Starts the applicants of a plan when they are due, and waits until all journeys have ended. */

export interface WalkAllOptions {
  /** The start of the run, on the clock of `performance.now()`. */
  runStartedAt: number;
  /** When it is aborted, no further applicant starts. */
  signal: AbortSignal;
  /**
   * Walks one applicant; never rejects.
   * @param dueTime when she was due to start, on the clock of `performance.now()`
   */
  walkApplicant: (dueTime: number) => Promise<void>;
  /** Called for each applicant who was due while the maximum number of journeys was in progress. */
  onHeldBack: () => void;
}

/**
 * Walks the applicants of a plan.
 * @returns when all journeys that started have ended
 */
export async function walkAll(plan: Plan, options: WalkAllOptions): Promise<void> {
  const { model } = plan;
  if (model.kind === 'open') await walkOpen(plan, model, options);
  else await walkClosed(plan, model.concurrency, options);
}

async function walkOpen(
  plan: Plan,
  model: Extract<Plan['model'], { kind: 'open' }>,
  { runStartedAt, signal, walkApplicant, onHeldBack }: WalkAllOptions,
): Promise<void> {
  const { applicants = 0, rampSeconds } = plan;
  const schedule = { rate: model.rate, rampSeconds };
  const journeysInProgress = new Set<Promise<void>>();
  let resolveFreePlace = () => {};
  for (let index = 0; index < applicants; index++) {
    const dueTime = runStartedAt + computeDueTime(index, schedule);
    await waitUntil(dueTime, signal);
    if (signal.aborted) break;
    if (journeysInProgress.size >= model.maxInFlight) {
      onHeldBack();
      await new Promise<void>((resolve) => {
        resolveFreePlace = resolve;
      });
      if (signal.aborted) break;
    }
    const journeyPromise = walkApplicant(dueTime).finally(() => {
      journeysInProgress.delete(journeyPromise);
      resolveFreePlace();
    });
    journeysInProgress.add(journeyPromise);
  }
  await Promise.all(journeysInProgress);
}

async function walkClosed(
  { applicants = Number.POSITIVE_INFINITY, durationSeconds, rampSeconds }: Plan,
  concurrency: number,
  { runStartedAt, signal, walkApplicant }: WalkAllOptions,
): Promise<void> {
  const closingTick = runStartedAt + (durationSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  let count = 0;
  const walkOneAfterAnother = async (number: number) => {
    await waitUntil(runStartedAt + (rampSeconds * 1000 * number) / concurrency, signal);
    while (count < applicants && !signal.aborted && performance.now() < closingTick) {
      count += 1;
      await walkApplicant(performance.now());
    }
  };
  await Promise.all(
    Array.from({ length: concurrency }, (_, number) => walkOneAfterAnother(number)),
  );
}

/** Waits until a time on the clock of `performance.now()`, or until the signal is aborted. */
async function waitUntil(waitEnd: number, signal: AbortSignal): Promise<void> {
  // A timer waits at most 2^31 ms, and may fire a moment early.
  for (let leftMs = waitEnd - performance.now(); leftMs > 0; leftMs = waitEnd - performance.now()) {
    if (signal.aborted) return;
    await sleep(Math.min(Math.ceil(leftMs), 2 ** 31 - 1), undefined, { signal }).catch(() => {});
  }
}

/* The journey of one applicant in a load run, with its measurements. */

async function walkMeasured(
  context: JourneyContext,
  dueTime: number,
  until: string | undefined,
  measured: Measured,
): Promise<void> {
  const { counts, journeys, timeline, errors } = measured;
  const startedAt = performance.now();
  let outsideApiMs = 0;
  counts.started += 1;
  timeline.add('started');
  journeys.delay.record(startedAt - dueTime);
  const onEnd = (step: StepResult) => {
    outsideApiMs += step.ms - measureBusyTime(context.exchanges);
    for (const exchange of context.exchanges) addAttempt(exchange, measured);
  };
  const { steps, exitCode } = await runJourney(context, {
    until,
    listener: { onEnd },
  });
  const endedAt = performance.now();
  const bug = steps.at(-1)?.failure?.bug;
  if (bug) throw bug.error;
  measured.countEnd(exitCode);
  if (exitCode === exitCodes.interrupted) {
    counts.brokenOff += 1;
    return;
  }
  journeys.beside.record(outsideApiMs);
  if (exitCode === exitCodes.done) {
    counts.through += 1;
    timeline.add('through', endedAt - dueTime);
    journeys.response.record(endedAt - dueTime);
    journeys.service.record(endedAt - startedAt);
    return;
  }
  counts.failed += 1;
  timeline.add('failed');
  journeys.failed.record(endedAt - dueTime);
  const lastStep = steps.at(-1);
  if (lastStep) errors.addJourney(lastStep);
}

function addAttempt(exchange: Exchange, measured: Measured): void {
  const { operation, attempt, durationMs, error } = exchange;
  const hasFailed = measured.errors.addAttempt(exchange);
  // The attempt was aborted by Ctrl-C, so its duration means nothing.
  if (!hasFailed && error !== undefined) return;
  measured.addAttempt(operation, hasFailed ? 'failed' : 'answered', durationMs);
  if (attempt > 1) measured.repeats += 1;
}

/** @returns how long at least one of these attempts was in progress, in milliseconds */
function measureBusyTime(exchanges: readonly Exchange[]): number {
  let busyMs = 0;
  let busyUntil = 0;
  for (const { startedAt, durationMs } of exchanges.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const attemptEnd = startedAt + durationMs;
    busyMs += Math.max(0, attemptEnd - Math.max(startedAt, busyUntil));
    busyUntil = Math.max(busyUntil, attemptEnd);
  }
  return busyMs;
}

/** Called four times a second; `seconds` counts from the start. */
export type OnProgress = (counts: Measured['counts'], seconds: number) => void;

/**
 * Walks the applicants of a plan.
 * @returns the measurements, also when Ctrl-C or a bug of this program ended the run
 */
export async function runLoad(
  plan: Plan,
  openedJourneys: Pick<OpenJourneys, 'signal' | 'interrupt' | 'createContext'>,
  onProgress: OnProgress,
): Promise<LoadResult> {
  const { signal } = openedJourneys;
  const measured = new Measured();
  const startedAt = Date.now();
  const runStartedAt = performance.now();
  let bug: LoadResult['bug'];
  let walkedCount = 0;
  const walkApplicant = async (dueTime: number) => {
    try {
      const shouldValidateResponses =
        plan.checkAnswers === 'all' || walkedCount++ % sampleInterval === 0;
      await walkMeasured(
        openedJourneys.createContext({ shouldValidateResponses }),
        dueTime,
        plan.until,
        measured,
      );
    } catch (error) {
      bug ??= { error };
      openedJourneys.interrupt();
    }
  };
  const onHeldBack = () => {
    measured.counts.heldBack += 1;
  };
  const progressTimer = setInterval(
    () => onProgress(measured.counts, (performance.now() - runStartedAt) / 1000),
    250,
  );
  const stopWatchingClient = startWatchingClient();
  await walkAll(plan, { runStartedAt, signal, walkApplicant, onHeldBack });
  clearInterval(progressTimer);
  return {
    version,
    plan,
    startedAt,
    endedAt: Date.now(),
    interrupted: signal.aborted,
    measured,
    client: stopWatchingClient(),
    ...(bug && { bug }),
  };
}
