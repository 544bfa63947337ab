/** A load run as one JSON object, from which `admissions merge` makes it again. */
import { exitCodeOfLoad } from '../end.ts';
import { formatName, type LoadFile, schemaVersion, type ToldTimings } from '../file-schema.ts';
import type { Measured } from '../measured.ts';
import { notesOf, warningsOf } from '../remarks.ts';
import { type LoadResult, secondsOf } from '../result.ts';
import type { Verdict } from '../thresholds.ts';
import type { Timeline } from '../timeline.ts';
import type { Timings } from '../timings.ts';

export function jsonReport(result: LoadResult, verdicts: readonly Verdict[]): string {
  const { version, plan, shards, startedAt, endedAt, measured, clients } = result;
  const { interrupted, cutShort } = result;
  const { counts, ends, repeats, errors, timeline } = measured;
  const seconds = secondsOf(result);
  const document: LoadFile = {
    format: formatName,
    schemaVersion,
    version,
    plan,
    shards: [...shards],
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    interrupted,
    ...(cutShort ? { cutShort } : {}),
    journeysPerSecond: counts.through / seconds,
    answersPerSecond: measured.answers.answered.count / seconds,
    journeys: counts,
    kinds: [...measured.kinds].map(([kind, { counts: of, response, failed }]) => ({
      kind,
      journeys: of,
      response: told(response),
      failed: told(failed),
    })),
    ends: [...ends].map(([exitCode, journeys]) => ({ exitCode, journeys })),
    ...timesOf(measured),
    repeats,
    errors: errors.all,
    timeline: toldTimeline(timeline),
    clients: [...clients],
    oddities: [...result.oddities],
    thresholds: [...verdicts],
    warnings: warningsOf(result),
    notes: notesOf(result),
    exitCode: exitCodeOfLoad(result, verdicts),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function timesOf({
  journeys,
  operations,
}: Measured): Pick<LoadFile, 'journeyTimes' | 'operations'> {
  const { response, service, failed, delay, beside } = journeys;
  return {
    journeyTimes: {
      response: told(response),
      service: told(service),
      failed: told(failed),
      delay: told(delay),
      beside: told(beside),
    },
    operations: [...operations].map(([operation, times]) => ({
      operation,
      answered: told(times.answered),
      failed: told(times.failed),
    })),
  };
}

function told(timings: Timings): ToldTimings {
  const { mean, max } = timings;
  const [p50, p90, p95, p99] = [50, 90, 95, 99].map((percent) => timings.percentile(percent));
  return { ms: { mean, p50, p90, p95, p99, max } as ToldTimings['ms'], ...timings.encode() };
}

function toldTimeline(timeline: Timeline): LoadFile['timeline'] {
  return {
    widthSeconds: timeline.width,
    slices: timeline.slices.map(([second, { answerTimes, journeyTimes, ...counts }]) => ({
      second,
      ...counts,
      answerTimes: answerTimes.encode(),
      journeyTimes: journeyTimes.encode(),
    })),
  };
}
