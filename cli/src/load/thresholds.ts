/** Thresholds of a run, e.g. `p95<500`, `exams.create:p99<0.8s`, `errors<1%`, `journeys/s>5`. */
import { operations } from '@one-planet/contract';
import { didYouMean } from '../core/exit.ts';
import { type LoadResult, type OperationTimes, runSecondsOf } from './measure.ts';

export interface Threshold {
  /** The threshold as the user typed it, without spaces. */
  expression: string;
  /** An operation, `journey` or `delay`; left out, all operations together. */
  subject: string | undefined;
  /** `errors`, `max`, `mean`, `journeys/s`, `answers/s`, or `p` with a percentage. */
  metricName: string;
  sign: '<' | '<=' | '>' | '>=';
  /** In milliseconds, a count or a rate; with `share`, 0 to 1. */
  limit: number;
  isShare: boolean;
}

export interface ThresholdVerdict {
  expression: string;
  met: boolean;
  /** The measured value, e.g. `231 ms`. */
  measuredText: string;
}

const thresholdFormText =
  'It must be [SUBJECT:]METRIC<LIMIT, e.g. p95<500, exams.create:p99<0.8s, journey:p95<5000, errors<1%, journeys/s>5. ' +
  'Subjects: an operation, journey, delay (how late journeys started), or none for all operations together. ' +
  'Metrics: p1 to p100, mean, max (in ms, or s where it says so), errors (a count, or a share with %), journeys/s, answers/s. Signs: <, <=, >, >=.';

/** @throws {Error} that lists the valid forms */
export function parseThreshold(text: string): Threshold {
  const expression = text.replace(/\s+/g, '');
  const expressionParts = /^(?:([^:<>]+):)?([^:<>]+?)(<=?|>=?)(\d+(?:\.\d+)?)(ms|s|%)?$/.exec(
    expression,
  );
  if (!expressionParts) throw new Error(thresholdFormText);
  const [, subject, metricName = '', sign, number, unit] = expressionParts;
  checkSubject(subject);
  const isRateMetric = /^(journeys|answers)\/s$/.test(metricName);
  const isTimeMetric =
    /^(mean|max|p(100|[1-9]?\d(\.\d+)?))$/.test(metricName) && !/^p0*(\.0*)?$/.test(metricName);
  if (!isRateMetric && !isTimeMetric && metricName !== 'errors') {
    const suggestion = didYouMean(metricName, [
      'errors',
      'mean',
      'max',
      'p95',
      'journeys/s',
      'answers/s',
    ]);
    throw new Error(`There is no metric "${metricName}"${suggestion}. ${thresholdFormText}`);
  }
  if (isRateMetric && subject)
    throw new Error(`${metricName} is of the whole run, without a subject. ${thresholdFormText}`);
  if (metricName === 'errors' && subject === 'delay')
    throw new Error(`A delay is no error. ${thresholdFormText}`);
  const allowedUnits = isTimeMetric ? ['ms', 's'] : metricName === 'errors' ? ['%'] : [];
  if (unit && !allowedUnits.includes(unit))
    throw new Error(`${metricName} is not measured in "${unit}". ${thresholdFormText}`);
  const unitFactor = unit === 's' ? 1000 : unit === '%' ? 0.01 : 1;
  return {
    expression,
    subject,
    metricName,
    sign: sign as Threshold['sign'],
    limit: Number(number) * unitFactor,
    isShare: unit === '%',
  };
}

function checkSubject(subject: string | undefined): void {
  const knownSubjects = ['journey', 'delay', ...operations.map(({ name }) => name)];
  if (subject === undefined || knownSubjects.includes(subject)) return;
  throw new Error(
    `There is no "${subject}"${didYouMean(subject, knownSubjects)}. ${thresholdFormText}`,
  );
}

/** Compares a result with a threshold. A threshold whose metric was not measured is missed. */
export function judgeThreshold(threshold: Threshold, result: LoadResult): ThresholdVerdict {
  const { expression } = threshold;
  const measuredValue = measureMetric(threshold, result);
  if (measuredValue === undefined)
    return { expression, met: false, measuredText: 'nothing was measured' };
  return {
    expression,
    met: isWithinLimit(threshold, measuredValue),
    measuredText: describeMeasuredValue(threshold, measuredValue),
  };
}

/** @returns whether a measured value is within the limit */
function isWithinLimit({ sign, limit }: Threshold, measuredValue: number): boolean {
  if (sign === '<') return measuredValue < limit;
  if (sign === '<=') return measuredValue <= limit;
  return sign === '>' ? measuredValue > limit : measuredValue >= limit;
}

function describeMeasuredValue({ isShare, metricName }: Threshold, measuredValue: number): string {
  if (isShare) return `${(measuredValue * 100).toFixed(2)} %`;
  if (metricName === 'errors') return String(measuredValue);
  if (metricName.endsWith('/s')) return measuredValue.toFixed(2);
  return `${measuredValue.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
}

/** @returns the value of a threshold's metric; `undefined` where nothing was measured */
function measureMetric(
  { metricName, isShare, subject }: Threshold,
  result: LoadResult,
): number | undefined {
  const { counts, answers } = result.measured;
  if (metricName === 'journeys/s') return counts.through / runSecondsOf(result);
  if (metricName === 'answers/s') return answers.answered.count / runSecondsOf(result);
  const { answered, failed } = findTimes(subject, result) ?? {};
  if (metricName === 'errors') {
    const errorCount = failed?.count ?? 0;
    const attemptCount = errorCount + (answered?.count ?? 0);
    if (!isShare) return errorCount;
    return attemptCount === 0 ? undefined : errorCount / attemptCount;
  }
  if (!answered?.count) return undefined;
  if (metricName === 'max') return answered.max;
  return metricName === 'mean'
    ? answered.mean
    : answered.computePercentile(Number(metricName.slice(1)));
}

function findTimes(
  subject: string | undefined,
  { measured }: LoadResult,
): Partial<OperationTimes> | undefined {
  const { response, failed, delay } = measured.journeys;
  if (subject === undefined) return measured.answers;
  if (subject === 'journey') return { answered: response, failed };
  return subject === 'delay' ? { answered: delay } : measured.operations.get(subject);
}
