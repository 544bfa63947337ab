/** Journeys for a person at a terminal. */
import { toCurl } from '@one-planet/sdk';
import type { ResolvedSettings } from '../config/load.ts';
import type { JourneyContext } from '../journey/context.ts';
import type { Walked } from '../journey/pool.ts';
import type { Failure, JourneyResult, StepResult } from '../journey/run.ts';
import { steps } from '../journey/steps.ts';
import { paint, print } from '../terminal.ts';
import { clean } from './clean.ts';

const titleWidth = Math.max(...steps.map(({ title }) => title.length));
const stateWidth = 'BIOGRAPHIC_APPLICANT2'.length;
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

/** One line as the step ends. */
export function printStep(context: JourneyContext): (step: StepResult) => void {
  return ({ outcome, title, before, after, ms, note }) => {
    const moved =
      after === before
        ? (after ?? '')
        : `${before ?? '(no state yet)'} → ${after ?? '(no state yet)'}`;
    const states = moved.padEnd(stateWidth * 2 + 3);
    const time = `${Math.round(ms)} ms`.padStart(8);
    const line = `${marks[outcome]()} ${title.padEnd(titleWidth)}  ${states} ${paint('dim', time)}  ${clean(note, context)}`;
    print(line.trimEnd());
  };
}

/** The end of one journey. */
export function printJourney(context: JourneyContext, result: JourneyResult): void {
  const last = result.steps.at(-1);
  print();
  if (!last?.failure) {
    const asked = context.memory.examPassed === false ? ' (the exam was failed, as asked)' : '';
    print(
      `${paint(['bold', 'green'], 'Done:')} ${result.state ?? 'no state yet'}${asked} after ${seconds(result.ms)}`,
    );
  } else {
    print(
      `${paint(['bold', last.outcome === 'failed' ? 'red' : 'yellow'], headline(last))} at step "${last.id}" (${last.title}), state ${result.state ?? 'unknown'}`,
    );
    printFailure(last.failure, context);
  }
  print(`Applicant ${result.email}`);
}

/** The end of many journeys: counts by state, and what went wrong, alike ones together. */
export function printMany(settings: ResolvedSettings, { journeys, ms }: Walked): void {
  const byState = new Map<string, number>();
  for (const { result } of journeys) {
    const state = result.state ?? 'no state';
    byState.set(state, (byState.get(state) ?? 0) + 1);
  }
  const perSecond = (journeys.length / (ms / 1000)).toFixed(1);
  print(
    `${paint('bold', 'Journeys')} on ${targetName(settings)}: ${journeys.length} in ${seconds(ms)}, ${perSecond} per second`,
  );
  for (const [state, count] of byState) print(`  ${String(count).padStart(6)} ${state}`);
  const kinds = new Map<string, Walked['journeys']>();
  for (const journey of journeys) {
    const last = journey.result.steps.at(-1);
    if (!last?.failure) continue;
    const kind = `${last.id} ${last.failure.operation ?? last.failure.message} ${last.failure.got ?? ''}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), journey]);
  }
  for (const alike of kinds.values()) {
    const [first] = alike;
    const last = first?.result.steps.at(-1);
    if (!first || !last?.failure) continue;
    print(
      `\n${paint(['bold', 'red'], headline(last))} at step "${last.id}", ${alike.length} of ${journeys.length}, first ${first.result.email}`,
    );
    printFailure(last.failure, first.context);
  }
}

function headline({ outcome, failure }: StepResult): string {
  if (outcome === 'waiting') return 'Waiting';
  if (outcome === 'interrupted') return 'Interrupted';
  const kinds = {
    1: 'The backend broke the contract',
    2: 'Wrong configuration',
    3: 'The backend was not reached',
  };
  return kinds[failure?.exitCode as keyof typeof kinds] ?? 'Stopped';
}

function printFailure(failure: Failure, context: JourneyContext): void {
  const { operation, expected, got, message, exchange } = failure;
  const say = (label: string, text: string) =>
    print(`  ${paint('dim', label.padEnd(10))}${clean(text, context)}`);
  if (operation) say('operation', operation);
  if (expected && got) {
    say('expected', expected);
    say('got', got);
  } else {
    say('because', message);
  }
  if (exchange) say('repeat', toCurl(exchange, { known: [context.applicant.password] }));
}

function targetName({ target, dialectName }: ResolvedSettings): string {
  return `${target === 'mock' ? 'the embedded mock' : target}, dialect ${dialectName}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
