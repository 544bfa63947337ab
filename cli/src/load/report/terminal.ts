/** A load run for a person at a terminal, in 80 columns. */
import { lineWidth, paint, visible } from '../../process/terminal.ts';
import { plural, wrap } from '../../report/text.ts';
import { exitCodeOfLoad, verdictOf } from '../end.ts';
import type { ErrorKind } from '../errors.ts';
import { describeMemory } from '../memory.ts';
import { applicantsOf, describeModel, describeShards } from '../plan.ts';
import { notesOf, warningsOf } from '../remarks.ts';
import { type LoadResult, secondsOf } from '../result.ts';
import {
  journeyRows,
  milliseconds,
  operationRows,
  percentiles,
  perSecond,
  type Row,
  whole,
} from '../rows.ts';
import type { Verdict } from '../thresholds.ts';

const width = lineWidth();
const nameWidth = 28;
const mostErrors = 10;

/** @returns the lines */
export function terminalReport(result: LoadResult, verdicts: readonly Verdict[]): string[] {
  const { plan, measured, shards } = result;
  const { counts } = measured;
  const seconds = secondsOf(result);
  const answered = measured.answers.answered.count;
  return [
    `${paint('bold', 'Load')} on ${plan.target === 'mock' ? 'the embedded mock' : plan.target}, dialect ${plan.dialect}`,
    ...wrap([describeModel(plan), ...describeShards(plan, shards)].join(', '), width),
    '',
    `${whole(counts.through)} of ${plural(applicantsOf(plan, shards) ?? counts.started, 'journey')} finished in ${seconds.toFixed(1)} s: ${paint('bold', `${perSecond(counts.through, seconds)} journeys/s`)}, ${perSecond(answered, seconds)} answers/s`,
    '',
    paint(
      'dim',
      line('milliseconds', ['count', 'failed', ...percentiles.map((p) => `p${p}`), 'max']),
    ),
    ...journeyRows(result).map(rowLine),
    ...operationRows(result).map(rowLine),
    ...memoryLines(result),
    ...errorLines(measured.errors.all),
    ...verdictLines(verdicts),
    ...warningsOf(result).flatMap((text) => ['', ...marked(paint('yellow', '!'), text)]),
    '',
    ...notesOf(result).flatMap((text) => wrap(text, width).map((one) => paint('dim', one))),
    '',
    verdictLine(result, verdicts),
  ];
}

const looks = { good: ['✓', 'green'], bad: ['✗', 'red'], unsure: ['!', 'yellow'] } as const;

/** The last line: whoever looks at nothing else knows how it went. */
function verdictLine(result: LoadResult, verdicts: readonly Verdict[]): string {
  const { text, tone } = verdictOf(result, verdicts);
  const [mark, color] = looks[tone];
  const code = exitCodeOfLoad(result, verdicts);
  return paint(['bold', color], `${mark} ${text} (exit code ${code})`);
}

function line(name: string, cells: readonly string[]): string {
  return `${name.padEnd(nameWidth)} ${cells.map((cell) => cell.padStart(6)).join(' ')}`;
}

function rowLine({ name, times, failed }: Row): string {
  const time = (ms: number) => (times.count === 0 ? '-' : milliseconds(ms));
  const ms = [...percentiles.map((percent) => times.percentile(percent)), times.max].map(time);
  const text = line(name, [String(times.count), String(failed), ...ms]);
  return failed > 0 ? paint('red', text) : text;
}

function errorLines(errors: readonly ErrorKind[]): string[] {
  if (errors.length === 0) return [];
  const told = errors
    .slice(0, mostErrors)
    .flatMap(({ where, kind, attempts, journeys, example, curl }) => [
      `${paint('red', '✗')} ${where}: ${kind} (${countsOf(attempts, journeys)})`,
      ...wrap(`  ${example}`, width, '    ').map((one, at) => (at === 0 ? `    ${one}` : one)),
      ...(curl ? [`    ${paint('dim', 'repeat')} ${visible(curl)}`] : []),
    ]);
  const more = errors.length - mostErrors;
  return ['', ...told, ...(more > 0 ? [`… and ${plural(more, 'other kind')} of errors`] : [])];
}

/** @returns e.g. `12 attempts, ended 4 journeys` */
export function countsOf(attempts: number, journeys: number): string {
  const told = [];
  if (attempts > 0) told.push(plural(attempts, 'attempt'));
  if (journeys > 0) told.push(`ended ${plural(journeys, 'journey')}`);
  return told.join(', ');
}

function memoryLines(result: LoadResult): string[] {
  const told = describeMemory(result);
  return told === undefined ? [] : ['', ...wrap(told, width)];
}

function verdictLines(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return [];
  const longest = Math.max(...verdicts.map(({ expression }) => expression.length));
  return [
    '',
    ...verdicts.map(({ expression, met, told }) => {
      const mark = met ? paint('green', '✓') : paint('red', '✗');
      return `${mark} ${expression.padEnd(longest)}  ${told}`;
    }),
  ];
}

function marked(mark: string, text: string): string[] {
  return wrap(text, width - 2, '  ').map((one, at) => (at === 0 ? `${mark} ${one}` : one));
}
