import type { ExitCode } from '../process/exit.ts';
import type { ClientHealth } from './client-health.ts';
import type { Measured } from './measured.ts';
import type { Plan } from './plan.ts';

/** Why a run ended before its time, where Ctrl-C was not the reason; it ended as by Ctrl-C. */
export interface CutShort {
  /** E.g. `aborted: errors>20%, 42.86 % of 112 in the last 10 s`; without secrets. */
  told: string;
  exitCode: ExitCode;
}

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
  /** By Ctrl-C. */
  interrupted: boolean;
  cutShort?: CutShort | undefined;
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
