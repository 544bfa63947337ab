/** One applicant's journey as a load run walks it: measured as it goes. */
import type { Exchange } from '@one-planet/sdk';
import type { JourneyContext } from '../applicant/journey/context.ts';
import type { StepResult } from '../applicant/journey/result.ts';
import { runJourney } from '../applicant/journey/run.ts';
import { exitCodes } from '../process/exit.ts';
import type { Measured } from './measured.ts';

/**
 * Walks one applicant and adds what it took.
 * @param due when she was to set out, on the clock of `performance.now()`
 * @param until the last step, by id
 */
export async function walkMeasured(
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
    ...(until === undefined ? {} : { until }),
    listener: { onStart: () => {}, onEnd },
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
