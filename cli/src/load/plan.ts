/** What a load run does: when each applicant is to set out, and which of them this process walks. */
import type { ArrivalShape, Schedule } from './arrivals.ts';
import type { Mix } from './mix.ts';
import { span } from './span.ts';

/** Applicants arrive at a rate, whatever the answers take. */
interface OpenModel {
  kind: 'open';
  /** Journeys started per second at the most, in the whole run. */
  rate: number;
  /** At most this many journeys at once in one process; others have to wait. */
  maxInFlight: number;
  arrivals: ArrivalShape;
}

/** This many applicants walk at once; the next starts when another has finished. */
interface ClosedModel {
  kind: 'closed';
  /** In the whole run. */
  concurrency: number;
}

export const checkWays = ['all', 'sample'] as const;
/** Of so many journeys a sample has one, the first among them. */
export const sampleOf = 10;

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
  /** Left out where only the time ends the run. */
  applicants?: number | undefined;
  /** After it nobody sets out any more. */
  durationSeconds?: number | undefined;
  /** Who comes; left out: all walk the whole way, or until the last step. */
  mix?: Mix | undefined;
  model: OpenModel | ClosedModel;
  rampSeconds: number;
  /** Whether every answer is held against the schemas, or those of one journey in `sampleOf`. */
  checkAnswers: (typeof checkWays)[number];
  /** ISO time; without it at once. */
  startAt?: string | undefined;
  /** Over how many processes the run is spread. */
  shards: number;
  /** As how many processes each machine walks its part; default: 1. */
  processes?: number | undefined;
}

/** @returns how many of `count` things are a shard's: the first, and every N-th after it, so that arrivals interleave */
export function shareOf(shard: number, shards: number, count: number): number {
  return Math.max(0, Math.ceil((count - shard + 1) / shards));
}

/** @returns how many applicants some shards have to walk; `undefined` where only the time ends the run */
export function applicantsOf(
  { applicants, shards: all }: Plan,
  shards: readonly number[],
): number | undefined {
  if (applicants === undefined) return undefined;
  return shards.reduce((sum, shard) => sum + shareOf(shard, all, applicants), 0);
}

/** @returns what the arrivals of an open model follow */
export function scheduleOf(
  { rate, arrivals }: Pick<OpenModel, 'rate' | 'arrivals'>,
  { rampSeconds, durationSeconds }: Pick<Plan, 'rampSeconds' | 'durationSeconds'>,
): Schedule {
  return { rate, shape: arrivals, rampSeconds, seconds: durationSeconds };
}

/** The model in words, e.g. `600 applicants, 5 started per second (open model)`. */
export function describeModel({
  model,
  rampSeconds,
  durationSeconds,
  applicants,
  mix,
}: Plan): string {
  const many =
    applicants === undefined
      ? 'applicants'
      : `${applicants.toLocaleString('en')} applicant${applicants === 1 ? '' : 's'}`;
  const shape = model.kind === 'open' && model.arrivals !== 'steady' ? model.arrivals : undefined;
  const told = [
    durationSeconds === undefined ? many : `${many} in ${span(durationSeconds)}`,
    model.kind === 'open'
      ? `${shape ? `arrivals "${shape}", at most ` : ''}${perSecond(model.rate)} started per second (open model)`
      : `${model.concurrency} at once (closed model)`,
    ...(rampSeconds > 0 ? [`ramp of ${rampSeconds} s`] : []),
    ...(mix ? [describeMix(mix)] : []),
  ];
  return told.join(', ');
}

function perSecond(rate: number): string {
  return rate.toLocaleString('en', { maximumFractionDigits: 2 });
}

function describeMix(mix: Mix): string {
  const parts = Object.entries(mix).filter(([, share]) => share > 0);
  return `mix ${parts.map(([kind, share]) => `${kind}=${share}`).join(',')}`;
}

/** @returns e.g. `shard 2 of 4`, `4 shards merged` or `4 processes`; nothing where there is one process */
export function describeShards(
  { shards: all, processes }: Plan,
  shards: readonly number[],
): string[] {
  if (all === 1) return [];
  if (all === processes && shards.length === all) return [`${all} processes`];
  return [
    shards.length === all
      ? `${all} shards merged`
      : `shard${shards.length > 1 ? 's' : ''} ${shards.join(', ')} of ${all}`,
  ];
}
