import type { ClientHealth } from './client-health.ts';
import type { Measured } from './measured.ts';
import { type Plan, shareOf } from './plan.ts';

/** A run, or the parts of it that were put together: what every report is written from. */
export interface LoadResult {
  /** The version of this tool. */
  version: string;
  plan: Plan;
  /** The shards it holds, in order. */
  shards: readonly number[];
  /** From when the first was to set out until the last was back, in milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  interrupted: boolean;
  measured: Measured;
  /** One for each shard. */
  clients: readonly ClientHealth[];
  /** What is odd about the parts that were put together. */
  oddities: readonly string[];
}

/** How long it took, in seconds; never 0. */
export function secondsOf({ startedAt, endedAt }: LoadResult): number {
  return Math.max(1, endedAt - startedAt) / 1000;
}

/** How many applicants the shards of a result have to walk; `undefined` where only the time ends the run. */
export function applicantsOf({ plan, shards }: LoadResult): number | undefined {
  const { applicants } = plan;
  if (applicants === undefined) return undefined;
  return shards.reduce((sum, shard) => sum + shareOf(shard, plan.shards, applicants), 0);
}
