/** A load run as one JSON object, from which `admissions merge` makes it again. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CliError } from '../core/exit.ts';
import { readText } from '../core/files.ts';
import { errorKind } from './errors.ts';
import {
  clientHealth,
  cutShortSchema,
  forEach,
  journeyCounts,
  journeyTimes,
  type LoadResult,
  Measured,
  secondsOf,
} from './measured.ts';
import { planSchema } from './plan.ts';
import { exitCodeOfLoad } from './report-terminal.ts';
import { notesOf, warningsOf } from './rows.ts';
import type { Verdict } from './thresholds.ts';
import { clientLoad, count, encodedTimings, share, type Timeline, Timings } from './timings.ts';

/* The JSON report of a load run: what it holds, for who writes it and who reads it again. */

/** Raised when a report can no longer be read as before. */
const schemaVersion = 1;
const formatName = 'admissions-load';

/** The same with its figures, in milliseconds, for who does not decode it. */
const describedTimings = encodedTimings.extend({
  ms: z.object({ mean: share, p50: share, p90: share, p95: share, p99: share, max: share }),
});
type TimingsSummary = z.infer<typeof describedTimings>;

const slice = z.object({
  /** When it began, in whole seconds since 1970. */
  second: count,
  started: count,
  through: count,
  failed: count,
  answered: count,
  errors: count,
  answerTimes: encodedTimings,
  journeyTimes: encodedTimings,
  client: clientLoad.optional(),
});

const loadFileSchema = z.object({
  format: z.literal(formatName),
  schemaVersion: z.literal(schemaVersion),
  version: z.string(),
  plan: planSchema,
  shards: z.array(count.positive()).min(1),
  startedAt: z.string().datetime(),
  endedAt: z.string().datetime(),
  /** By Ctrl-C. */
  interrupted: z.boolean(),
  /** Another reason for an early end. */
  cutShort: cutShortSchema.optional(),
  journeysPerSecond: share,
  answersPerSecond: share,
  journeys: z.object(forEach(journeyCounts, () => count)),
  ends: z.array(z.object({ exitCode: count, journeys: count })),
  journeyTimes: z.object(forEach(journeyTimes, () => describedTimings)),
  operations: z.array(
    z.object({ operation: z.string(), answered: describedTimings, failed: describedTimings }),
  ),
  repeats: count,
  errors: z.array(errorKind),
  timeline: z.object({ widthSeconds: count.positive(), slices: z.array(slice) }),
  clients: z.array(clientHealth),
  oddities: z.array(z.string()),
  thresholds: z.array(z.object({ expression: z.string(), met: z.boolean(), told: z.string() })),
  warnings: z.array(z.string()),
  notes: z.array(z.string()),
  exitCode: count,
});

type LoadFile = z.infer<typeof loadFileSchema>;

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
    cutShort,
    journeysPerSecond: counts.through / seconds,
    answersPerSecond: measured.answers.answered.count / seconds,
    journeys: counts,
    ends: [...ends].map(([exitCode, journeys]) => ({ exitCode, journeys })),
    journeyTimes: forEach(journeyTimes, (name) => described(measured.journeys[name])),
    operations: [...measured.operations].map(([operation, times]) => ({
      operation,
      answered: described(times.answered),
      failed: described(times.failed),
    })),
    repeats,
    errors: errors.all,
    timeline: timelineOf(timeline),
    clients: [...clients],
    oddities: [...result.oddities],
    thresholds: [...verdicts],
    warnings: warningsOf(result),
    notes: notesOf(result),
    exitCode: exitCodeOfLoad(result, verdicts),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function described(timings: Timings): TimingsSummary {
  const { mean, max } = timings;
  const [p50, p90, p95, p99] = [50, 90, 95, 99].map((percent) => timings.percentile(percent));
  return { ms: { mean, p50, p90, p95, p99, max } as TimingsSummary['ms'], ...timings.encode() };
}

function timelineOf(timeline: Timeline): LoadFile['timeline'] {
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

/* A JSON report of a load run, read again. */

/** @throws {CliError} (exit 2) that says what is wrong with the file */
export async function readLoadFile(path: string): Promise<LoadResult> {
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new CliError(`${path}: ${why}`);
  });
  return readLoadText(text, path);
}

/** @param name what the text is called in messages. @throws {CliError} (exit 2) that says what is wrong with it */
export function readLoadText(text: string, name: string): LoadResult {
  try {
    return toResult(check(parse(text)));
  } catch (error) {
    throw new CliError(`${name}: ${(error as Error).message}`, undefined, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      text.trim() === ''
        ? 'is empty: the run that should have written it did not finish'
        : 'is not complete JSON',
    );
  }
}

function check(content: unknown): LoadFile {
  const head = z.object({ format: z.literal(formatName), schemaVersion: z.number() });
  const known = head.safeParse(content);
  if (!known.success) throw new Error('is not a report of "admissions load --report json=FILE"');
  if (known.data.schemaVersion !== schemaVersion) {
    throw new Error(
      `has the version ${known.data.schemaVersion} of the format, this is ${schemaVersion}: use one version of admissions for all`,
    );
  }
  const { data, error } = loadFileSchema.safeParse(content);
  if (data) return data;
  const [first] = error.issues;
  throw new Error(`is damaged at ${first?.path.join('.')}: ${first?.message}`);
}

function toResult(file: LoadFile): LoadResult {
  const { version, plan, shards, interrupted, cutShort, clients, oddities } = file;
  return {
    version,
    plan,
    shards,
    startedAt: Date.parse(file.startedAt),
    endedAt: Date.parse(file.endedAt),
    interrupted,
    cutShort,
    measured: toMeasured(file),
    clients,
    oddities,
  };
}

function toMeasured(file: LoadFile): Measured {
  const measured = new Measured();
  Object.assign(measured.counts, file.journeys);
  for (const { exitCode, journeys } of file.ends) measured.countEnd(exitCode, journeys);
  measured.repeats = file.repeats;
  measured.errors.add(file.errors);
  for (const name of journeyTimes) {
    measured.journeys[name].add(decode(file.journeyTimes[name], `journeyTimes.${name}`));
  }
  for (const { operation, answered, failed } of file.operations) {
    const times = measured.of(operation);
    times.answered.add(decode(answered, operation));
    times.failed.add(decode(failed, operation));
  }
  fillTimeline(measured, file.timeline);
  return measured;
}

function fillTimeline(
  { timeline }: Measured,
  { widthSeconds, slices }: LoadFile['timeline'],
): void {
  timeline.widen(widthSeconds);
  for (const { second, answerTimes, journeyTimes: ofJourneys, ...counts } of slices) {
    const slice = timeline.at(second * 1000);
    Object.assign(slice, counts);
    slice.answerTimes.add(decode(answerTimes, 'timeline', 2));
    slice.journeyTimes.add(decode(ofJourneys, 'timeline', 2));
  }
}

function decode(encoded: Parameters<typeof Timings.decode>[0], where: string, digits: 2 | 3 = 3) {
  try {
    return Timings.decode(encoded, digits);
  } catch (error) {
    throw new Error(`is damaged at the histogram of ${where}: ${(error as Error).message}`);
  }
}

/* Puts the parts of one run together. */

interface Part {
  file: string;
  result: LoadResult;
}

/**
 * Adds the parts of one run, count by count: the result is what a single process would have measured.
 * @param partial whether shards may be missing
 * @throws {CliError} (exit 2) for parts of different runs, a shard that is there twice, or one that is missing
 */
export function mergeParts(parts: readonly Part[], partial: boolean): LoadResult {
  const [first] = parts;
  if (!first) throw new CliError('there is nothing to merge');
  for (const part of parts) sameRun(first, part);
  const shards = distinctShards(parts);
  const { plan, version } = first.result;
  const missing = Array.from({ length: plan.shards }, (_, at) => at + 1).filter(
    (shard) => !shards.includes(shard),
  );
  if (missing.length > 0 && !partial) {
    throw new CliError(
      `shard ${missing.join(', ')} of ${plan.shards} is missing: pass its report too, or --partial to merge without it`,
    );
  }
  const measured = new Measured();
  for (const { result } of parts) measured.add(result.measured);
  const results = parts.map(({ result }) => result);
  const cutShort = results.find((result) => result.cutShort)?.cutShort;
  return {
    version,
    plan,
    shards,
    startedAt: Math.min(...results.map(({ startedAt }) => startedAt)),
    endedAt: Math.max(...results.map(({ endedAt }) => endedAt)),
    interrupted: results.some(({ interrupted }) => interrupted),
    cutShort,
    measured,
    clients: results.flatMap(({ clients }) => clients).sort((a, b) => a.shard - b.shard),
    oddities: odditiesOf(parts),
  };
}

function sameRun(first: Part, other: Part): void {
  const [a, b] = [first.result, other.result];
  const differing = [...new Set([...Object.keys(a.plan), ...Object.keys(b.plan)])].filter((key) => {
    const of = (result: LoadResult) => result.plan[key as keyof LoadResult['plan']];
    return !isDeepStrictEqual(of(a), of(b));
  });
  if (a.version !== b.version) differing.push('version');
  if (differing.length === 0) return;
  throw new CliError(
    `${other.file} belongs to another run than ${first.file}: they differ in ${differing.join(', ')}`,
  );
}

function distinctShards(parts: readonly Part[]): number[] {
  const files = new Map<number, string>();
  for (const { file, result } of parts) {
    for (const shard of result.shards) {
      const before = files.get(shard);
      if (before !== undefined) {
        throw new CliError(`shard ${shard} is there twice: in ${before} and in ${file}`);
      }
      files.set(shard, file);
    }
  }
  return [...files.keys()].sort((a, b) => a - b);
}

/** Shards that did not run at the same time asked less of the server than the plan says. */
function odditiesOf(parts: readonly Part[]): string[] {
  const wording = parts.flatMap(({ result }) => result.oddities);
  const latestStart = Math.max(...parts.map(({ result }) => result.startedAt));
  const earliest = Math.min(...parts.map(({ result }) => result.startedAt));
  const earliestEnd = Math.min(...parts.map(({ result }) => result.endedAt));
  const apart = (latestStart - earliest) / 1000;
  if (latestStart >= earliestEnd) {
    wording.push(
      `The shards did not run at the same time: one began after another had ended. Were they one run? Start them together with --start-at.`,
    );
  } else if (apart > 1) {
    wording.push(
      `The shards began up to ${apart.toFixed(1)} s apart (or their clocks differ by that much): start them together with --start-at.`,
    );
  }
  return [...new Set(wording)];
}
