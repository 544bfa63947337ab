/** The measurements of a run. They are sums over all applicants; nothing is stored about one of them. */
import { createHistogram, monitorEventLoopDelay, performance as platform } from 'node:perf_hooks';
import type { ExitCode } from '../core/exit.ts';
import { ErrorCounts } from './errors.ts';
import type { Plan } from './plan.ts';

const longestMicros = 24 * 3600 * 1e6;

/** Many durations as an HDR histogram with three significant digits. All inputs and results are in milliseconds. */
export class Timings {
  readonly #micros = createHistogram({ lowest: 1, highest: longestMicros, figures: 3 });

  get count(): number {
    return this.#micros.count;
  }

  /** 0 when there are no durations. */
  get max(): number {
    return this.#micros.max / 1000;
  }

  /** 0 when there are no durations. */
  get mean(): number {
    return this.count === 0 ? 0 : this.#micros.mean / 1000;
  }

  /**
   * @param ms a duration; a negative one, from a clock that was set back, counts as 0.001, and one of more than a day
   * as one day
   */
  record(ms: number): void {
    this.#micros.record(Math.min(longestMicros, Math.max(1, Math.round(ms * 1000))));
  }

  /**
   * @param percent above 0, to 100
   * @returns the duration that this percentage of all did not exceed; 0 when there are none
   */
  computePercentile(percent: number): number {
    if (this.count === 0) return 0;
    // The platform rounds the rank down. Rounding it up keeps a measurement that is partly within the percentage.
    const rank = Math.ceil((percent / 100) * this.count);
    return this.#micros.percentile((rank / this.count) * 100) / 1000;
  }

  reset(): void {
    this.#micros.reset();
  }
}

/** In milliseconds; the fields of the JSON report. */
export interface Figures {
  count: number;
  mean: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  max: number;
}

export function computeFigures(timings: Timings): Figures {
  const { count, mean, max } = timings;
  const percentile = (percent: number) => timings.computePercentile(percent);
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

const sliceLengthSeconds = 10;
const emptySliceCounts = { started: 0, through: 0, failed: 0, answered: 0, errors: 0 };

/** Counts and durations in slices of ten seconds; a slice without events is left out. */
export class Timeline {
  readonly #startTick = performance.now();
  readonly #finishedSlices: Slice[] = [];
  readonly #answerTimes = new Timings();
  readonly #journeyTimes = new Timings();
  #sliceStartSecond = 0;
  #sliceCounts = { ...emptySliceCounts };

  /**
   * Counts an event that happened now.
   * @param ms the duration of a response, or of a journey that was completed
   */
  add(event: keyof typeof emptySliceCounts, ms = 0): void {
    const seconds = (performance.now() - this.#startTick) / 1000;
    const sliceStartSecond = Math.floor(seconds / sliceLengthSeconds) * sliceLengthSeconds;
    if (sliceStartSecond > this.#sliceStartSecond) {
      this.#finishedSlices.push(...this.#currentSlice());
      this.#sliceCounts = { ...emptySliceCounts };
      this.#answerTimes.reset();
      this.#journeyTimes.reset();
      this.#sliceStartSecond = sliceStartSecond;
    }
    this.#sliceCounts[event] += 1;
    if (event === 'answered') this.#answerTimes.record(ms);
    if (event === 'through') this.#journeyTimes.record(ms);
  }

  get slices(): Slice[] {
    return [...this.#finishedSlices, ...this.#currentSlice()];
  }

  #currentSlice(): Slice[] {
    if (Object.values(this.#sliceCounts).every((count) => count === 0)) return [];
    const answerTimes = computeFigures(this.#answerTimes);
    const journeyTimes = computeFigures(this.#journeyTimes);
    return [{ second: this.#sliceStartSecond, ...this.#sliceCounts, answerTimes, journeyTimes }];
  }
}

type Slice = typeof emptySliceCounts & {
  /** The start of the slice, in seconds from the start of the run. */
  second: number;
  answerTimes: Figures;
  journeyTimes: Figures;
};

/* The whole run. */

/** The attempts of one operation: those with a response that follows the contract, and those that failed. */
export interface OperationTimes {
  answered: Timings;
  failed: Timings;
}

const createOperationTimes = (): OperationTimes => ({
  answered: new Timings(),
  failed: new Timings(),
});

export class Measured {
  /**
   * How many journeys were started, completed, failed, or interrupted by Ctrl-C, and how many had to wait for a free
   * place before they could start.
   */
  readonly counts = { started: 0, through: 0, failed: 0, brokenOff: 0, heldBack: 0 };
  /**
   * Durations of journeys. Completed ones: from their due time (response), and from their start (service). Failed ones:
   * from their due time. All: how late they started (delay), and how long they were not waiting for a response of the
   * API (beside): for mail, staff, the provider, or the client itself.
   */
  readonly journeys = {
    response: new Timings(),
    service: new Timings(),
    failed: new Timings(),
    delay: new Timings(),
    beside: new Timings(),
  };
  readonly operations = new Map<string, OperationTimes>();
  readonly answers = createOperationTimes();
  /** How many attempts were retries. */
  repeats = 0;
  /** How many journeys ended with each exit code. */
  readonly ends = new Map<ExitCode, number>();
  readonly errors = new ErrorCounts();
  readonly timeline = new Timeline();

  /** @param ms the duration of the attempt */
  addAttempt(operation: string, outcome: keyof OperationTimes, ms: number): void {
    const times = this.operations.get(operation) ?? createOperationTimes();
    this.operations.set(operation, times);
    times[outcome].record(ms);
    this.answers[outcome].record(ms);
    this.timeline.add(outcome === 'failed' ? 'errors' : outcome, ms);
  }

  countEnd(exitCode: ExitCode): void {
    this.ends.set(exitCode, (this.ends.get(exitCode) ?? 0) + 1);
  }
}

/* Whether the figures describe the server or this process: how much of its time the load generator had to spare. */

export interface ClientHealth {
  /** How late the event loop was, in milliseconds. */
  loopDelayP50: number;
  loopDelayP99: number;
  loopDelayMax: number;
  /** The share of time in which the event loop was busy, 0 to 1. */
  utilization: number;
  cpuSeconds: number;
}

/** The resolution of the measurement, in milliseconds; it is included in every value the platform reports. */
const resolutionMs = 10;

/**
 * Starts to measure this process.
 * @returns a function that stops and returns the figures
 */
export function startWatchingClient(): () => ClientHealth {
  const loopDelays = monitorEventLoopDelay({ resolution: resolutionMs });
  loopDelays.enable();
  const loopUtilizationBefore = platform.eventLoopUtilization();
  const cpuUsageBefore = process.cpuUsage();
  return () => {
    loopDelays.disable();
    const { user, system } = process.cpuUsage(cpuUsageBefore);
    // In a run too short for a single sample the platform returns NaN.
    const toDelayMs = (nanoseconds: number) =>
      loopDelays.count > 0 ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0;
    return {
      loopDelayP50: toDelayMs(loopDelays.percentile(50)),
      loopDelayP99: toDelayMs(loopDelays.percentile(99)),
      loopDelayMax: toDelayMs(loopDelays.max),
      utilization: platform.eventLoopUtilization(loopUtilizationBefore).utilization,
      cpuSeconds: (user + system) / 1e6,
    };
  };
}

/** The result of a run, from which every report is written. */
export interface LoadResult {
  version: string;
  plan: Plan;
  /** From the due time of the first applicant to the end of the last journey, in milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  /** Whether Ctrl-C ended the run. */
  interrupted: boolean;
  measured: Measured;
  client: ClientHealth;
  /** The first bug of this program, which ended the run. */
  bug?: { error: unknown };
}

/** The duration of the run in seconds; never 0. */
export function runSecondsOf({ startedAt, endedAt }: LoadResult): number {
  return Math.max(1, endedAt - startedAt) / 1000;
}
