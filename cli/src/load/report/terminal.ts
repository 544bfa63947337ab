/** A load run for a person at a terminal, in as many columns as it has. */
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
import { fitted } from './columns.ts';

const width = lineWidth();
const mostErrors = 10;

/** @returns the lines */
export function terminalReport(result: LoadResult, verdicts: readonly Verdict[]): string[] {
  const { plan, measured, shards } = result;
  const { counts } = measured;
  const seconds = secondsOf(result);
  const answered = measured.answers.answered.count;
  const rate = `${perSecond(counts.through, seconds)} journeys/s`;
  return [
    `${paint('bold', 'Load')} on ${plan.target === 'mock' ? 'the embedded mock' : plan.target}, dialect ${plan.dialect}`,
    ...wrap([describeModel(plan), ...describeShards(plan, shards)].join(', '), width),
    '',
    ...wrap(
      `${whole(counts.through)} of ${plural(applicantsOf(plan, shards) ?? counts.started, 'journey')} finished in ${seconds.toFixed(1)} s: ${rate}, ${perSecond(answered, seconds)} answers/s`,
      width,
    ).map((line) => line.replace(rate, paint('bold', rate))),
    '',
    ...tableLines([...journeyRows(result), ...operationRows(result)]),
    ...memoryLines(result),
    ...errorLines(measured.errors.all),
    ...verdictLines(verdicts),
    ...warningsOf(result).flatMap((text) => ['', ...marked(paint('yellow', '!'), text)]),
    '',
    ...notesOf(result).flatMap((text) => wrap(text, width).map((one) => paint('dim', one))),
    '',
    ...verdictText(result, verdicts),
  ];
}

const looks = { good: ['✓', 'green'], bad: ['✗', 'red'], unsure: ['!', 'yellow'] } as const;

/** The last line: whoever looks at nothing else knows how it went. */
function verdictText(result: LoadResult, verdicts: readonly Verdict[]): string[] {
  const { text, tone } = verdictOf(result, verdicts);
  const [mark, color] = looks[tone];
  const code = exitCodeOfLoad(result, verdicts);
  return wrap(`${mark} ${text} (exit code ${code})`, width, '  ', 0).map((line) =>
    paint(['bold', color], line),
  );
}

/** Left out where there is no room; every report has them. */
const leastNeeded = ['p90', 'p99', 'max', 'p50', 'failed'];

function tableLines(rows: readonly Row[]): string[] {
  const time = ({ times }: Row, ms: number) => (times.count === 0 ? '-' : milliseconds(ms));
  const columns = [
    { title: 'count', cells: rows.map(({ times }) => String(times.count)) },
    { title: 'failed', cells: rows.map(({ failed }) => String(failed)) },
    ...percentiles.map((percent) => ({
      title: `p${percent}`,
      cells: rows.map((row) => time(row, row.times.percentile(percent))),
    })),
    { title: 'max', cells: rows.map((row) => time(row, row.times.max)) },
  ];
  const names = ['milliseconds', ...rows.map(({ name }) => name)];
  const { lines, left } = fitted(names, columns, leastNeeded, width);
  const [titles = '', ...others] = lines;
  const note = `The reports (--report) also have ${left.join(', ')}: there is no room for them here.`;
  return [
    paint('dim', titles),
    ...others.map((line, at) => ((rows[at]?.failed ?? 0) > 0 ? paint('red', line) : line)),
    ...(left.length > 0 ? ['', ...wrap(note, width).map((line) => paint('dim', line))] : []),
  ];
}

function errorLines(errors: readonly ErrorKind[]): string[] {
  if (errors.length === 0) return [];
  const told = errors
    .slice(0, mostErrors)
    .flatMap(({ where, kind, attempts, journeys, example, curl }) => [
      ...marked(paint('red', '✗'), `${where}: ${kind} (${countsOf(attempts, journeys)})`),
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
