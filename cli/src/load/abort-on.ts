/** What ends a run early: `--abort-on`, in the language of the thresholds, looked at each second over all processes. */
import { exitCodes } from '../process/exit.ts';
import type { Measured } from './measured.ts';
import { applicantsOf, type Plan } from './plan.ts';
import type { CutShort } from './result.ts';
import {
  holds,
  isRate,
  measure,
  parseThreshold,
  seenOf,
  type Threshold,
  tell,
} from './thresholds.ts';
import { type EncodedTimings, Timings } from './timings.ts';

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

/** What one process saw for one condition since it was asked before. */
export interface Sample {
  count: number;
  failed: number;
  through: number;
  /** Where times are asked for, and there are some. */
  times?: EncodedTimings | undefined;
}

/** @returns what tells, each time it is called, what was measured since the last time, for each condition */
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
export class Lookout {
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

/** What was seen between two looks. */
interface Moment {
  /** In seconds since the start, when it began. */
  from: number;
  count: number;
  failed: number;
  through: number;
  times?: Timings;
}

const nothing = { count: 0, failed: 0, through: 0 };

/** What was seen lately for one condition, the oldest first. */
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
    return `${expression}, ${tell(this.#condition, value)}${of} in the last ${Math.round(span)} s`;
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
