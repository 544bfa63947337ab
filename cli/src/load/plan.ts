/** What a load run does: when each applicant is to set out, and which of them this process walks. */
import type { ResolvedSettings } from '../config/load.ts';
import { CliError } from '../process/exit.ts';

/** Applicants arrive at a rate, whatever the answers take. */
interface OpenModel {
  kind: 'open';
  /** Journeys started per second, in the whole run. */
  rate: number;
  /** At most this many journeys at once in one process; others have to wait. */
  maxInFlight: number;
}

/** This many applicants walk at once; the next starts when another has finished. */
interface ClosedModel {
  kind: 'closed';
  /** In the whole run. */
  concurrency: number;
}

/** The whole run: the same for every shard of it. */
export interface Plan {
  /** E.g. `https://test.example.edu`; `mock` for the one in this process. */
  target: string;
  dialect: string;
  applicant: string;
  exam: string;
  pay: string;
  /** The last step, by id; without it all. */
  until?: string | undefined;
  applicants: number;
  model: OpenModel | ClosedModel;
  rampSeconds: number;
  /** ISO time; without it at once. */
  startAt?: string | undefined;
  /** Over how many processes the run is spread. */
  shards: number;
}

/**
 * @param index of an applicant of an open model, from 0
 * @returns when she is to set out, in milliseconds from the start of the run: at even distances, and during the
 * ramp as a rate asks that grows evenly from 0
 */
export function dueAt(index: number, rate: number, rampSeconds: number): number {
  const duringRamp = (rate * rampSeconds) / 2;
  const seconds =
    index < duringRamp
      ? Math.sqrt((2 * rampSeconds * index) / rate)
      : rampSeconds / 2 + index / rate;
  return seconds * 1000;
}

/** @returns how many of `count` things are a shard's: the first, and every N-th after it, so that arrivals interleave */
export function shareOf(shard: number, shards: number, count: number): number {
  return Math.max(0, Math.ceil((count - shard + 1) / shards));
}

/** The model in words, e.g. `at 5 per second (open model)`. */
export function describeModel({ model, rampSeconds, applicants }: Plan): string {
  const many = `${applicants.toLocaleString('en')} applicant${applicants === 1 ? '' : 's'}`;
  const ramp = rampSeconds > 0 ? `, ramp of ${rampSeconds} s` : '';
  return model.kind === 'open'
    ? `${many}, ${model.rate} started per second (open model)${ramp}`
    : `${many}, ${model.concurrency} at once (closed model)${ramp}`;
}

/** @returns e.g. `shard 2 of 4`, or `4 shards put together`; nothing where there is one process */
export function describeShards({ shards: all }: Plan, shards: readonly number[]): string[] {
  if (all === 1) return [];
  return [
    shards.length === all
      ? `${all} shards merged`
      : `shard${shards.length > 1 ? 's' : ''} ${shards.join(', ')} of ${all}`,
  ];
}

/** What a run is asked for. */
export interface PlanRequest {
  applicants: number;
  rate?: number | undefined;
  concurrency?: number | undefined;
  maxInFlight?: number | undefined;
  /** In seconds. */
  ramp: number;
  until?: string | undefined;
  shard?: { shards: number } | undefined;
  startAt?: string | undefined;
}

const defaults = { concurrency: 10, maxInFlight: 500 };

/** Makes the plan of a run. @throws {CliError} (exit 2) for flags that don't go together */
export function planOf(request: PlanRequest, settings: ResolvedSettings): Plan {
  const { rate, concurrency, maxInFlight, applicants, ramp, until, startAt } = request;
  const { shards } = request.shard ?? { shards: 1 };
  if (rate !== undefined && concurrency !== undefined) {
    throw new CliError(
      '--rate starts applicants however slow the answers, --concurrency when others have finished: choose one of them',
    );
  }
  if (maxInFlight !== undefined && rate === undefined) {
    throw new CliError(
      '--max-in-flight needs --rate; without it, --concurrency says how many run at once',
    );
  }
  const lanes = concurrency ?? defaults.concurrency;
  if (rate === undefined && lanes < shards) {
    throw new CliError(
      `--concurrency ${lanes} is for the whole run: ${shards} shards need at least ${shards}`,
    );
  }
  if (applicants < shards) {
    throw new CliError(
      `--applicants ${applicants} is for the whole run: ${shards} shards need at least ${shards}`,
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
