/** The JSON report of a load run: what it holds, for who writes it and who reads it again. */
import { z } from 'zod';
import { exitCodes } from '../process/exit.ts';
import { arrivalShapes } from './arrivals.ts';
import { kinds } from './mix.ts';
import { checkWays } from './plan.ts';

/** Raised when a report can no longer be read as before. */
export const schemaVersion = 1;
export const formatName = 'admissions-load';

const count = z.number().int().nonnegative();
const share = z.number().nonnegative();

/** HDR histogram of whole microseconds: V2, compressed, base64. */
const timings = z.object({ count, maxMicros: count, histogram: z.string() });
/** The same with its figures, in milliseconds, for who does not decode it. */
const told = timings.extend({
  ms: z.object({ mean: share, p50: share, p90: share, p95: share, p99: share, max: share }),
});
export type ToldTimings = z.infer<typeof told>;

const kindCounts = z.object({ started: count, through: count, failed: count, brokenOff: count });

const plan = z.object({
  target: z.string(),
  dialect: z.string(),
  applicant: z.string(),
  exam: z.string(),
  pay: z.string(),
  until: z.string().optional(),
  applicants: count.positive().optional(),
  durationSeconds: share.optional(),
  mix: z.record(z.enum(kinds), count).optional(),
  model: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('open'),
      rate: z.number().positive(),
      maxInFlight: count.positive(),
      arrivals: z.enum(arrivalShapes).default('steady'),
    }),
    z.object({ kind: z.literal('closed'), concurrency: count.positive() }),
  ]),
  rampSeconds: share,
  checkAnswers: z.enum(checkWays).default('all'),
  startAt: z.string().datetime({ offset: true }).optional(),
  shards: count.positive(),
  processes: count.positive().optional(),
});

const memory = z.object({ rssBytes: share, heapBytes: share });

const slice = z.object({
  /** When it began, in whole seconds since 1970. */
  second: count,
  started: count,
  through: count,
  failed: count,
  answered: count,
  errors: count,
  answerTimes: timings,
  journeyTimes: timings,
  client: z.object({ cpu: share, rssBytes: share, heapBytes: share }).optional(),
});

export const loadFileSchema = z.object({
  format: z.literal(formatName),
  schemaVersion: z.literal(schemaVersion),
  /** Of the tool. */
  version: z.string(),
  plan,
  /** The shards that are in it. */
  shards: z.array(count.positive()).min(1),
  startedAt: z.string().datetime(),
  endedAt: z.string().datetime(),
  /** By Ctrl-C. */
  interrupted: z.boolean(),
  /** What else ended it before its time. */
  cutShort: z.object({ told: z.string(), exitCode: z.nativeEnum(exitCodes) }).optional(),
  journeysPerSecond: share,
  answersPerSecond: share,
  journeys: z.object({
    started: count,
    through: count,
    failed: count,
    brokenOff: count,
    heldBack: count,
  }),
  /** Of a mix: each of its kinds. */
  kinds: z
    .array(z.object({ kind: z.enum(kinds), journeys: kindCounts, response: told, failed: told }))
    .default([]),
  /** How many journeys ended with which exit code. */
  ends: z.array(z.object({ exitCode: count, journeys: count })),
  journeyTimes: z.object({
    response: told,
    service: told,
    failed: told,
    delay: told,
    beside: told,
  }),
  operations: z.array(z.object({ operation: z.string(), answered: told, failed: told })),
  repeats: count,
  errors: z.array(
    z.object({
      where: z.string(),
      kind: z.string(),
      attempts: count,
      journeys: count,
      example: z.string(),
      curl: z.string().optional(),
    }),
  ),
  timeline: z.object({ widthSeconds: count.positive(), slices: z.array(slice) }),
  clients: z.array(
    z.object({
      shard: count.positive(),
      loopDelayP50: share,
      loopDelayP99: share,
      loopDelayMax: share,
      utilization: share,
      cpuSeconds: share,
      maxRssBytes: share,
      memory: z.object({ start: memory, end: memory, max: memory }).optional(),
    }),
  ),
  oddities: z.array(z.string()),
  thresholds: z.array(z.object({ expression: z.string(), met: z.boolean(), told: z.string() })),
  warnings: z.array(z.string()),
  notes: z.array(z.string()),
  exitCode: count,
});

/** A JSON report, parsed. */
export type LoadFile = z.infer<typeof loadFileSchema>;
