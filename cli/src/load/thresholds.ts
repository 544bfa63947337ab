/** What a run must hold, e.g. `p95<500`, `exams.create:p99<0.8s`, `errors<1%`, `journeys/s>5`. */
import { operations } from '@one-planet/contract';
import { didYouMean } from '../process/nearest.ts';
import type { OperationTimes } from './measured.ts';
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
  const isRate = /^(journeys|answers)\/s$/.test(metric);
  const isTime =
    /^(mean|max|p(100|[1-9]?\d(\.\d+)?))$/.test(metric) && !/^p0*(\.0*)?$/.test(metric);
  if (!isRate && !isTime && metric !== 'errors') {
    const near = didYouMean(metric, ['errors', 'mean', 'max', 'p95', 'journeys/s', 'answers/s']);
    throw new Error(`There is no metric "${metric}"${near}. ${known}`);
  }
  if (isRate && subject)
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

/** Holds a result against a threshold; where nothing was measured, none is met. */
export function judge(threshold: Threshold, result: LoadResult): Verdict {
  const { expression, sign, limit, metric, share } = threshold;
  const value = measure(threshold, result);
  if (value === undefined) return { expression, met: false, told: 'nothing was measured' };
  const met = {
    '<': value < limit,
    '<=': value <= limit,
    '>': value > limit,
    '>=': value >= limit,
  };
  const told = share
    ? `${(value * 100).toFixed(2)} %`
    : metric === 'errors'
      ? String(value)
      : metric.endsWith('/s')
        ? value.toFixed(2)
        : `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
  return { expression, met: met[sign], told };
}

function measure({ subject, metric, share }: Threshold, result: LoadResult): number | undefined {
  const { measured } = result;
  const { counts, journeys } = measured;
  if (metric === 'journeys/s') return counts.through / secondsOf(result);
  const times = timesOf(subject, result);
  if (metric === 'answers/s') return times.answered.count / secondsOf(result);
  if (metric === 'errors') {
    const all = times.answered.count + times.failed.count;
    if (!share) return times.failed.count;
    return all === 0 ? undefined : times.failed.count / all;
  }
  return timeOf(subject === 'delay' ? journeys.delay : times.answered, metric);
}

function timesOf(subject: string | undefined, { measured }: LoadResult): OperationTimes {
  const { response, failed } = measured.journeys;
  if (subject === undefined) return measured.answers;
  if (subject === 'journey') return { answered: response, failed };
  return measured.operations.get(subject) ?? { answered: new Timings(), failed: new Timings() };
}

function timeOf(times: Timings, metric: string): number | undefined {
  if (times.count === 0) return undefined;
  if (metric === 'max') return times.max;
  return metric === 'mean' ? times.mean : times.percentile(Number(metric.slice(1)));
}
