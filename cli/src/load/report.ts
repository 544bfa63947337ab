/** The content of a load run's reports: exit code, verdict, table, warnings, notes; and the JSON report. */
import { operations } from '@one-planet/contract';
import { exitCodesByImportance } from '../applicant/print.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { formatJson } from '../core/json.ts';
import { formatCountedNoun } from '../core/text.ts';
import { makeCrashVerdict, type Verdict } from '../report/report.ts';
import { computeFigures, type LoadResult, runSecondsOf, type Timings } from './measure.ts';
import { sampleInterval } from './plan.ts';
import type { ThresholdVerdict } from './thresholds.ts';

/* The exit code and the verdict. */

/**
 * A run that crashed, was interrupted, reached nothing or completed no journey has the exit code of that, because the figures
 * mean little. Otherwise the thresholds decide, and without thresholds the worst end of a journey, as in `journey
 * --count`.
 */
export function chooseLoadExitCode(
  result: LoadResult,
  verdicts: readonly ThresholdVerdict[],
): ExitCode {
  const { measured, interrupted, bug } = result;
  if (bug) return exitCodes.programError;
  if (interrupted) return exitCodes.interrupted;
  const worstExitCode =
    exitCodesByImportance.find((code) => measured.ends.has(code)) ?? exitCodes.done;
  if (hasReachedNothing(result)) return exitCodes.notReached;
  if (measured.counts.through === 0) return worstExitCode;
  if (verdicts.some(({ met }) => !met)) return exitCodes.tooSlow;
  return verdicts.length > 0 ? exitCodes.done : worstExitCode;
}

/** Whether no attempt of any operation received a response. */
function hasReachedNothing({ measured }: LoadResult): boolean {
  const { answers, errors, counts } = measured;
  if (counts.started === 0 || answers.answered.count > 0) return false;
  const isUnreachableKind = (kind: string) => /^(connection|timeout|unavailable)\b/.test(kind);
  const operationNames = new Set<string>(operations.map(({ name }) => name));
  const errorsOfOperations = errors.byFrequency.filter(({ where }) => operationNames.has(where));
  return (
    errorsOfOperations.length > 0 && errorsOfOperations.every(({ kind }) => isUnreachableKind(kind))
  );
}

/** The end of the run in a few words. */
export function makeLoadVerdict(
  result: LoadResult,
  verdicts: readonly ThresholdVerdict[],
): Verdict {
  const { failed, through } = result.measured.counts;
  const missedCount = verdicts.filter(({ met }) => !met).length;
  const exitCode = chooseLoadExitCode(result, verdicts);
  if (result.bug) return makeCrashVerdict(result.bug.error);
  if (exitCode === exitCodes.interrupted) return { text: 'interrupted', tone: 'unsure' };
  if (exitCode === exitCodes.notReached && through === 0)
    return { text: 'the backend was not reached', tone: 'bad' };
  if (through === 0) return { text: 'no journey finished', tone: 'bad' };
  if (missedCount > 0)
    return { text: `${formatCountedNoun(missedCount, 'threshold')} missed`, tone: 'bad' };
  const thresholdsText =
    verdicts.length > 0 ? `${formatCountedNoun(verdicts.length, 'threshold')} held` : 'measured';
  if (failed === 0) return { text: thresholdsText, tone: 'good' };
  return {
    text: `${thresholdsText}, ${formatCountedNoun(failed, 'journey')} failed`,
    tone: verdicts.length > 0 ? 'unsure' : 'bad',
  };
}

/* The table of durations. */

/** One row: the durations of what succeeded, and how many failed. */
export interface Row {
  name: string;
  /** What the row means, for readers who do not know its name. */
  explanation: string;
  rowTimes: Timings;
  failedCount: number;
}

const percentiles = [50, 90, 95, 99] as const;

/** The columns of the table, and the cells of a row. */
export const columnTitles = [
  'count',
  'failed',
  ...percentiles.map((percent) => `p${percent}`),
  'max',
];

export function formatCells({ rowTimes, failedCount }: Row): string[] {
  const durationsMs = [
    ...percentiles.map((percent) => rowTimes.computePercentile(percent)),
    rowTimes.max,
  ];
  return [
    formatCount(rowTimes.count),
    formatCount(failedCount),
    ...durationsMs.map((ms) => (rowTimes.count ? formatMilliseconds(ms) : '–')),
  ];
}

/** The journey, all operations together, then each operation, in the order of the journey. */
export function makeRows({ plan, measured }: LoadResult): Row[] {
  const { response, service, failed, delay, beside } = measured.journeys;
  const isOpen = plan.model.kind === 'open';
  const journeyExplanation = isOpen ? 'from when it was due' : 'from its start';
  const failedJourneyCount = failed.count;
  return [
    {
      name: 'journey',
      explanation: journeyExplanation,
      rowTimes: response,
      failedCount: failedJourneyCount,
    },
    ...(isOpen
      ? [
          {
            name: '  from its start',
            explanation: 'without the delay',
            rowTimes: service,
            failedCount: failedJourneyCount,
          },
          {
            name: '  delay',
            explanation: 'how late journeys started',
            rowTimes: delay,
            failedCount: 0,
          },
        ]
      : []),
    {
      name: '  outside the API',
      explanation: 'mail, staff, provider and the client itself',
      rowTimes: beside,
      failedCount: 0,
    },
    ...[['all operations', measured.answers] as const, ...measured.operations].map(
      ([name, times]) => ({
        name,
        explanation: times === measured.answers ? 'single attempts' : '',
        rowTimes: times.answered,
        failedCount: times.failed.count,
      }),
    ),
  ];
}

/* Figures as reports show them. */

/**
 * @returns milliseconds in at most six characters, e.g. `3.2`, `48`, `12,400`; from 100 seconds on as seconds: `240s`
 */
export function formatMilliseconds(ms: number): string {
  if (ms >= 100_000) return `${formatCount(ms / 1000)}s`;
  return ms < 9.95 ? ms.toFixed(1) : formatCount(ms);
}

/** @returns e.g. `12,400` */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** @returns a rate, e.g. `4.3` or `812` */
export function formatRate(count: number, seconds: number): string {
  const ratePerSecond = count / seconds;
  return ratePerSecond < 100 ? ratePerSecond.toFixed(1) : formatCount(ratePerSecond);
}

/** @returns a duration with its unit, e.g. `48 ms` or `13.4 s` */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${formatMilliseconds(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** @returns e.g. `12 attempts, ended 4 journeys` */
export function describeCounts(attemptCount: number, journeyCount: number): string {
  const countTexts = [];
  if (attemptCount > 0) countTexts.push(formatCountedNoun(attemptCount, 'attempt'));
  if (journeyCount > 0) countTexts.push(`ended ${formatCountedNoun(journeyCount, 'journey')}`);
  return countTexts.join(', ');
}

/* Warnings and notes, so that nobody reads more out of the figures than they say. */

/** Above these values, the delays of the client itself are a considerable part of the durations. */
const busyClientLimits = { utilization: 0.9, loopDelayP99: 50 };
/** A timer is always a fraction of a second late; less than this does not count. */
const minLateMs = 100;

/** Reasons why the figures are worth less; the worst comes first. */
export function makeLoadWarnings(result: LoadResult): string[] {
  const { plan, measured, interrupted, client } = result;
  const { counts, journeys: journeyTimings } = measured;
  const warnings = [];
  if (interrupted) {
    const { applicants } = plan;
    const notStartedText =
      applicants === undefined ? '' : `${applicants - counts.started} applicants never started, `;
    warnings.push(
      `Interrupted: ${notStartedText}${counts.brokenOff} were cut off and are in no figure.`,
    );
  }
  const isBusy =
    client.utilization >= busyClientLimits.utilization ||
    client.loopDelayP99 >= busyClientLimits.loopDelayP99;
  // In the first second every client is busy starting up.
  if (isBusy && runSecondsOf(result) >= 1 && counts.through > 0) {
    warnings.push(
      `The client was the bottleneck: event loop busy ${Math.round(client.utilization * 100)} % of the time, and ${formatDuration(client.loopDelayP99)} late at p99. The times are as much the client's own as the server's: lower the load, or spread it over several machines with Artillery.`,
    );
  }
  if (plan.target === 'mock') {
    warnings.push(
      'The mock ran in the same process: its work is in these figures. Start "admissions mock" separately and pass its address with --target.',
    );
  }
  if (plan.model.kind === 'open' && journeyTimings.delay.computePercentile(99) > minLateMs) {
    const heldBackText =
      counts.heldBack > 0
        ? `; ${counts.heldBack} were held back because ${plan.model.maxInFlight} were running already (--max-in-flight)`
        : '';
    warnings.push(
      `The rate was not kept: 1 % of the journeys started ${formatDuration(journeyTimings.delay.computePercentile(99))} late or more, at most ${formatDuration(journeyTimings.delay.max)}${heldBackText}. None was left out; the response times count from when they were due.`,
    );
  } else if (counts.heldBack > 0) {
    warnings.push(`${counts.heldBack} journeys had to wait before they started (--max-in-flight).`);
  }
  return warnings;
}

/** How the figures are to be read. */
export function makeLoadNotes({ plan, measured }: LoadResult): string[] {
  const { counts, journeys, answers } = measured;
  const notes = [
    plan.model.kind === 'open'
      ? 'Open model: journeys start when they are due, however slow the answers. "journey" counts from when it was due, "from its start" from when it really started.'
      : 'Closed model: the next journey waits for one to end, so a server that slows down gets fewer requests, and these percentiles cannot show how long applicants who arrive regardless would have waited (coordinated omission). For that, use --rate.',
    "An operation's times are those of single attempts, from sending until the answer is read and checked.",
    plan.checkAnswers === 'all'
      ? 'Every answer was held against the schemas of the contract.'
      : `Answers were checked by sample (--check-answers sample): in one journey of ${sampleInterval} every one was held against the schemas of the contract; in the others only the status, that it can be read, and what the journey itself needs.`,
  ];
  if (counts.failed > 0 || answers.failed.count > 0) {
    notes.push(
      `What failed is in no percentile of the table: ${counts.failed} journeys (p50 ${formatDuration(journeys.failed.computePercentile(50))}), ${answers.failed.count} attempts (p50 ${formatDuration(answers.failed.computePercentile(50))}).`,
    );
  }
  if (measured.repeats > 0)
    notes.push(`${measured.repeats} attempts were repeats, after ones that failed.`);
  return notes;
}

/* The JSON report. */

/** Raised when programs that read the reports have to change. */
const schemaVersion = 2;

/** @returns the run as one JSON object; durations in milliseconds, without secrets */
export function renderLoadJsonReport(
  result: LoadResult,
  verdicts: readonly ThresholdVerdict[],
): string {
  const { version, plan, startedAt, endedAt, interrupted, measured, client } = result;
  const { counts, journeys, operations, answers, repeats, ends, errors, timeline } = measured;
  const seconds = runSecondsOf(result);
  const loadDocument = {
    format: 'admissions-load',
    schemaVersion,
    version,
    plan,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    interrupted,
    exitCode: chooseLoadExitCode(result, verdicts),
    thresholds: verdicts.map(({ measuredText: told, ...verdict }) => ({ ...verdict, told })),
    warnings: makeLoadWarnings(result),
    notes: makeLoadNotes(result),
    journeysPerSecond: counts.through / seconds,
    answersPerSecond: answers.answered.count / seconds,
    journeys: counts,
    ends: [...ends].map(([exitCode, journeys]) => ({ exitCode, journeys })),
    journeyTimes: Object.fromEntries(
      Object.entries(journeys).map(([name, times]) => [name, computeFigures(times)]),
    ),
    operations: [...operations].map(([operation, { answered, failed }]) => ({
      operation,
      answered: computeFigures(answered),
      failed: computeFigures(failed),
    })),
    repeats,
    errors: errors.byFrequency,
    timeline: timeline.slices,
    client,
  };
  return `${formatJson(loadDocument)}\n`;
}
