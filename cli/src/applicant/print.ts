/** Prints journeys for a person at a terminal. */
import { applicantStates } from '@one-planet/contract';
import type { ResolvedSettings } from '../core/configuration.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { formatJson } from '../core/json.ts';
import { runSecrets } from '../core/secrets.ts';
import { type createProgressLine, paint, print } from '../core/terminal.ts';
import { toOneLine } from '../core/text.ts';
import { findRequestId, makeCurl } from '../report/evidence.ts';
import { groupBy } from '../report/report.ts';
import type { Failure, JourneyContext, OpenJourneys } from './context.ts';
import { type JourneyResult, runJourney, type StepListener, type StepResult } from './journey.ts';
import { steps } from './steps.ts';

const titleWidth = Math.max(...steps.map(({ title }) => title.length));
const stateWidth = Math.max(...applicantStates.map((state) => state.length));
const markPaintersByOutcome = {
  done: () => paint('green', '✓'),
  failed: () => paint('red', '✗'),
  waiting: () => paint('yellow', '…'),
  interrupted: () => paint('yellow', '!'),
};

export function printHeading(settings: ResolvedSettings, email: string): void {
  print(`${paint('bold', 'Journey')} on ${describeTarget(settings)}`);
  print(`Applicant ${email}\n`);
}

/** Prints each step: while it runs, its name (only in a terminal); when it ends, one line, with its note below. */
export function createStepPrinter(progress: ReturnType<typeof createProgressLine>): StepListener {
  return {
    onStart: ({ title }) => progress.showProgress(`${title} …`),
    onEnd: ({ outcome, title, before, after, ms, note }) => {
      progress.clearLine();
      const stateBefore = before ?? '(no state yet)';
      const stateChange =
        after === before ? (after ?? '') : `${stateBefore} → ${after ?? '(no state yet)'}`;
      const paddedStateChange = stateChange.padEnd(stateWidth * 2 + 3);
      const durationText = `${Math.round(ms)} ms`.padStart(8);
      print(
        `${markPaintersByOutcome[outcome]()} ${title.padEnd(titleWidth)}  ${paddedStateChange}  ${paint('dim', durationText)}`,
      );
      if (note) print(`  ${paint('dim', toOneLine(runSecrets.hideIn(note)))}`);
    },
  };
}

/**
 * Prints how one journey ended.
 * @param resumeCommand the command line that goes on with the file of `--save`, if there is one
 */
export function printJourney(
  context: JourneyContext,
  result: JourneyResult,
  resumeCommand?: string,
): void {
  const lastStep = result.steps.at(-1);
  print();
  if (!lastStep?.failure) {
    const failureNote = context.settings.exam === 'fail' ? ', as asked' : '';
    const examNote =
      context.memory.examPassed === false ? ` (the exam was failed${failureNote})` : '';
    print(
      `${paint(['bold', 'green'], 'Done:')} ${result.state ?? 'no state yet'}${examNote} after ${formatRoundedSeconds(result.ms)}`,
    );
  } else {
    print(
      `${makeHeadline(lastStep)} at step "${lastStep.id}" (${lastStep.title}), state ${result.state ?? 'unknown'}`,
    );
    if (lastStep.outcome !== 'interrupted') printFailure(lastStep.failure);
  }
  print(`Applicant ${result.email}`);
  const isJourneyOver =
    !lastStep?.failure &&
    (context.memory.examPassed === false || lastStep?.id === steps.at(-1)?.id);
  if (resumeCommand !== undefined && !isJourneyOver) print(`Resume with: ${resumeCommand}`);
  const canResume = lastStep?.outcome === 'waiting' && context.settings.target !== 'mock';
  if (resumeCommand === undefined && canResume)
    print('With --save FILE, a journey can be resumed from here later.');
}

function makeHeadline({ outcome, failure }: StepResult): string {
  if (outcome === 'waiting') return paint(['bold', 'yellow'], 'Waiting');
  if (outcome === 'interrupted') return paint(['bold', 'yellow'], 'Interrupted');
  const headlinesByExitCode = {
    1: 'The backend broke the contract',
    2: 'Wrong configuration',
    3: 'The backend was not reached',
    5: 'The mail did not come',
    70: 'This program crashed',
  };
  return paint(
    ['bold', 'red'],
    headlinesByExitCode[failure?.exitCode as keyof typeof headlinesByExitCode] ?? 'Stopped',
  );
}

function printFailure(failure: Failure): void {
  const { operation, expected, got, message, exchange } = failure;
  const toSafeLine = (text: string) => toOneLine(runSecrets.hideIn(text));
  const printFact = (label: string, text: string) =>
    print(`  ${paint('dim', label.padEnd(10))}${text}`);
  if (operation) printFact('operation', operation);
  if (expected && got) {
    printFact('expected', toSafeLine(expected));
    printFact('got', toSafeLine(got));
  } else {
    printFact('because', toSafeLine(message));
  }
  if (!exchange) return;
  const requestId = findRequestId(exchange);
  if (requestId !== undefined) printFact('request', requestId);
  printFact('repeat', makeCurl(exchange));
}

/** The name of the backend for a heading. */
export function describeTarget({ target, dialectName }: ResolvedSettings): string {
  return `${target === 'mock' ? 'the embedded mock' : target}, dialect ${dialectName}`;
}

function formatRoundedSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Journeys as one JSON document, without secrets. */
export function formatJourneysAsJson(
  settings: ResolvedSettings,
  { journeys, exitCode }: JourneyRun,
): string {
  const journeysDocument = {
    target: settings.target,
    dialect: settings.dialectName,
    exitCode,
    journeys: journeys.map(({ result }) => ({
      ...result,
      ms: Math.round(result.ms),
      steps: result.steps.map(({ failure, ms, note, ...step }) => {
        const { exchange, bug: _bug, ...facts } = failure ?? {};
        const curl = exchange && makeCurl(exchange);
        return {
          ...step,
          ms: Math.round(ms),
          note: runSecrets.hideIn(note),
          failure: failure && runSecrets.hideIn({ ...facts, curl }),
        };
      }),
    })),
  };
  return formatJson(journeysDocument);
}

/* Many journeys (`--count`), for a person at a terminal. */

type Journey = JourneyRun['journeys'][number];
const maxFailureGroups = 10;

/** Prints how many journeys ended: counts by state, then each kind of failure once. */
export function printMany(settings: ResolvedSettings, { journeys, ms }: JourneyRun): void {
  const journeysPerSecond = (journeys.length / (ms / 1000)).toFixed(1);
  print(
    `${paint('bold', 'Journeys')} on ${describeTarget(settings)}: ${journeys.length} in ${formatRoundedSeconds(ms)}, ${journeysPerSecond} per second`,
  );
  const describeState = ({ result }: Journey) => result.state ?? 'no state';
  for (const group of groupBy(journeys, describeState)) {
    print(`  ${String(group.length).padStart(6)} ${describeState(group[0])}`);
  }
  const failureGroups = groupBy(journeys, describeOutcome).filter(
    ([first]) => findLastStep(first).failure,
  );
  for (const group of failureGroups.slice(0, maxFailureGroups)) {
    printGroup(group, `${group.length} of ${journeys.length}`);
  }
  if (failureGroups.length > maxFailureGroups)
    print(`\n… and ${failureGroups.length - maxFailureGroups} other kinds of failure`);
}

function printGroup([first]: readonly [Journey, ...Journey[]], journeyCountText: string): void {
  const lastStep = findLastStep(first);
  const isInterrupted = lastStep.outcome === 'interrupted';
  const stepText = isInterrupted ? '' : ` at step "${lastStep.id}"`;
  print(`\n${makeHeadline(lastStep)}${stepText}: ${journeyCountText}, first ${first.result.email}`);
  if (lastStep.failure && !isInterrupted) printFailure(lastStep.failure);
}

/** Describes how a journey ended, without addresses, so that journeys that ended alike have the same text. */
function describeOutcome(journey: Journey): string {
  const { id, outcome, failure } = findLastStep(journey);
  if (!failure || outcome === 'interrupted') return outcome;
  const { operation, got, message } = failure;
  return `${id} ${operation} ${got ?? message}`.replaceAll(journey.result.email, '');
}

function findLastStep({ result }: Journey): StepResult {
  return result.steps.at(-1) as StepResult;
}

export interface JourneyRun {
  journeys: { context: JourneyContext; result: JourneyResult }[];
  /** The worst exit code of the journeys. */
  exitCode: ExitCode;
  ms: number;
}

/** The exit codes from the most to the least important for the whole run. */
export const exitCodesByImportance: readonly ExitCode[] = [
  exitCodes.programError,
  exitCodes.interrupted,
  exitCodes.brokenContract,
  exitCodes.wrongUsage,
  exitCodes.notReached,
  exitCodes.noMail,
  exitCodes.waiting,
];

interface ManyOptions {
  count: number;
  concurrency: number;
  until?: string;
  /** Whether staff reject the first payment of each applicant; default: no. */
  rejectFirst?: boolean;
}

/**
 * Walks several applicants, `concurrency` of them at the same time.
 * @param onProgress called after each applicant, with how many are finished, and how many of these did not reach the
 * end
 */
export async function runMany(
  openedJourneys: OpenJourneys,
  { count, concurrency, until, rejectFirst }: ManyOptions,
  onProgress: (finishedCount: number, failedCount: number) => void,
): Promise<JourneyRun> {
  const startedAt = performance.now();
  const journeys: JourneyRun['journeys'] = [];
  let startedCount = 0;
  let failedCount = 0;
  const runNextJourneys = async () => {
    while (startedCount < count && !openedJourneys.signal.aborted) {
      startedCount++;
      const context = openedJourneys.createContext();
      if (rejectFirst) context.remember({ rejectFirst });
      const result = await runJourney(context, { until });
      if (result.exitCode !== exitCodes.done) failedCount++;
      journeys.push({ context, result });
      onProgress(journeys.length, failedCount);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, runNextJourneys));
  const journeyExitCodes = new Set(journeys.map(({ result }) => result.exitCode));
  // An interruption between two applicants is in no journey's result.
  if (journeys.length < count) journeyExitCodes.add(exitCodes.interrupted);
  const exitCode =
    exitCodesByImportance.find((exitCode) => journeyExitCodes.has(exitCode)) ?? exitCodes.done;
  return { journeys, exitCode, ms: performance.now() - startedAt };
}
