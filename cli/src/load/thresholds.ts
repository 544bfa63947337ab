/** Thresholds of a run, e.g. `p95<500`, `exams.create:p99<0.8s`, `errors<1%`, `journeys/s>5`. */
import { operations } from '@one-planet/contract';
import { didYouMean, exitCodes } from '../core/exit.ts';
import {
  type CutShort,
  type LoadResult,
  type Measured,
  type OperationTimes,
  secondsOf,
} from './measured.ts';
import { applicantsOf, type Plan } from './plan.ts';
import { type EncodedTimings, Timings } from './timings.ts';

export interface Threshold {
  /** As it was given, without spaces. */
  expression: string;
  /** An operation, `journey`, `delay`; default: all operations together. */
  subject: string | undefined;
  /** `errors`, `max`, `mean`, `journeys/s`, `answers/s`, or `p` with a percentage. */
  metric: string;
  sign: '<' | '<=' | '>' | '>=';
  /** Milliseconds, a count or rate, or, with `share`, 0 to 1. */
  limit: number;
  share: boolean;
}

export interface Verdict {
  expression: string;
  met: boolean;
  /** The measured value, e.g. `231 ms`. */
  told: string;
}

const known =
  'It must be [SUBJECT:]METRIC<LIMIT, e.g. p95<500, exams.create:p99<0.8s, journey:p95<5000, errors<1%, journeys/s>5. ' +
  'Subjects: an operation, journey, delay (how late journeys started), or none for all operations together. ' +
  'Metrics: p1 to p100, mean, max (in ms, or s where it says so), errors (a count, or a share with %), journeys/s, answers/s. Signs: <, <=, >, >=.';

/** @throws {Error} that says what is known */
export function parseThreshold(text: string): Threshold {
  const expression = text.replace(/\s+/g, '');
  const parts = /^(?:([^:<>]+):)?([^:<>]+?)(<=?|>=?)(\d+(?:\.\d+)?)(ms|s|%)?$/.exec(expression);
  if (!parts) throw new Error(known);
  const [, subject, metric = '', sign, number, unit] = parts;
  checkSubject(subject);
  const rate = /^(journeys|answers)\/s$/.test(metric);
  const isTime =
    /^(mean|max|p(100|[1-9]?\d(\.\d+)?))$/.test(metric) && !/^p0*(\.0*)?$/.test(metric);
  if (!rate && !isTime && metric !== 'errors') {
    const near = didYouMean(metric, ['errors', 'mean', 'max', 'p95', 'journeys/s', 'answers/s']);
    throw new Error(`There is no metric "${metric}"${near}. ${known}`);
  }
  if (rate && subject)
    throw new Error(`${metric} is of the whole run, without a subject. ${known}`);
  if (metric === 'errors' && subject === 'delay') throw new Error(`A delay is no error. ${known}`);
  const units = isTime ? ['ms', 's'] : metric === 'errors' ? ['%'] : [];
  if (unit && !units.includes(unit))
    throw new Error(`${metric} is not measured in "${unit}". ${known}`);
  const scale = unit === 's' ? 1000 : unit === '%' ? 0.01 : 1;
  return {
    expression,
    subject,
    metric,
    sign: sign as Threshold['sign'],
    limit: Number(number) * scale,
    share: unit === '%',
  };
}

function checkSubject(subject: string | undefined): void {
  const subjects = ['journey', 'delay', ...operations.map(({ name }) => name)];
  if (subject === undefined || subjects.includes(subject)) return;
  throw new Error(`There is no "${subject}"${didYouMean(subject, subjects)}. ${known}`);
}

/** The counts and times a threshold looks at, of a whole run or of a part of it. */
interface WindowCounts {
  /** Answered calls, or journeys that came through. */
  count: number;
  /** How long that took, or how late journeys started. */
  times: Timings;
  failed: number;
  /** Journeys that came through. */
  through: number;
  seconds: number;
}

/** Holds a result against a threshold; where nothing was measured, none is met. */
export function judge(threshold: Threshold, result: LoadResult): Verdict {
  const { expression } = threshold;
  const seen = { ...seenOf(threshold, result.measured), seconds: secondsOf(result) };
  const value = measure(threshold, seen);
  if (value === undefined) return { expression, met: false, told: 'nothing was measured' };
  return { expression, met: holds(threshold, value), told: describeValue(threshold, value) };
}

/** @returns whether a measured value is on the side of the limit that the sign asks for */
function holds({ sign, limit }: Threshold, value: number): boolean {
  if (sign === '<') return value < limit;
  if (sign === '<=') return value <= limit;
  return sign === '>' ? value > limit : value >= limit;
}

function describeValue({ share, metric }: Threshold, value: number): string {
  if (share) return `${(value * 100).toFixed(2)} %`;
  if (metric === 'errors') return String(value);
  if (isRate({ metric })) return value.toFixed(2);
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
}

function isRate({ metric }: Pick<Threshold, 'metric'>): boolean {
  return metric.endsWith('/s');
}

/** @returns the value of a threshold's metric; `undefined` where nothing was measured */
function measure(
  { metric, share }: Threshold,
  { count, times, failed, through, seconds }: WindowCounts,
): number | undefined {
  if (metric === 'journeys/s') return through / seconds;
  if (metric === 'answers/s') return count / seconds;
  if (metric === 'errors') {
    const all = count + failed;
    if (!share) return failed;
    return all === 0 ? undefined : failed / all;
  }
  if (times.count === 0) return undefined;
  if (metric === 'max') return times.max;
  return metric === 'mean' ? times.mean : times.percentile(Number(metric.slice(1)));
}

/** @returns what a threshold looks at, since the start */
function seenOf({ subject }: Threshold, measured: Measured): Omit<WindowCounts, 'seconds'> {
  const { through } = measured.counts;
  if (subject === 'delay') {
    const { delay } = measured.journeys;
    return { count: delay.count, times: delay, failed: 0, through };
  }
  const { answered, failed } = timesOf(subject, measured);
  return { count: answered.count, times: answered, failed: failed.count, through };
}

function timesOf(subject: string | undefined, measured: Measured): OperationTimes {
  const { response, failed } = measured.journeys;
  if (subject === undefined) return measured.answers;
  if (subject === 'journey') return { answered: response, failed };
  return measured.operations.get(subject) ?? { answered: new Timings(), failed: new Timings() };
}

/* The early end of a run: `--abort-on`, in the language of the thresholds, looked at each second over all processes. */

/** How far back a look goes, in seconds, and how many answers it needs: else it goes further back, to these. */
const lookBack = { seconds: 10, least: 20 } as const;

/** Reads e.g. `errors>20%`. @throws {Error} that says what is known, also for one that a good run would meet */
export function parseAbortOn(text: string): Threshold {
  const threshold = parseThreshold(text);
  const { expression, sign } = threshold;
  const isUpper = sign.startsWith('>');
  if (isUpper !== isRate(threshold)) return threshold;
  const other = expression.replace(/[<>]/, isUpper ? '<' : '>');
  throw new Error(`It is what ends the run, not what must hold: do you mean ${other}?`);
}

/** The sample of one process for one condition since it was asked before. */
export interface Sample extends Omit<WindowCounts, 'times' | 'seconds'> {
  /** Where times are asked for, and there are some. */
  times?: EncodedTimings;
}

/** @returns what returns, each time it is called, what was measured since the last time, for each condition */
export function samplerOf(
  conditions: readonly Threshold[],
  measured: Measured,
): () => readonly Sample[] {
  const samplers = conditions.map((condition) => {
    let last = { count: 0, failed: 0, through: 0 };
    let lastTimes = new Timings();
    return (): Sample => {
      const { times, ...seen } = seenOf(condition, measured);
      const more = {
        count: seen.count - last.count,
        failed: seen.failed - last.failed,
        through: seen.through - last.through,
      };
      last = seen;
      if (!isTime(condition) || more.count === 0) return more;
      const since = times.since(lastTimes).encode();
      lastTimes = times.copy();
      return { ...more, times: since };
    };
  });
  return () => samplers.map((sample) => sample());
}

/** Holds what all processes saw against the conditions. */
export class AbortWatch {
  readonly #memories: readonly Memory[];
  /** Until then, in seconds since the start, no rate can be what it will be. */
  readonly #settled: number;
  readonly #closes: number;
  readonly #applicants: number;

  /** @param shards those that are watched */
  constructor(conditions: readonly Threshold[], plan: Plan, shards: readonly number[]) {
    this.#memories = conditions.map((condition) => new Memory(condition));
    this.#settled = plan.rampSeconds + lookBack.seconds;
    this.#closes = plan.durationSeconds ?? Number.POSITIVE_INFINITY;
    this.#applicants = applicantsOf(plan, shards) ?? Number.POSITIVE_INFINITY;
  }

  /** @param samples of one process, one for each condition */
  add(samples: readonly Sample[]): void {
    for (const [at, sample] of samples.entries()) this.#memories[at]?.add(sample);
  }

  /**
   * Looks, once a second.
   * @param seconds since the start
   * @param started how many applicants have set out
   * @returns why the run is to end, if a condition is met
   */
  look(seconds: number, started: number): CutShort | undefined {
    // When nobody sets out any more, a rate falls by itself.
    const isSteady =
      seconds >= this.#settled && seconds < this.#closes && started < this.#applicants;
    const all = this.#memories.map((memory) => {
      const met = memory.look(seconds);
      return memory.isOfRate && !isSteady ? undefined : met;
    });
    const met = all.find((one) => one !== undefined);
    return met === undefined ? undefined : { told: `aborted: ${met}`, exitCode: exitCodes.tooSlow };
  }
}

interface Moment extends Omit<Sample, 'times'> {
  /** In seconds since the start, when it began. */
  from: number;
  times?: Timings;
}

const nothing = { count: 0, failed: 0, through: 0 };

/** The latest samples for one condition, the oldest first. */
class Memory {
  readonly isOfRate: boolean;
  readonly #condition: Threshold;
  readonly #moments: Moment[] = [];
  #now: Moment = { from: 0, ...nothing };
  #failedSinceStart = 0;

  constructor(condition: Threshold) {
    this.#condition = condition;
    this.isOfRate = isRate(condition);
  }

  add({ count, failed, through, times }: Sample): void {
    const now = this.#now;
    now.count += count;
    now.failed += failed;
    now.through += through;
    this.#failedSinceStart += failed;
    if (!times) return;
    now.times ??= new Timings();
    now.times.add(Timings.decode(times));
  }

  /** @returns the condition and its value in words, where it is met */
  look(seconds: number): string | undefined {
    // A moment without anything says something of a rate only.
    if (this.isOfRate || this.#answersOf(this.#now) > 0) this.#moments.push(this.#now);
    this.#now = { from: seconds, ...nothing };
    this.#forget(seconds);
    const { expression, metric, share } = this.#condition;
    if (metric === 'errors' && !share) {
      const failed = this.#failedSinceStart;
      return holds(this.#condition, failed)
        ? `${expression}, ${failed} since the start`
        : undefined;
    }
    const answers = this.#answers();
    if (!this.isOfRate && answers < lookBack.least) return undefined;
    const span = Math.max(1, seconds - (this.#moments[0]?.from ?? seconds));
    const value = measure(this.#condition, { ...this.#seen(), seconds: span });
    if (value === undefined || !holds(this.#condition, value)) return undefined;
    const of = this.isOfRate ? '' : ` of ${answers}`;
    return `${expression}, ${describeValue(this.#condition, value)}${of} in the last ${Math.round(span)} s`;
  }

  /** Drops what is long ago, as long as there are enough answers without it. */
  #forget(seconds: number): void {
    let answers = this.#answers();
    for (;;) {
      const [oldest, next] = this.#moments;
      if (!oldest || !next) return;
      // A timer that was early must not make the span a second longer.
      const isLongAgo = seconds - next.from >= lookBack.seconds - 0.5;
      answers -= this.#answersOf(oldest);
      if (!isLongAgo || (!this.isOfRate && answers < lookBack.least)) return;
      this.#moments.shift();
    }
  }

  #seen() {
    const times = new Timings();
    const sum = { ...nothing };
    for (const moment of this.#moments) {
      sum.count += moment.count;
      sum.failed += moment.failed;
      sum.through += moment.through;
      if (moment.times) times.add(moment.times);
    }
    return { ...sum, times };
  }

  #answers(): number {
    return this.#moments.reduce((all, moment) => all + this.#answersOf(moment), 0);
  }

  /** Who asks for times has no use for what has none. */
  #answersOf({ count, failed }: Moment): number {
    return isTime(this.#condition) ? count : count + failed;
  }
}

function isTime(condition: Threshold): boolean {
  return condition.metric !== 'errors' && !isRate(condition);
}
