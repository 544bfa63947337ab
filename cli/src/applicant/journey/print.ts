/** One journey for a person at a terminal. */
import { applicantStates } from '@one-planet/contract';
import { toCurl } from '@one-planet/sdk';
import type { ResolvedSettings } from '../../config/load.ts';
import { paint, print, type progressLine, visible } from '../../process/terminal.ts';
import { requestId } from '../../report/evidence.ts';
import { oneLine } from '../../report/text.ts';
import type { JourneyContext } from './context.ts';
import type { Failure } from './failure.ts';
import type { JourneyResult, StepListener, StepResult } from './result.ts';
import { clean, secretsOf } from './secrets.ts';
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
  runFile?: string | undefined,
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
      `${paint(['bold', last.outcome === 'failed' ? 'red' : 'yellow'], headline(last))} at step "${last.id}" (${last.title}), state ${result.state ?? 'unknown'}`,
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

/** How a journey ended that was not walked to its end. */
export function headline({ outcome, failure }: StepResult): string {
  if (outcome === 'waiting') return 'Waiting';
  if (outcome === 'interrupted') return 'Interrupted';
  const kinds = {
    1: 'The backend broke the contract',
    2: 'Wrong configuration',
    3: 'The backend was not reached',
    5: 'The mail did not come',
  };
  return kinds[failure?.exitCode as keyof typeof kinds] ?? 'Stopped';
}

/** What was expected, what came, and how to repeat it. */
export function printFailure(failure: Failure, context: JourneyContext): void {
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

/** @returns e.g. `0.31 s` */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
