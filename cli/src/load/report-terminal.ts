/** A load run for a person at a terminal, in as many columns as it has. */
import { operations } from '@one-planet/contract';
import { worstFirst } from '../applicant/print.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { lineWidth, paint, visible } from '../core/terminal.ts';
import { plural, wrap } from '../core/text.ts';
import type { ErrorKind } from './errors.ts';
import { type LoadResult, secondsOf } from './measured.ts';
import { applicantsOf, describeModel, describeShards } from './plan.ts';
import {
  describeMemory,
  journeyRows,
  milliseconds,
  notesOf,
  operationRows,
  percentiles,
  perSecond,
  type Row,
  warningsOf,
  whole,
} from './rows.ts';
import type { Verdict } from './thresholds.ts';

/* How a run ends for a script. */

/**
 * Cut short, interrupted, or nothing reached, or nobody came through: that says more than any figure. Then the thresholds
 * decide; where there are none, the worst end of a journey does, as it does for `journey --count`.
 */
export function exitCodeOfLoad(result: LoadResult, verdicts: readonly Verdict[]): ExitCode {
  const { measured, interrupted, cutShort } = result;
  if (cutShort) return cutShort.exitCode;
  if (interrupted) return exitCodes.interrupted;
  const worst = worstFirst.find((code) => measured.ends.has(code)) ?? exitCodes.done;
  if (nothingReached(result)) return exitCodes.notReached;
  if (measured.counts.through === 0) return worst;
  if (verdicts.some(({ met }) => !met)) return exitCodes.tooSlow;
  return verdicts.length > 0 ? exitCodes.done : worst;
}

/** Whether no attempt of any operation was answered, in whatever way. */
function nothingReached({ measured }: LoadResult): boolean {
  const { answers, errors, counts } = measured;
  if (counts.started === 0 || answers.answered.count > 0) return false;
  const isAway = (kind: string) => /^(connection|timeout|unavailable)\b/.test(kind);
  const names = new Set<string>(operations.map(({ name }) => name));
  const ofCalls = errors.all.filter(({ where }) => names.has(where));
  return ofCalls.length > 0 && ofCalls.every(({ kind }) => isAway(kind));
}

export function verdictOf(
  result: LoadResult,
  verdicts: readonly Verdict[],
): { text: string; tone: 'good' | 'bad' | 'unsure' } {
  if (result.cutShort) return { text: result.cutShort.told, tone: 'bad' };
  const { failed, through } = result.measured.counts;
  const missed = verdicts.filter(({ met }) => !met).length;
  const exitCode = exitCodeOfLoad(result, verdicts);
  if (exitCode === exitCodes.interrupted) return { text: 'interrupted', tone: 'unsure' };
  if (exitCode === exitCodes.notReached && through === 0)
    return { text: 'the backend was not reached', tone: 'bad' };
  if (through === 0) return { text: 'no journey finished', tone: 'bad' };
  if (missed > 0) return { text: `${plural(missed, 'threshold')} missed`, tone: 'bad' };
  const held = verdicts.length > 0 ? `${plural(verdicts.length, 'threshold')} held` : 'measured';
  if (failed === 0) return { text: held, tone: 'good' };
  return {
    text: `${held}, ${plural(failed, 'journey')} failed`,
    tone: verdicts.length > 0 ? 'unsure' : 'bad',
  };
}

/* A table for a terminal: as many of its columns as there is room for, and none of them broken. */

interface Column {
  title: string;
  cells: readonly string[];
}

/**
 * @param names what stands at the left of each row, whole; the first is that of the column itself
 * @param dropped the titles of columns that may be left out, the first one first
 * @returns a line for each row, the titles first, and which columns were left out
 */
export function fitted(
  names: readonly string[],
  columns: readonly Column[],
  dropped: readonly string[],
  width: number,
): { lines: string[]; left: string[] } {
  const nameWidth = Math.max(...names.map((name) => name.length));
  for (let count = 0; ; count++) {
    const left = dropped.slice(0, count);
    const kept = columns.filter(({ title }) => !left.includes(title));
    const widths = kept.map(({ title, cells }) =>
      Math.max(...[title, ...cells].map((cell) => cell.length)),
    );
    const gap = [2, 1].find(
      (one) => widths.reduce((sum, each) => sum + each + one, nameWidth) <= width,
    );
    if (gap === undefined && count < dropped.length) continue;
    const lines = names.map((name, row) => {
      const cells = kept.map(({ title, cells }, at) =>
        (row === 0 ? title : (cells[row - 1] ?? '')).padStart((widths[at] ?? 0) + (gap ?? 1)),
      );
      return name.padEnd(nameWidth) + cells.join('');
    });
    return { lines, left };
  }
}

const width = lineWidth();
const mostErrors = 10;

/** @returns the lines */
export function terminalReport(result: LoadResult, verdicts: readonly Verdict[]): string[] {
  const { plan, measured, shards } = result;
  const { counts } = measured;
  const seconds = secondsOf(result);
  const answered = measured.answers.answered.count;
  const rate = `${perSecond(counts.through, seconds)} journeys/s`;
  const memory = describeMemory(result);
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
    ...(memory === undefined ? [] : ['', ...wrap(memory, width)]),
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
  const described = errors
    .slice(0, mostErrors)
    .flatMap(({ where, kind, attempts, journeys, example, curl }) => [
      ...marked(paint('red', '✗'), `${where}: ${kind} (${countsOf(attempts, journeys)})`),
      ...wrap(`  ${example}`, width, '    ').map((one, at) => (at === 0 ? `    ${one}` : one)),
      ...(curl ? [`    ${paint('dim', 'repeat')} ${visible(curl)}`] : []),
    ]);
  const more = errors.length - mostErrors;
  return ['', ...described, ...(more > 0 ? [`… and ${plural(more, 'other kind')} of errors`] : [])];
}

/** @returns e.g. `12 attempts, ended 4 journeys` */
export function countsOf(attempts: number, journeys: number): string {
  const wording = [];
  if (attempts > 0) wording.push(plural(attempts, 'attempt'));
  if (journeys > 0) wording.push(`ended ${plural(journeys, 'journey')}`);
  return wording.join(', ');
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
