/** Turns a smoke run into the data from which the reports of `check` are written. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { JourneyContext } from '../applicant/context.ts';
import { describeTarget } from '../applicant/print.ts';
import { describeValidity, minCertificateDays } from '../backend/certificate.ts';
import { makeReportOfRun } from '../checks/run-report.ts';
import { CliError } from '../core/exit.ts';
import { readText, writeAtomically } from '../core/files.ts';
import { formatJson, tryParseJson } from '../core/json.ts';
import { runSecrets } from '../core/secrets.ts';
import { escapeControls, paint, printNotice, readLineWidth } from '../core/terminal.ts';
import {
  formatCountedNoun,
  formatMinute,
  formatSeconds,
  toOneLine,
  wrapWithHangingIndent,
} from '../core/text.ts';
import { compareShapes, findRequestId, makeCurl } from '../report/evidence.ts';
import {
  type CheckReport,
  coloursByTone,
  countCreated,
  type ReportedCheck,
  type ReportedResult,
} from '../report/report.ts';
import type { Observation, SmokeResult, SmokeRun, SmokeVerdict } from './run.ts';

export interface Comparison {
  /** When the last good run was; left out where there is none. */
  since?: string;
  changes: readonly Change[];
  slowReasons: readonly string[];
  /** What went wrong in one attempt and did not repeat in another. */
  unrepeatedProblems: readonly string[];
}

/** What a run noticed about its surroundings, which fails nothing. */
export interface Surroundings {
  /** When the certificate of an https backend expires, if it could be read. */
  certificateEnd?: Date;
  /** By how many milliseconds this machine's clock is ahead of the backend's; `undefined` where no answer had a date. */
  clockAheadMs?: number;
}

interface SmokeOutcome {
  verdict: SmokeVerdict;
  comparison: Comparison;
  surroundings: Surroundings;
  startedAt: Date;
  attempts: number;
}

/** @returns the report, without secrets */
export function makeSmokeReport(
  { checkRun, ...facts }: SmokeRun,
  context: JourneyContext,
  { comparison, surroundings, ...outcome }: SmokeOutcome,
): CheckReport {
  const { certificateEnd } = surroundings;
  const { bug, ...report } = makeReportOfRun(checkRun, {
    ...outcome,
    command: 'smoke',
    ms: Date.now() - outcome.startedAt.getTime(),
    ...(certificateEnd && { certificateEnd }),
    target: describeTarget(context.settings),
    requests: facts.requests,
    strict: false,
    ...(comparison.since === undefined ? {} : { lastGood: new Date(comparison.since) }),
    created: facts.created,
    exitCode: outcome.verdict.exitCode,
  });
  const results = [
    ...report.results,
    ...makeComparisonResults(comparison),
    ...findWarnings(surroundings),
  ];
  return { ...runSecrets.hideIn({ ...report, results }), ...(bug && { bug }) };
}

/* What a run says beside its steps, as results, so that every format has it. */

const speedCheck: ReportedCheck = {
  id: 'smoke/speed',
  level: 'must',
  sentence: 'Answers MUST come within the time limit.',
  rule: 'refusals#in-time',
  leavesOpen: 'Many applicants at the same time: admissions load.',
};
const changesCheck: ReportedCheck = {
  id: 'smoke/changes',
  level: 'info',
  sentence: 'Answers MAY differ from the last good run, within the contract.',
  rule: 'tolerated#changes-since-the-last-good-run',
  leavesOpen: 'Fields that come and go with the data look like changes.',
};
const certificateCheck: ReportedCheck = {
  id: 'smoke/certificate',
  level: 'should',
  sentence: 'The certificate of the API SHOULD be good for two weeks.',
  rule: 'hosting#headers-and-caching',
};
const clockCheck: ReportedCheck = {
  id: 'smoke/clock',
  level: 'should',
  sentence: 'The clocks of the backend and of this machine SHOULD agree.',
  rule: 'exam#the-deadline',
};

/** @param facts what differs from a check that passed without notes */
const makeResult = (check: ReportedCheck, facts: Partial<ReportedResult>): ReportedResult => ({
  check,
  outcome: 'passed',
  ms: 0,
  notes: [],
  fails: false,
  ...facts,
});

function makeComparisonResults({
  since,
  changes,
  slowReasons,
  unrepeatedProblems,
}: Comparison): ReportedResult[] {
  const slowness = { expected: 'answers in time', got: slowReasons.join('; ') };
  const speedResult = makeResult(speedCheck, {
    notes: unrepeatedProblems.map((problemText) => `once, and not again: ${problemText}`),
    ...(slowReasons.length > 0 && { outcome: 'failed', fails: true, ...slowness }),
  });
  if (since === undefined) return [speedResult];
  const notes = changes.map(
    ({ operation, changeText }) => `${operation}: ${changeText} (since ${since})`,
  );
  return [speedResult, makeResult(changesCheck, { notes })];
}

/** A mail that seems to be a quarter of an hour too old still counts, and nothing else depends on the clock. */
const maxClockDifferenceMs = 15 * 60_000;

/** @returns sentences for the person who runs the job, as results; empty where there is nothing to mend */
function findWarnings({ certificateEnd, clockAheadMs = 0 }: Surroundings): ReportedResult[] {
  const makeWarning = (check: ReportedCheck, got: string) =>
    makeResult(check, { outcome: 'failed', expected: 'nothing to mend', got });
  const warnings: ReportedResult[] = [];
  const validity = certificateEnd && describeValidity(certificateEnd);
  if (validity && validity.daysLeft < minCertificateDays) {
    const got = `the certificate of the API has ${validity.validityText}`;
    warnings.push(makeWarning(certificateCheck, got));
  }
  if (Math.abs(clockAheadMs) > maxClockDifferenceMs)
    warnings.push(makeWarning(clockCheck, describeClock(clockAheadMs)));
  return warnings;
}

function describeClock(clockAheadMs: number): string {
  const minutes = Math.round(Math.abs(clockAheadMs) / 60_000);
  const differenceText =
    minutes < 180 ? `${minutes} minutes` : formatCountedNoun(Math.round(minutes / 60), 'hour');
  const direction = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${differenceText} ${direction} the backend's: set the one that is wrong`;
}

/* The last good run, with which each run is compared. Its file holds shapes and times, but no values. */

/**
 * What a good run adds to the times in the file: a mean over about fifty nights. If the file held the times of one
 * night, a backend that slows down by a tenth every night would never be three times as slow as in the last good run.
 */
const newTimeShare = 1 / 50;

const lastGoodSchema = z.strictObject({
  version: z.literal(1),
  at: z.string(),
  target: z.string(),
  operations: z.record(
    z.strictObject({ status: z.number(), ms: z.number(), shape: z.record(z.string()) }),
  ),
});
export type LastGood = z.infer<typeof lastGoodSchema>;

/**
 * @returns `undefined` where the file does not exist yet, or belongs to another target: then a notice says that a good
 * run replaces it
 * @throws {CliError} (exit 2) when it is not such a file
 */
export async function readLastGood(path: string, target: string): Promise<LastGood | undefined> {
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`--last-good: ${path} cannot be read: ${(error as Error).message}`);
  }
  const parsing = lastGoodSchema.safeParse(tryParseJson(text));
  if (!parsing.success) {
    throw new CliError(`--last-good: ${path} was not written by a smoke run: name another file`);
  }
  if (parsing.data.target !== target) {
    printNotice(
      `${path} is of ${parsing.data.target}, this run is of ${target}: nothing is compared, and a good run replaces it`,
    );
    return undefined;
  }
  return parsing.data;
}

/**
 * Writes the file completely or not at all.
 * @param lastGood the earlier file of the same target, with whose times those of this run are mixed
 * @throws {CliError} (exit 2) when it cannot be written
 */
export async function writeLastGood(
  path: string,
  target: string,
  observations: ReadonlyMap<string, Observation>,
  lastGood: LastGood | undefined,
): Promise<void> {
  const lastGoodFile: LastGood = {
    version: 1,
    at: new Date().toISOString(),
    target,
    operations: mixTimes(observations, lastGood),
  };
  try {
    await mkdir(dirname(path), { recursive: true });
    writeAtomically(path, `${runSecrets.hide(formatJson(lastGoodFile))}\n`);
  } catch (error) {
    throw new CliError(`--last-good: ${path} cannot be written: ${(error as Error).message}`);
  }
}

/** @returns the observations, with the mean of the good runs in place of the time of this one */
export function mixTimes(
  observations: ReadonlyMap<string, Observation>,
  lastGood: LastGood | undefined,
): LastGood['operations'] {
  return Object.fromEntries(
    [...observations].map(([operation, observation]) => {
      const { ms } = observation;
      const earlierMs = lastGood?.operations[operation]?.ms ?? ms;
      const meanMs = earlierMs + (ms - earlierMs) * newTimeShare;
      return [operation, { ...observation, ms: Math.round(meanMs * 10) / 10 }];
    }),
  );
}

interface Change {
  operation: string;
  /** The old and the new value, e.g. `status 200 | 201`. */
  changeText: string;
}

/** The differences from the last good run, including fields that come and go with the data. */
export function findChangesSince(
  { operations }: LastGood,
  observations: ReadonlyMap<string, Observation>,
): Change[] {
  return [...observations].flatMap(([operation, current]): Change[] => {
    const earlier = operations[operation];
    if (!earlier) return [];
    const statusText = `status ${earlier.status} | ${current.status}`;
    const shapeChanges = compareShapes(
      new Map(Object.entries(earlier.shape)),
      new Map(Object.entries(current.shape)),
    );
    return [...(earlier.status === current.status ? [] : [statusText]), ...shapeChanges].map(
      (changeText) => ({ operation, changeText }),
    );
  });
}

/** A run is slow if its median operation takes this many times as long as in the last good runs … */
const minSlowFactor = 3;
/** … and at least this many milliseconds longer, because small differences do not matter. */
const minSlowerByMs = 200;

/** What is slow where the median of all operations is. */
export const medianSubject = 'the median';

export interface SlownessReason {
  /** The operation, or `medianSubject`. */
  subject: string;
  reasonText: string;
}

/**
 * @param maxMs the limit for the fastest response of each operation
 * @returns the reasons why the backend counts as slow; empty where it does not
 */
export function findSlownessReasons(
  observations: ReadonlyMap<string, Observation>,
  maxMs: number,
  lastGoodRun: LastGood | undefined,
): SlownessReason[] {
  const slowOperations = [...observations]
    .filter(([, { ms }]) => ms > maxMs)
    .sort(([, a], [, b]) => b.ms - a.ms)
    .map(([subject, { ms }]) => ({
      subject,
      reasonText: `${subject} took ${ms} ms (limit ${maxMs})`,
    }));
  return [...slowOperations, ...describeSlowdown(lastGoodRun, observations)];
}

function describeSlowdown(
  lastGoodRun: LastGood | undefined,
  observationsByName: ReadonlyMap<string, Observation>,
): SlownessReason[] {
  const earlierAndCurrentTimes = [...observationsByName].flatMap(([operation, { ms }]) => {
    const earlierMs = lastGoodRun?.operations[operation]?.ms;
    return earlierMs === undefined ? [] : [{ earlierMs, ms }];
  });
  if (earlierAndCurrentTimes.length === 0) return [];
  const factors = earlierAndCurrentTimes.map(({ earlierMs, ms }) => ms / Math.max(1, earlierMs));
  const addedTimesMs = earlierAndCurrentTimes.map(({ earlierMs, ms }) => ms - earlierMs);
  const [factor, addedMs] = [computeMedian(factors), computeMedian(addedTimesMs)];
  if (factor < minSlowFactor || addedMs < minSlowerByMs) return [];
  const reasonText = `answers take ${factor.toFixed(1)} times as long as in the last good runs, ${Math.round(addedMs)} ms more (median of ${factors.length} operations)`;
  return [{ subject: medianSubject, reasonText }];
}

function computeMedian(numbers: readonly number[]): number {
  const sortedValues = [...numbers].sort((a, b) => a - b);
  const middleIndex = Math.floor(sortedValues.length / 2);
  const upperMiddle = sortedValues[middleIndex] ?? 0;
  return sortedValues.length % 2 === 1
    ? upperMiddle
    : ((sortedValues[middleIndex - 1] ?? 0) + upperMiddle) / 2;
}

/* A smoke run for a person at a terminal, or for a mail from cron: the verdict comes first. */

const terminalWidth = readLineWidth();
const markPaintersByOutcome: Record<SmokeResult['outcome'], () => string> = {
  passed: () => paint('green', '✓'),
  failed: () => paint('red', '✗'),
  blocked: () => paint('dim', '-'),
  waiting: () => paint('yellow', '…'),
  skipped: () => paint('dim', '-'),
};

/** @param resumeCommand the command line that goes on with the journey, if it can be resumed */
export function formatSmokeReport(
  report: CheckReport,
  smokeRun: SmokeRun,
  {
    comparison,
    surroundings,
    resumeCommand,
    leftApplicants,
  }: {
    comparison: Comparison;
    surroundings: Surroundings;
    resumeCommand: string | undefined;
    /** The applicants of earlier attempts. */
    leftApplicants: readonly string[];
  },
): string[] {
  const { text, tone } = report.verdict ?? { text: '', tone: 'unsure' };
  const toSafeLine = (line: string) => toOneLine(runSecrets.hideIn(line));
  const isTried = ({ ms, check }: SmokeResult) => ms > 0 || smokeRun.failuresById.has(check.id);
  const untriedTitles = smokeRun.checkRun.results
    .filter((result) => !isTried(result))
    .map(({ check }) => check.title);
  const runFactsText = `${toSafeLine(report.target)} · ${formatMinute(report.startedAt)} · ${formatCountedNoun(smokeRun.requests, 'request')} · ${formatSeconds(smokeRun.checkRun.ms)}`;
  return [
    paint(['bold', coloursByTone[tone]], toSafeLine(text)),
    runFactsText,
    ...findWarnings(surroundings).map(({ got = '' }) =>
      paint('yellow', `Warning: ${toSafeLine(got)}`),
    ),
    '',
    ...smokeRun.checkRun.results
      .filter(isTried)
      .map((result) => formatResult(result, smokeRun, toSafeLine)),
    ...(untriedTitles.length === 0
      ? []
      : [paint('dim', `- not tried: ${untriedTitles.join(', ')}`)]),
    ...formatRepeatCommands(smokeRun),
    ...formatComparison(comparison, toSafeLine),
    '',
    ...formatCreated(smokeRun, leftApplicants),
    ...(resumeCommand === undefined ? [] : [`Resume with: ${resumeCommand}`]),
  ];
}

function formatResult(
  { check: { id, title }, outcome, ms, got = '' }: SmokeResult,
  { failuresById }: SmokeRun,
  toSafeLine: (line: string) => string,
): string {
  const remarkText = toSafeLine(failuresById.get(id)?.message ?? (outcome === 'passed' ? got : ''));
  const durationText = `${Math.round(ms)} ms`.padStart(9);
  const lineBeginning = `${markPaintersByOutcome[outcome]()} ${title.padEnd(18)}${paint('dim', durationText)}  `;
  return wrapWithHangingIndent(lineBeginning, remarkText, terminalWidth, 31).join('\n').trimEnd();
}

function formatRepeatCommands({ checkRun, failuresById }: SmokeRun): string[] {
  return checkRun.results.flatMap(({ check }) => {
    const { exchange } = failuresById.get(check.id) ?? {};
    if (!exchange) return [];
    const curl = makeCurl(exchange);
    const requestId = findRequestId(exchange);
    const requestIdLines =
      requestId === undefined ? [] : [`(it was sent as x-request-id ${requestId})`];
    return ['', `Repeat "${check.title}" with`, `  ${escapeControls(curl)}`, ...requestIdLines];
  });
}

function formatComparison(
  { since, changes, slowReasons, unrepeatedProblems }: Comparison,
  toSafeLine: (line: string) => string,
): string[] {
  const makeSection = (title: string, texts: readonly string[]) =>
    texts.length === 0
      ? []
      : ['', paint('yellow', title), ...texts.map((text) => `  ${toSafeLine(text)}`)];
  const slowLines = [
    ...makeSection('Slow', slowReasons),
    ...makeSection('Once, and not again', unrepeatedProblems),
  ];
  if (since === undefined) return slowLines;
  if (changes.length === 0)
    return [...slowLines, '', `No change since the last good run, ${since}.`];
  return [
    ...slowLines,
    '',
    paint('yellow', `Changed since the last good run, ${since} (then | now)`),
    ...changes.map(({ operation, changeText }) => `  ${operation}  ${toSafeLine(changeText)}`),
  ];
}

function formatCreated({ created }: SmokeRun, leftApplicants: readonly string[]): string[] {
  const emails = [...leftApplicants, ...created.applicants];
  if (emails.length === 0) return ['Left behind: nothing'];
  const applicantTexts = emails.map((email) => `applicant ${email}`);
  return [`Left behind: ${[...applicantTexts, ...countCreated(created)].join(', ')}`];
}
