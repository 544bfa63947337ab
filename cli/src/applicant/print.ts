/** One journey for a person at a terminal. */
import { applicantStates } from '@one-planet/contract';
import { toCurl } from '@one-planet/sdk';
import type { ResolvedSettings } from '../core/configuration.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { paint, print, type progressLine, visible } from '../core/terminal.ts';
import { oneLine } from '../core/text.ts';
import { requestId } from '../report/evidence.ts';
import { groupBy } from '../report/report.ts';
import {
  clean,
  type Failure,
  type JourneyContext,
  type OpenJourneys,
  secretsOf,
} from './context.ts';
import { type JourneyResult, runJourney, type StepListener, type StepResult } from './journey.ts';
import { steps } from './steps.ts';

const titleWidth = Math.max(...steps.map(({ title }) => title.length));
const stateWidth = Math.max(...applicantStates.map((state) => state.length));
const marks = {
  done: () => paint('green', '✓'),
  failed: () => paint('red', '✗'),
  waiting: () => paint('yellow', '…'),
  interrupted: () => paint('yellow', '!'),
};

export function printHeading(settings: ResolvedSettings, email: string): void {
  print(`${paint('bold', 'Journey')} on ${targetName(settings)}`);
  print(`Applicant ${email}\n`);
}

/** Names the step that runs, where somebody watches; then one line as it ends, and its note below. */
export function stepPrinter(
  context: JourneyContext,
  progress: ReturnType<typeof progressLine>,
): StepListener {
  return {
    onStart: ({ title }) => progress.show(`${title} …`),
    onEnd: ({ outcome, title, before, after, ms, note }) => {
      progress.clear();
      const from = before ?? '(no state yet)';
      const moved = after === before ? (after ?? '') : `${from} → ${after ?? '(no state yet)'}`;
      const states = moved.padEnd(stateWidth * 2 + 3);
      const time = `${Math.round(ms)} ms`.padStart(8);
      print(`${marks[outcome]()} ${title.padEnd(titleWidth)}  ${states}  ${paint('dim', time)}`);
      if (note) print(`  ${paint('dim', oneLine(clean(note, context)))}`);
    },
  };
}

/**
 * The end of one journey.
 * @param runFile where the journey is written down, when it is
 */
export function printJourney(
  context: JourneyContext,
  result: JourneyResult,
  runFile?: string,
): void {
  const last = result.steps.at(-1);
  print();
  if (!last?.failure) {
    const asked = context.settings.exam === 'fail' ? ', as asked' : '';
    const failed = context.memory.examPassed === false ? ` (the exam was failed${asked})` : '';
    print(
      `${paint(['bold', 'green'], 'Done:')} ${result.state ?? 'no state yet'}${failed} after ${seconds(result.ms)}`,
    );
  } else {
    print(
      `${headline(last)} at step "${last.id}" (${last.title}), state ${result.state ?? 'unknown'}`,
    );
    if (last.outcome !== 'interrupted') printFailure(last.failure, context);
  }
  print(`Applicant ${result.email}`);
  const isOver =
    !last?.failure && (context.memory.examPassed === false || last?.id === steps.at(-1)?.id);
  if (runFile !== undefined && !isOver)
    print(`Resume with: admissions journey --resume ${runFile}`);
  const couldGoOn = last?.outcome === 'waiting' && context.settings.target !== 'mock';
  if (runFile === undefined && couldGoOn)
    print('With --save FILE, a journey can be resumed from here later.');
}

function headline({ outcome, failure }: StepResult): string {
  if (outcome === 'waiting') return paint(['bold', 'yellow'], 'Waiting');
  if (outcome === 'interrupted') return paint(['bold', 'yellow'], 'Interrupted');
  const kinds = {
    1: 'The backend broke the contract',
    2: 'Wrong configuration',
    3: 'The backend was not reached',
    5: 'The mail did not come',
  };
  return paint(['bold', 'red'], kinds[failure?.exitCode as keyof typeof kinds] ?? 'Stopped');
}

function printFailure(failure: Failure, context: JourneyContext): void {
  const { operation, expected, got, message, exchange } = failure;
  const clear = (text: string) => oneLine(clean(text, context));
  const say = (label: string, text: string) => print(`  ${paint('dim', label.padEnd(10))}${text}`);
  if (operation) say('operation', operation);
  if (expected && got) {
    say('expected', clear(expected));
    say('got', clear(got));
  } else {
    say('because', clear(message));
  }
  if (!exchange) return;
  const id = requestId(exchange);
  if (id !== undefined) say('request', id);
  say('repeat', visible(toCurl(exchange, { known: secretsOf(context) })));
}

/** The backend, for a heading. */
export function targetName({ target, dialectName }: ResolvedSettings): string {
  return `${target === 'mock' ? 'the embedded mock' : target}, dialect ${dialectName}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Journeys as one JSON document, without secrets. */
export function journeyJson(settings: ResolvedSettings, { journeys, exitCode }: Walked): string {
  const document = {
    target: settings.target,
    dialect: settings.dialectName,
    exitCode,
    journeys: journeys.map(({ context, result }) => ({
      ...result,
      ms: Math.round(result.ms),
      steps: result.steps.map(({ failure, ms, note, ...step }) => {
        const { exchange, ...facts } = failure ?? {};
        const curl = exchange && toCurl(exchange, { known: secretsOf(context) });
        return {
          ...step,
          ms: Math.round(ms),
          note: clean(note, context),
          failure: failure && clean({ ...facts, curl }, context),
        };
      }),
    })),
  };
  return JSON.stringify(document, null, 2);
}

/* Many journeys for a person at a terminal. */

type Journey = Walked['journeys'][number];
const mostKinds = 10;

/** The end of many journeys: counts by state, and what went wrong, alike ones together. */
export function printMany(settings: ResolvedSettings, { journeys, ms }: Walked): void {
  const perSecond = (journeys.length / (ms / 1000)).toFixed(1);
  print(
    `${paint('bold', 'Journeys')} on ${targetName(settings)}: ${journeys.length} in ${seconds(ms)}, ${perSecond} per second`,
  );
  const stateOf = ({ result }: Journey) => result.state ?? 'no state';
  for (const alike of groupBy(journeys, stateOf)) {
    print(`  ${String(alike.length).padStart(6)} ${stateOf(alike[0])}`);
  }
  const kinds = groupBy(journeys, kindOfEnd).filter(([one]) => lastOf(one).failure);
  for (const alike of kinds.slice(0, mostKinds)) {
    printKind(alike, `${alike.length} of ${journeys.length}`);
  }
  if (kinds.length > mostKinds) print(`\n… and ${kinds.length - mostKinds} other kinds of failure`);
}

function printKind([first]: readonly [Journey, ...Journey[]], count: string): void {
  const last = lastOf(first);
  const isInterrupted = last.outcome === 'interrupted';
  const where = isInterrupted ? '' : ` at step "${last.id}"`;
  print(`\n${headline(last)}${where}: ${count}, first ${first.result.email}`);
  if (last.failure && !isInterrupted) printFailure(last.failure, first.context);
}

/** The common part of journeys that ended alike, whatever their addresses. */
function kindOfEnd(journey: Journey): string {
  const { id, outcome, failure } = lastOf(journey);
  if (!failure || outcome === 'interrupted') return outcome;
  const { operation, got, message } = failure;
  return `${id} ${operation} ${got ?? message}`.replaceAll(journey.result.email, '');
}

function lastOf({ result }: Journey): StepResult {
  return result.steps.at(-1) as StepResult;
}

interface Walked {
  journeys: { context: JourneyContext; result: JourneyResult }[];
  /** The worst end of them all. */
  exitCode: ExitCode;
  ms: number;
}

/** The ends that say most about a run come first. */
export const worstFirst: readonly ExitCode[] = [
  exitCodes.interrupted,
  exitCodes.brokenContract,
  exitCodes.wrongUsage,
  exitCodes.notReached,
  exitCodes.noMail,
  exitCodes.waiting,
];

interface Many {
  count: number;
  concurrency: number;
  until?: string;
  /** Whether staff reject each one's first payment; default: no. */
  rejectFirst?: boolean;
}

/**
 * Walks several applicants, a number of them at the same time.
 * @param onProgress called after each applicant how many are finished, and how many of these did not get to the end
 */
export async function runMany(
  open: OpenJourneys,
  { count, concurrency, until, rejectFirst }: Many,
  onProgress: (done: number, failed: number) => void,
): Promise<Walked> {
  const started = performance.now();
  const journeys: Walked['journeys'] = [];
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < count && !open.signal.aborted) {
      next++;
      const context = open.context();
      if (rejectFirst) context.remember({ rejectFirst });
      const result = await runJourney(context, { until });
      if (result.exitCode !== exitCodes.done) failed++;
      journeys.push({ context, result });
      onProgress(journeys.length, failed);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
  const ends = new Set(journeys.map(({ result }) => result.exitCode));
  // Interrupted between two applicants, none of them knows of it.
  if (journeys.length < count) ends.add(exitCodes.interrupted);
  const exitCode = worstFirst.find((code) => ends.has(code)) ?? exitCodes.done;
  return { journeys, exitCode, ms: performance.now() - started };
}
