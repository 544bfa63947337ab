/** The measurements of a run. Nothing is kept of a single applicant but what she adds to counts. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { z } from 'zod';
import { exitCodes } from '../core/exit.ts';
import { Errors } from './errors.ts';
import type { Plan } from './plan.ts';
import { type ClientLoad, count, share, Timeline, Timings } from './timings.ts';

/** The attempts of one operation: those that were answered as the contract has it, and those that failed. */
export interface OperationTimes {
  answered: Timings;
  failed: Timings;
}

/**
 * Journeys that set out, came through, ended before, were ended by Ctrl-C, and had to wait until fewer were on the
 * way before they could set out.
 */
export const journeyCounts = ['started', 'through', 'failed', 'brokenOff', 'heldBack'] as const;

/**
 * Of journeys that came through: from when they were to set out (response) and from when they did (service). Of those
 * that failed: from when they were to set out. Of all: how late they set out (delay), and how long they did
 * something else than wait for an answer of the API (beside): mail, staff, the provider, and the client itself.
 */
export const journeyTimes = ['response', 'service', 'failed', 'delay', 'beside'] as const;

/** Makes an object with a value for each name. */
export function forEach<K extends string, V>(
  names: readonly K[],
  make: (name: K) => V,
): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>;
}

export class Measured {
  readonly counts: Record<(typeof journeyCounts)[number], number> = forEach(journeyCounts, () => 0);
  readonly journeys: Record<(typeof journeyTimes)[number], Timings> = forEach(
    journeyTimes,
    () => new Timings(),
  );
  readonly operations = new Map<string, OperationTimes>();
  /** Attempts that were not the first of their call. */
  repeats = 0;
  readonly ends = new Map<number, number>();
  readonly errors = new Errors();
  readonly timeline = new Timeline();

  of(operation: string): OperationTimes {
    const known = this.operations.get(operation);
    if (known) return known;
    const made = { answered: new Timings(), failed: new Timings() };
    this.operations.set(operation, made);
    return made;
  }

  get answers(): OperationTimes {
    const all = { answered: new Timings(), failed: new Timings() };
    for (const times of this.operations.values()) {
      all.answered.add(times.answered);
      all.failed.add(times.failed);
    }
    return all;
  }

  countEnd(exitCode: number, journeys = 1): void {
    this.ends.set(exitCode, (this.ends.get(exitCode) ?? 0) + journeys);
  }

  /** Adds what another process measured, count by count. */
  add(other: Measured): void {
    for (const count of journeyCounts) this.counts[count] += other.counts[count];
    for (const times of journeyTimes) this.journeys[times].add(other.journeys[times]);
    for (const [operation, { answered, failed }] of other.operations) {
      const own = this.of(operation);
      own.answered.add(answered);
      own.failed.add(failed);
    }
    this.repeats += other.repeats;
    for (const [exitCode, journeys] of other.ends) this.countEnd(exitCode, journeys);
    this.errors.add(other.errors.all);
    this.timeline.add(other.timeline);
  }
}

/* Whether the figures are the server's or our own: what the process that makes the load had to spare. */

const memory = z.object({
  /** Resident, and the part of it that JavaScript's objects take. */
  rssBytes: share,
  heapBytes: share,
});
export type Memory = z.infer<typeof memory>;

export const clientHealth = z.object({
  shard: count.positive(),
  /** How late the event loop was, in milliseconds. */
  loopDelayP50: share,
  loopDelayP99: share,
  loopDelayMax: share,
  /** How much of the time the event loop was busy, 0 to 1. */
  utilization: share,
  cpuSeconds: share,
  maxRssBytes: share,
  /** After the first second, in the last one, and the most of each. */
  memory: z.object({ start: memory, end: memory, max: memory }).optional(),
});
type ClientHealth = z.infer<typeof clientHealth>;

const everyMs = 1000;
/** The resolution of the measurement; part of every value the platform reports. */
const resolutionMs = 10;

/**
 * Watches this process.
 * @param onSecond called for each second
 * @returns what ends it and sums up
 */
export function watchClient(
  onSecond: (load: ClientLoad) => void,
): () => Omit<ClientHealth, 'shard'> {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const loopBefore = performance.eventLoopUtilization();
  const cpuBefore = process.cpuUsage();
  let maxRssBytes = process.memoryUsage.rss();
  let last = { cpu: cpuBefore, at: performance.now() };
  let memory: ClientHealth['memory'];
  const look = () => {
    const now = performance.now();
    // Too short a moment gives no useful share.
    if (now - last.at < everyMs / 4) return;
    const { user, system } = process.cpuUsage(last.cpu);
    const { rss, heapUsed } = process.memoryUsage();
    maxRssBytes = Math.max(maxRssBytes, rss);
    memory = grown(memory, { rssBytes: rss, heapBytes: heapUsed });
    const cpu = (user + system) / 1000 / (now - last.at);
    last = { cpu: process.cpuUsage(), at: now };
    onSecond({ cpu, rssBytes: rss, heapBytes: heapUsed });
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    look();
    delays.disable();
    const { user, system } = process.cpuUsage(cpuBefore);
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
    // In a short run without a single sample the platform has no number.
    const described = (nanoseconds: number) => (delays.count > 0 ? late(nanoseconds) : 0);
    return {
      loopDelayP50: described(delays.percentile(50)),
      loopDelayP99: described(delays.percentile(99)),
      loopDelayMax: described(delays.max),
      utilization: performance.eventLoopUtilization(loopBefore).utilization,
      cpuSeconds: (user + system) / 1e6,
      maxRssBytes,
      memory,
    };
  };
}

function grown(before: ClientHealth['memory'], end: Memory): NonNullable<ClientHealth['memory']> {
  const { start, max } = before ?? { start: end, max: end };
  const rssBytes = Math.max(max.rssBytes, end.rssBytes);
  return { start, end, max: { rssBytes, heapBytes: Math.max(max.heapBytes, end.heapBytes) } };
}

/** Why a run ended before its time, where Ctrl-C was not the reason; it ended as by Ctrl-C. */
export const cutShortSchema = z.object({
  /** E.g. `aborted: errors>20%, 42.86 % of 112 in the last 10 s`; without secrets. */
  told: z.string(),
  exitCode: z.nativeEnum(exitCodes),
});
export type CutShort = z.infer<typeof cutShortSchema>;

/** A run, or the parts of it that were put together: what every report is written from. */
export interface LoadResult {
  version: string;
  plan: Plan;
  /** The shards it holds, in order. */
  shards: readonly number[];
  /** From when the first was to set out until the last was back, in milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  /** By Ctrl-C. */
  interrupted: boolean;
  cutShort?: CutShort;
  measured: Measured;
  clients: readonly ClientHealth[];
  /** Oddities of the parts that were put together. */
  oddities: readonly string[];
}

/** How long it took, in seconds; never 0. */
export function secondsOf({ startedAt, endedAt }: LoadResult): number {
  return Math.max(1, endedAt - startedAt) / 1000;
}
