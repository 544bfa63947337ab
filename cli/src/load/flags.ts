/** What `load` is asked for, as a plan. */
import { InvalidArgumentError } from 'commander';
import type { Flags, ResolvedSettings } from '../config/load.ts';
import { CliError } from '../process/exit.ts';
import type { ReportFile } from '../report/files.ts';
import type { Plan } from './plan.ts';
import type { LoadFormat } from './report/index.ts';
import { parseThreshold, type Threshold } from './thresholds.ts';

export interface Shard {
  shard: number;
  shards: number;
}

export interface LoadFlags extends Flags {
  applicants: number;
  rate?: number;
  concurrency?: number;
  maxInFlight?: number;
  ramp: number;
  until?: string;
  threshold?: Threshold[];
  shard?: Shard;
  startAt?: string;
  report?: ReportFile<LoadFormat>[];
}

const defaults = { concurrency: 10, maxInFlight: 500 };

/** Makes the plan of a run. @throws {CliError} (exit 2) for flags that don't go together */
export function planOf(flags: LoadFlags, settings: ResolvedSettings): Plan {
  const { rate, concurrency, maxInFlight, applicants, ramp, until, startAt } = flags;
  const { shards } = flags.shard ?? { shards: 1 };
  if (rate !== undefined && concurrency !== undefined) {
    throw new CliError(
      '--rate lets applicants set out whatever the answers take, --concurrency when others are through: choose one of them',
    );
  }
  if (maxInFlight !== undefined && rate === undefined) {
    throw new CliError(
      '--max-in-flight needs --rate; without it, --concurrency says how many are on the way',
    );
  }
  const lanes = concurrency ?? defaults.concurrency;
  if (rate === undefined && lanes < shards) {
    throw new CliError(
      `--concurrency ${lanes} is of the whole run: ${shards} shards need at least ${shards}`,
    );
  }
  if (applicants < shards) {
    throw new CliError(
      `--applicants ${applicants} is of the whole run: ${shards} shards need at least ${shards}`,
    );
  }
  if (startAt !== undefined && Date.parse(startAt) <= Date.now()) {
    const late = Math.ceil((Date.now() - Date.parse(startAt)) / 1000);
    throw new CliError(
      `--start-at ${startAt} was ${late} s ago: choose a time at which every shard is ready`,
    );
  }
  const { target, dialectName, applicantName, exam, pay } = settings;
  return {
    target,
    dialect: dialectName,
    applicant: applicantName,
    exam,
    pay,
    ...(until === undefined ? {} : { until }),
    applicants,
    model:
      rate === undefined
        ? { kind: 'closed', concurrency: lanes }
        : { kind: 'open', rate, maxInFlight: maxInFlight ?? defaults.maxInFlight },
    rampSeconds: ramp,
    ...(startAt === undefined ? {} : { startAt }),
    shards,
  };
}

/** Parses e.g. `2/4`. */
export function parseShard(text: string): Shard {
  const [, shard, shards] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (shard && shards && shard <= shards) return { shard, shards };
  throw new InvalidArgumentError('It must be I/N, e.g. 2/4: the second of four, from 1.');
}

/** Parses a time with its zone. @returns it in UTC, so that all shards write it alike */
export function parseTime(text: string): string {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text);
  if (hasZone && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new InvalidArgumentError(
    'It must be a time in ISO form with its zone, e.g. 2026-12-01T08:00:00Z.',
  );
}

/** Collects thresholds. */
export function thresholds(text: string, before: readonly Threshold[] = []): Threshold[] {
  try {
    return [...before, parseThreshold(text)];
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
