/** One applicant's journey as a load run walks it: measured as it goes. */
import type { Exchange } from '@one-planet/sdk';
import type { JourneyContext } from '../applicant/journey/context.ts';
import { readingSteps } from '../applicant/journey/reading.ts';
import type { StepResult } from '../applicant/journey/result.ts';
import { type RunOptions, runJourney } from '../applicant/journey/run.ts';
import { exitCodes } from '../process/exit.ts';
import type { Measured } from './measured.ts';
import { type Kind, turnsOf } from './mix.ts';
import type { Plan } from './plan.ts';

/** Which way an applicant goes. */
export interface Road extends Pick<RunOptions, 'until' | 'road'> {
  /** Hers in a mix. */
  kind?: Kind | undefined;
}

/** @returns the way of each applicant, by which of the whole run's she is, from 0 */
export function roadsOf({ mix, until }: Plan): (index: number) => Road {
  if (!mix) return () => ({ until });
  const turns = turnsOf(mix);
  return (index) => roads[turns[index % turns.length] ?? 'whole'];
}

const roads: Readonly<Record<Kind, Road>> = {
  read: { kind: 'read', road: readingSteps },
  register: { kind: 'register', until: 'register' },
  exam: { kind: 'exam', until: 'exam' },
  whole: { kind: 'whole' },
};

/**
 * Walks one applicant and adds what it took.
 * @param due when she was to set out, on the clock of `performance.now()`
 * @param how which way she goes, and her kind where they are a mix
 */
export async function walkMeasured(
  context: JourneyContext,
  due: number,
  { kind, ...road }: Road,
  measured: Measured,
): Promise<void> {
  const { counts, journeys, timeline, errors } = measured;
  const ofKind = kind && measured.ofKind(kind);
  const count = (end: 'started' | 'through' | 'failed' | 'brokenOff') => {
    counts[end] += 1;
    if (ofKind) ofKind.counts[end] += 1;
  };
  const started = performance.now();
  let beside = 0;
  count('started');
  timeline.at(Date.now()).started += 1;
  journeys.delay.record(started - due);
  const onEnd = (step: StepResult) => {
    beside += step.ms - coveredBy(context.exchanges);
    for (const exchange of context.exchanges) addAttempt(exchange, context, measured);
  };
  const { steps, exitCode } = await runJourney(context, {
    ...road,
    listener: { onStart: () => {}, onEnd },
  });
  const ended = performance.now();
  measured.countEnd(exitCode);
  if (exitCode === exitCodes.interrupted) {
    count('brokenOff');
    return;
  }
  const slice = timeline.at(Date.now());
  journeys.beside.record(beside);
  if (exitCode === exitCodes.done) {
    count('through');
    ofKind?.response.record(ended - due);
    slice.through += 1;
    journeys.response.record(ended - due);
    journeys.service.record(ended - started);
    slice.journeyTimes.record(ended - due);
    return;
  }
  count('failed');
  ofKind?.failed.record(ended - due);
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
