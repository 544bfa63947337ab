/** What a run must hold, e.g. `p95<500`, `exams.create:p99<0.8s`, `errors<1%`, `journeys/s>5`. */
import { operations } from '@one-planet/contract';
import { didYouMean } from '../process/nearest.ts';
import type { Measured, OperationTimes } from './measured.ts';
import { type LoadResult, secondsOf } from './result.ts';
import { Timings } from './timings.ts';

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

/** What came of a threshold. */
export interface Verdict {
  expression: string;
  met: boolean;
  /** What was measured, e.g. `231 ms`. */
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

/** What a threshold looks at, of a whole run or of a part of it. */
export interface Seen {
  /** What was answered, or came through. */
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
  return { expression, met: holds(threshold, value), told: tell(threshold, value) };
}

/** @returns whether a measured value is on the side of the limit that the sign asks for */
export function holds({ sign, limit }: Threshold, value: number): boolean {
  if (sign === '<') return value < limit;
  if (sign === '<=') return value <= limit;
  return sign === '>' ? value > limit : value >= limit;
}

/** @returns a measured value as reports show it, e.g. `231 ms` */
export function tell({ share, metric }: Threshold, value: number): string {
  if (share) return `${(value * 100).toFixed(2)} %`;
  if (metric === 'errors') return String(value);
  if (isRate({ metric })) return value.toFixed(2);
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
}

export function isRate({ metric }: Pick<Threshold, 'metric'>): boolean {
  return metric.endsWith('/s');
}

/** @returns the value of a threshold's metric; `undefined` where nothing was measured */
export function measure(
  { metric, share }: Threshold,
  { count, times, failed, through, seconds }: Seen,
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
export function seenOf({ subject }: Threshold, measured: Measured): Omit<Seen, 'seconds'> {
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
