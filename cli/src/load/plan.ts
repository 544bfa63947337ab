/** The plan of a load run: when each applicant is due to start. */
import type { ResolvedSettings } from '../core/configuration.ts';
import { CliError } from '../core/exit.ts';

/* Durations as people write them. */

const secondsByUnit: Record<string, number> = { s: 1, m: 60, min: 60, h: 3600 };
const maxSeconds = 7 * 24 * 3600;

/**
 * Parses e.g. `90`, `90s`, `10m` or `1.5h`.
 * @returns seconds
 * @throws {Error} that lists the valid forms
 */
export function parseSeconds(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(s|m|min|h)?$/.exec(text.trim()) ?? [];
  const seconds = Number(number) * (secondsByUnit[unit] ?? Number.NaN);
  if (seconds > 0 && seconds <= maxSeconds) return seconds;
  throw new Error('It must be a time above 0, at most 7 days: e.g. 90s, 10m, 1h.');
}

/** @returns e.g. `90 s`, `10 min` or `1.5 h` */
export function formatSpan(seconds: number): string {
  const [secondsPerUnit, unit] =
    seconds < 120 ? [1, 's'] : seconds < 2 * 3600 ? [60, 'min'] : [3600, 'h'];
  return `${(seconds / Number(secondsPerUnit)).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

export const checkAnswersModes = ['all', 'sample'] as const;
/** With `--check-answers sample`, every tenth journey is validated, beginning with the first. */
export const sampleInterval = 10;

export interface Plan {
  /** E.g. `https://test.example.edu`; `mock` for the embedded mock. */
  target: string;
  dialect: string;
  applicant: string;
  exam: string;
  pay: string;
  /** The id of the last step; left out, all steps are taken. */
  until?: string;
  /** Left out where only the duration ends the run. */
  applicants?: number;
  /** After this time no applicant starts. */
  durationSeconds?: number;
  model:
    | { kind: 'open'; rate: number; maxInFlight: number }
    | { kind: 'closed'; concurrency: number };
  rampSeconds: number;
  /** Whether every response is validated against the schemas, or only those of every tenth journey. */
  checkAnswers: (typeof checkAnswersModes)[number];
}

/** How applicants arrive in an open model: at a constant rate, or at one that first grows to it. */
interface Schedule {
  rate: number;
  rampSeconds: number;
}

/**
 * @param index counts applicants from 0
 * @returns when that applicant is due, in milliseconds from the start
 */
export function computeDueTime(index: number, { rate, rampSeconds }: Schedule): number {
  const countDuringRamp = (rate * rampSeconds) / 2;
  if (index < countDuringRamp) return Math.sqrt((2 * index * rampSeconds) / rate) * 1000;
  return (rampSeconds / 2 + index / rate) * 1000;
}

/**
 * @param seconds a duration
 * @returns how many applicants arrive within it; at least one
 */
export function countWithin(seconds: number, { rate, rampSeconds }: Schedule): number {
  const secondsAtFullRate =
    seconds < rampSeconds ? seconds ** 2 / (2 * rampSeconds) : seconds - rampSeconds / 2;
  // Rounds away the error of floating-point arithmetic.
  return Math.max(1, Math.floor(rate * secondsAtFullRate + 1e-6));
}

/** Describes the model, e.g. `600 applicants, 5 started per second (open model)`. */
export function describeModel({ model, rampSeconds, durationSeconds, applicants }: Plan): string {
  const applicantsText =
    applicants === undefined
      ? 'applicants'
      : `${applicants.toLocaleString('en')} applicant${applicants === 1 ? '' : 's'}`;
  const parts = [
    durationSeconds === undefined
      ? applicantsText
      : `${applicantsText} in ${formatSpan(durationSeconds)}`,
    model.kind === 'open'
      ? `${model.rate.toLocaleString('en', { maximumFractionDigits: 2 })} started per second (open model)`
      : `${model.concurrency} at once (closed model)`,
    ...(rampSeconds > 0 ? [`ramp of ${rampSeconds} s`] : []),
  ];
  return parts.join(', ');
}

/* From the flags of a load run to its plan. */

export interface PlanRequest {
  applicants?: number;
  durationSeconds?: number;
  rate?: number;
  concurrency?: number;
  maxInFlight?: number;
  rampSeconds: number;
  until?: string;
  checkAnswers: Plan['checkAnswers'];
}

const defaultModel = { applicants: 100, concurrency: 10, maxInFlight: 500 };

/**
 * Makes the plan of a run.
 * @throws {CliError} (exit 2) for flags that contradict each other
 */
export function makePlan(request: PlanRequest, settings: ResolvedSettings): Plan {
  const { rate, rampSeconds, until, checkAnswers } = request;
  const { target, dialectName, applicantName, exam, pay } = settings;
  return {
    target,
    dialect: dialectName,
    applicant: applicantName,
    exam,
    pay,
    until,
    ...(rate === undefined ? makeClosedModel(request) : makeOpenModel(request, rate)),
    rampSeconds,
    checkAnswers,
  };
}

type ModelFields = Pick<Plan, 'applicants' | 'durationSeconds' | 'model'>;

function makeClosedModel(request: PlanRequest): ModelFields {
  const {
    concurrency = defaultModel.concurrency,
    applicants,
    durationSeconds,
    maxInFlight,
  } = request;
  if (maxInFlight !== undefined) {
    throw new CliError(
      '--max-in-flight needs --rate; without it, --concurrency says how many run at once',
    );
  }
  const model = { kind: 'closed', concurrency } as const;
  if (durationSeconds === undefined)
    return { applicants: applicants ?? defaultModel.applicants, model };
  return { applicants, durationSeconds, model };
}

function makeOpenModel(request: PlanRequest, rate: number): ModelFields {
  const { concurrency, rampSeconds, durationSeconds, applicants } = request;
  if (concurrency !== undefined) {
    throw new CliError(
      '--rate starts applicants however slow the answers, --concurrency when others have finished: choose one of them',
    );
  }
  if (durationSeconds !== undefined && applicants !== undefined) {
    throw new CliError(
      '--rate, --duration and --applicants: two of them make the third, leave one out',
    );
  }
  const maxInFlight = request.maxInFlight ?? defaultModel.maxInFlight;
  const model = { kind: 'open', rate, maxInFlight } as const;
  if (durationSeconds === undefined)
    return { applicants: applicants ?? defaultModel.applicants, model };
  const count = countWithin(durationSeconds, { rate, rampSeconds });
  return { applicants: count, durationSeconds, model };
}
