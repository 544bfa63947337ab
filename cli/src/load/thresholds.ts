/** Thresholds of a run, e.g. `p95<500`, `exams.create:p99<0.8s`, `errors<1%`, `journeys/s>5`. */
import { operations } from '@one-planet/contract';
import { didYouMean } from '../core/exit.ts';
import { type LoadResult, type OperationTimes, secondsOf } from './measure.ts';

export interface Threshold {
  /** The threshold as the user typed it, without spaces. */
  expression: string;
  /** An operation, `journey` or `delay`; left out, all operations together. */
  subject: string | undefined;
  /** `errors`, `max`, `mean`, `journeys/s`, `answers/s`, or `p` with a percentage. */
  metric: string;
  sign: '<' | '<=' | '>' | '>=';
  /** In milliseconds, a count or a rate; with `share`, 0 to 1. */
  limit: number;
  share: boolean;
}

export interface ThresholdVerdict {
  expression: string;
  met: boolean;
  /** The measured value, e.g. `231 ms`. */
  measuredText: string;
}

const grammar =
  'It must be [SUBJECT:]METRIC<LIMIT, e.g. p95<500, exams.create:p99<0.8s, journey:p95<5000, errors<1%, journeys/s>5. ' +
  'Subjects: an operation, journey, delay (how late journeys started), or none for all operations together. ' +
  'Metrics: p1 to p100, mean, max (in ms, or s where it says so), errors (a count, or a share with %), journeys/s, answers/s. Signs: <, <=, >, >=.';

/** @throws {Error} that lists the valid forms */
export function parseThreshold(text: string): Threshold {
  const expression = text.replace(/\s+/g, '');
  const parts = /^(?:([^:<>]+):)?([^:<>]+?)(<=?|>=?)(\d+(?:\.\d+)?)(ms|s|%)?$/.exec(expression);
  if (!parts) throw new Error(grammar);
  const [, subject, metric = '', sign, number, unit] = parts;
  checkSubject(subject);
  const isRate = /^(journeys|answers)\/s$/.test(metric);
  const isTime =
    /^(mean|max|p(100|[1-9]?\d(\.\d+)?))$/.test(metric) && !/^p0*(\.0*)?$/.test(metric);
  if (!isRate && !isTime && metric !== 'errors') {
    const suggestion = didYouMean(metric, [
      'errors',
      'mean',
      'max',
      'p95',
      'journeys/s',
      'answers/s',
    ]);
    throw new Error(`There is no metric "${metric}"${suggestion}. ${grammar}`);
  }
  if (isRate && subject)
    throw new Error(`${metric} is of the whole run, without a subject. ${grammar}`);
  if (metric === 'errors' && subject === 'delay')
    throw new Error(`A delay is no error. ${grammar}`);
  const units = isTime ? ['ms', 's'] : metric === 'errors' ? ['%'] : [];
  if (unit && !units.includes(unit))
    throw new Error(`${metric} is not measured in "${unit}". ${grammar}`);
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
  throw new Error(`There is no "${subject}"${didYouMean(subject, subjects)}. ${grammar}`);
}

/** Compares a result with a threshold. A threshold whose metric was not measured is missed. */
export function judge(threshold: Threshold, result: LoadResult): ThresholdVerdict {
  const { expression } = threshold;
  const value = measureMetric(threshold, result);
  if (value === undefined) return { expression, met: false, measuredText: 'nothing was measured' };
  return {
    expression,
    met: isWithinLimit(threshold, value),
    measuredText: describeValue(threshold, value),
  };
}

/** @returns whether a measured value is within the limit */
function isWithinLimit({ sign, limit }: Threshold, value: number): boolean {
  if (sign === '<') return value < limit;
  if (sign === '<=') return value <= limit;
  return sign === '>' ? value > limit : value >= limit;
}

function describeValue({ share, metric }: Threshold, value: number): string {
  if (share) return `${(value * 100).toFixed(2)} %`;
  if (metric === 'errors') return String(value);
  if (metric.endsWith('/s')) return value.toFixed(2);
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
}

/** @returns the value of a threshold's metric; `undefined` where nothing was measured */
function measureMetric(
  { metric, share, subject }: Threshold,
  result: LoadResult,
): number | undefined {
  const { counts, answers } = result.measured;
  if (metric === 'journeys/s') return counts.through / secondsOf(result);
  if (metric === 'answers/s') return answers.answered.count / secondsOf(result);
  const { answered, failed } = timesOf(subject, result) ?? {};
  if (metric === 'errors') {
    const errors = failed?.count ?? 0;
    const attempts = errors + (answered?.count ?? 0);
    if (!share) return errors;
    return attempts === 0 ? undefined : errors / attempts;
  }
  if (!answered?.count) return undefined;
  if (metric === 'max') return answered.max;
  return metric === 'mean' ? answered.mean : answered.percentile(Number(metric.slice(1)));
}

function timesOf(
  subject: string | undefined,
  { measured }: LoadResult,
): Partial<OperationTimes> | undefined {
  const { response, failed, delay } = measured.journeys;
  if (subject === undefined) return measured.answers;
  if (subject === 'journey') return { answered: response, failed };
  return subject === 'delay' ? { answered: delay } : measured.operations.get(subject);
}
