/** The plan of a load run: when each applicant is to set out, and which of them this process walks. */
import { z } from 'zod';
import type { ResolvedSettings } from '../core/configuration.ts';
import { CliError } from '../core/exit.ts';
import { count, share } from './timings.ts';

/* Spans of time as people write them. */

const units: Record<string, number> = { s: 1, m: 60, min: 60, h: 3600 };
const longest = 7 * 24 * 3600;

/** Reads e.g. `90`, `90s`, `10m` or `1.5h`. @returns seconds. @throws {Error} that says what is known */
export function parseSpan(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(s|m|min|h)?$/.exec(text.trim()) ?? [];
  const seconds = Number(number) * (units[unit] ?? Number.NaN);
  if (seconds > 0 && seconds <= longest) return seconds;
  throw new Error('It must be a time above 0, at most 7 days: e.g. 90s, 10m, 1h.');
}

/** @returns e.g. `90 s`, `10 min` or `1.5 h` */
export function span(seconds: number): string {
  const [size, unit] = seconds < 120 ? [1, 's'] : seconds < 2 * 3600 ? [60, 'min'] : [3600, 'h'];
  return `${(seconds / Number(size)).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

export const checkWays = ['all', 'sample'] as const;
/** Of so many journeys a sample has one, the first among them. */
export const sampleOf = 10;

const model = z.discriminatedUnion('kind', [
  /** Applicants arrive at a rate in the whole run; of one process at most so many are on the way at once, others wait. */
  z.object({
    kind: z.literal('open'),
    rate: z.number().positive(),
    maxInFlight: count.positive(),
  }),
  /** So many applicants walk at once in the whole run; the next starts when another has finished. */
  z.object({ kind: z.literal('closed'), concurrency: count.positive() }),
]);

/** The whole run: the same for every shard of it. */
export const planSchema = z.object({
  /** E.g. `https://test.example.edu`; `mock` for the one in this process. */
  target: z.string(),
  dialect: z.string(),
  applicant: z.string(),
  exam: z.string(),
  pay: z.string(),
  /** The last step, by id; without it all. */
  until: z.string().optional(),
  /** Left out where only the time ends the run. */
  applicants: count.positive().optional(),
  /** After it nobody sets out any more. */
  durationSeconds: share.optional(),
  model,
  rampSeconds: share,
  /** Whether every answer is held against the schemas, or those of one journey in `sampleOf`. */
  checkAnswers: z.enum(checkWays).default('all'),
  /** Without it at once. */
  startAt: z.string().datetime({ offset: true }).optional(),
  /** Over how many processes the run is spread. */
  shards: count.positive(),
  /** As how many processes each machine walks its part; default: 1. */
  processes: count.positive().optional(),
});
export type Plan = z.infer<typeof planSchema>;

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

/** How applicants arrive in an open model: evenly, or growing to the full rate first. */
interface Schedule {
  rate: number;
  rampSeconds: number;
}

/** @returns in milliseconds from the start, when as many have arrived as the index says, from 0 */
export function dueAt(index: number, { rate, rampSeconds }: Schedule): number {
  const duringRamp = (rate * rampSeconds) / 2;
  if (index < duringRamp) return Math.sqrt((2 * index * rampSeconds) / rate) * 1000;
  return (rampSeconds / 2 + index / rate) * 1000;
}

/** @returns how many arrive within a time, in seconds: at least one */
export function countWithin(seconds: number, { rate, rampSeconds }: Schedule): number {
  const fullSeconds =
    seconds < rampSeconds ? seconds ** 2 / (2 * rampSeconds) : seconds - rampSeconds / 2;
  // Without what floating point adds or leaves out.
  return Math.max(1, Math.floor(rate * fullSeconds + 1e-6));
}

/** The model in words, e.g. `600 applicants, 5 started per second (open model)`. */
export function describeModel({ model, rampSeconds, durationSeconds, applicants }: Plan): string {
  const many =
    applicants === undefined
      ? 'applicants'
      : `${applicants.toLocaleString('en')} applicant${applicants === 1 ? '' : 's'}`;
  const described = [
    durationSeconds === undefined ? many : `${many} in ${span(durationSeconds)}`,
    model.kind === 'open'
      ? `${model.rate.toLocaleString('en', { maximumFractionDigits: 2 })} started per second (open model)`
      : `${model.concurrency} at once (closed model)`,
    ...(rampSeconds > 0 ? [`ramp of ${rampSeconds} s`] : []),
  ];
  return described.join(', ');
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

/* From the flags of a load run to its plan. */

export interface PlanRequest {
  applicants?: number;
  /** In seconds. */
  duration?: number;
  rate?: number;
  concurrency?: number;
  maxInFlight?: number;
  /** In seconds. */
  ramp: number;
  until?: string;
  checkAnswers: Plan['checkAnswers'];
  shard?: { shards: number };
  /** On this machine, and on each of the others. */
  processes?: number;
  startAt?: string;
}

const defaults = { applicants: 100, concurrency: 10, maxInFlight: 500 };

/** Makes the plan of a run. @throws {CliError} (exit 2) for flags that don't go together */
export function planOf(request: PlanRequest, settings: ResolvedSettings): Plan {
  const { rate, ramp, until, checkAnswers, startAt } = request;
  const { processes = 1 } = request;
  const shards = (request.shard?.shards ?? 1) * processes;
  if (processes > 1) needNobody(settings);
  const crowd = rate === undefined ? closedOf(request, shards) : openOf(request, rate);
  if (crowd.applicants !== undefined && crowd.applicants < shards) {
    throw new CliError(
      `--applicants ${crowd.applicants} is for the whole run: ${partsOf(request, shards)} need at least ${shards}`,
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
    until,
    ...crowd,
    rampSeconds: ramp,
    checkAnswers,
    startAt,
    shards,
    processes: processes > 1 ? processes : undefined,
  };
}

/** @throws {CliError} where somebody is to be asked at the terminal, which other processes do not have */
function needNobody({ exam, mailbox, staff, provider }: ResolvedSettings): void {
  const asked = Object.entries({ mailbox, staff, provider }).find(
    ([, { use }]) => use === 'prompt',
  );
  const what = exam === 'ask' ? '--exam ask' : asked && `${asked[0]} "prompt"`;
  if (what === undefined) return;
  throw new CliError(`${what} asks at the terminal, which --processes do not have: leave one out`);
}

function partsOf({ shard, processes = 1 }: PlanRequest, shards: number): string {
  if (processes === 1) return `${shards} shards`;
  return shard ? `${shard.shards} shards of ${processes} processes` : `${shards} processes`;
}

type Crowd = Pick<Plan, 'applicants' | 'durationSeconds' | 'model'>;

function closedOf(request: PlanRequest, shards: number): Crowd {
  const { concurrency = defaults.concurrency, applicants, duration, maxInFlight } = request;
  if (maxInFlight !== undefined) {
    throw new CliError(
      '--max-in-flight needs --rate; without it, --concurrency says how many run at once',
    );
  }
  if (concurrency < shards) {
    throw new CliError(
      `--concurrency ${concurrency} is for the whole run: ${partsOf(request, shards)} need at least ${shards}`,
    );
  }
  const model = { kind: 'closed', concurrency } as const;
  if (duration === undefined) return { applicants: applicants ?? defaults.applicants, model };
  return { applicants, durationSeconds: duration, model };
}

function openOf(request: PlanRequest, rate: number): Crowd {
  const { concurrency, ramp, duration, applicants } = request;
  if (concurrency !== undefined) {
    throw new CliError(
      '--rate starts applicants however slow the answers, --concurrency when others have finished: choose one of them',
    );
  }
  if (duration !== undefined && applicants !== undefined) {
    throw new CliError(
      '--rate, --duration and --applicants: two of them make the third, leave one out',
    );
  }
  const maxInFlight = request.maxInFlight ?? defaults.maxInFlight;
  const model = { kind: 'open', rate, maxInFlight } as const;
  if (duration === undefined) return { applicants: applicants ?? defaults.applicants, model };
  const count = countWithin(duration, { rate, rampSeconds: ramp });
  return { applicants: count, durationSeconds: duration, model };
}
