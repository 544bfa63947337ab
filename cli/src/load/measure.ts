/** The measurements of a run. Nothing is kept of a single applicant but what she adds to counts. */
import { createHistogram, monitorEventLoopDelay, performance as platform } from 'node:perf_hooks';
import type { ExitCode } from '../core/exit.ts';
import { Errors } from './errors.ts';
import type { Plan } from './plan.ts';

const longestMicros = 24 * 3600 * 1e6;

/** How long something took, many times: an HDR histogram with three significant digits. Milliseconds outside. */
export class Timings {
  readonly #micros = createHistogram({ lowest: 1, highest: longestMicros, figures: 3 });

  get count(): number {
    return this.#micros.count;
  }

  /** 0 when there are none. */
  get max(): number {
    return this.#micros.max / 1000;
  }

  /** 0 when there are none. */
  get mean(): number {
    return this.count === 0 ? 0 : this.#micros.mean / 1000;
  }

  /** @param ms a duration; a clock that stepped back counts as 0.001, more than a day as one */
  record(ms: number): void {
    this.#micros.record(Math.min(longestMicros, Math.max(1, Math.round(ms * 1000))));
  }

  /** @param percent above 0, to 100. @returns that share of all took so long or less; 0 when there are none */
  percentile(percent: number): number {
    if (this.count === 0) return 0;
    // The platform rounds the rank down. Rounding it up keeps a measurement that is partly within the percentage.
    const rank = Math.ceil((percent / 100) * this.count);
    return this.#micros.percentile((rank / this.count) * 100) / 1000;
  }

  reset(): void {
    this.#micros.reset();
  }
}

/** In milliseconds, as the JSON report has them. */
export interface Figures {
  count: number;
  mean: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  max: number;
}

export function figuresOf(timings: Timings): Figures {
  const { count, mean, max } = timings;
  const percentile = (percent: number) => timings.percentile(percent);
  return {
    count,
    mean,
    p50: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
    p99: percentile(99),
    max,
  };
}

/* The run over time. */

const sliceSeconds = 10;
const sliceCounts = { started: 0, through: 0, failed: 0, answered: 0, errors: 0 };

/** Counts and times by slices of ten seconds; a slice without events is left out. */
export class Timeline {
  readonly #origin = performance.now();
  readonly #finishedSlices: Slice[] = [];
  readonly #answerTimes = new Timings();
  readonly #journeyTimes = new Timings();
  #second = 0;
  #counts = { ...sliceCounts };

  /** Counts an event of this moment. @param ms how long an answer, or a journey that came through, took */
  add(event: keyof typeof sliceCounts, ms = 0): void {
    const seconds = (performance.now() - this.#origin) / 1000;
    const second = Math.floor(seconds / sliceSeconds) * sliceSeconds;
    if (second > this.#second) {
      this.#finishedSlices.push(...this.#currentSlice());
      this.#counts = { ...sliceCounts };
      this.#answerTimes.reset();
      this.#journeyTimes.reset();
      this.#second = second;
    }
    this.#counts[event] += 1;
    if (event === 'answered') this.#answerTimes.record(ms);
    if (event === 'through') this.#journeyTimes.record(ms);
  }

  get slices(): Slice[] {
    return [...this.#finishedSlices, ...this.#currentSlice()];
  }

  #currentSlice(): Slice[] {
    if (Object.values(this.#counts).every((count) => count === 0)) return [];
    const answerTimes = figuresOf(this.#answerTimes);
    const journeyTimes = figuresOf(this.#journeyTimes);
    return [{ second: this.#second, ...this.#counts, answerTimes, journeyTimes }];
  }
}

type Slice = typeof sliceCounts & {
  /** When it began, from the start of the run. */
  second: number;
  answerTimes: Figures;
  journeyTimes: Figures;
};

/* The whole run. */

/** The attempts of one operation: those that were answered as the contract has it, and those that failed. */
export interface OperationTimes {
  answered: Timings;
  failed: Timings;
}

const operationTimes = (): OperationTimes => ({ answered: new Timings(), failed: new Timings() });

export class Measured {
  /**
   * Journeys that set out, came through, ended before, were ended by Ctrl-C, and had to wait until fewer were on the
   * way before they could set out.
   */
  readonly counts = { started: 0, through: 0, failed: 0, brokenOff: 0, heldBack: 0 };
  /**
   * Of journeys that came through: from when they were to set out (response) and from when they did (service). Of those
   * that failed: from when they were to set out. Of all: how late they set out (delay), and how long they did
   * something else than wait for an answer of the API (beside): mail, staff, the provider, and the client itself.
   */
  readonly journeys = {
    response: new Timings(),
    service: new Timings(),
    failed: new Timings(),
    delay: new Timings(),
    beside: new Timings(),
  };
  readonly operations = new Map<string, OperationTimes>();
  readonly answers = operationTimes();
  /** Attempts that were not the first of their call. */
  repeats = 0;
  /** The ends of journeys, by exit code. */
  readonly ends = new Map<ExitCode, number>();
  readonly errors = new Errors();
  readonly timeline = new Timeline();

  /** @param ms how long the attempt took */
  addAttempt(operation: string, outcome: keyof OperationTimes, ms: number): void {
    const times = this.operations.get(operation) ?? operationTimes();
    this.operations.set(operation, times);
    times[outcome].record(ms);
    this.answers[outcome].record(ms);
    this.timeline.add(outcome === 'failed' ? 'errors' : outcome, ms);
  }

  countEnd(exitCode: ExitCode): void {
    this.ends.set(exitCode, (this.ends.get(exitCode) ?? 0) + 1);
  }
}

/* Whether the figures are the server's or our own: what the process that makes the load had to spare. */

export interface ClientHealth {
  /** How late the event loop was, in milliseconds. */
  loopDelayP50: number;
  loopDelayP99: number;
  loopDelayMax: number;
  /** How much of the time the event loop was busy, 0 to 1. */
  utilization: number;
  cpuSeconds: number;
}

/** The resolution of the measurement, in milliseconds; part of every value the platform reports. */
const resolution = 10;

/** Watches this process. @returns what ends it and sums up */
export function watchClient(): () => ClientHealth {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const loopBefore = platform.eventLoopUtilization();
  const cpuBefore = process.cpuUsage();
  return () => {
    delays.disable();
    const { user, system } = process.cpuUsage(cpuBefore);
    // In a run too short for a single sample the platform returns NaN.
    const lateMs = (nanoseconds: number) =>
      delays.count > 0 ? Math.max(0, nanoseconds / 1e6 - resolution) : 0;
    return {
      loopDelayP50: lateMs(delays.percentile(50)),
      loopDelayP99: lateMs(delays.percentile(99)),
      loopDelayMax: lateMs(delays.max),
      utilization: platform.eventLoopUtilization(loopBefore).utilization,
      cpuSeconds: (user + system) / 1e6,
    };
  };
}

/** A run: what every report is written from. */
export interface LoadResult {
  version: string;
  plan: Plan;
  /** From when the first was to set out until the last was back, in milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  /** By Ctrl-C. */
  interrupted: boolean;
  measured: Measured;
  client: ClientHealth;
}

/** How long it took, in seconds; never 0. */
export function secondsOf({ startedAt, endedAt }: LoadResult): number {
  return Math.max(1, endedAt - startedAt) / 1000;
}
