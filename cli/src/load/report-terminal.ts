/** A load run for a person at a terminal, in as many columns as it has. */
import { lineWidth, paint, visible } from '../core/terminal.ts';
import { plural, wrap } from '../core/text.ts';
import type { ErrorKind } from './errors.ts';
import { type LoadResult, secondsOf } from './measure.ts';
import { describeModel } from './plan.ts';
import {
  cellsOf,
  columns,
  countsOf,
  exitCodeOfLoad,
  notesOf,
  perSecond,
  type Row,
  rowsOf,
  verdictOf,
  warningsOf,
  whole,
} from './report.ts';
import type { Verdict } from './thresholds.ts';

const width = lineWidth();
const mostErrors = 10;

/** @returns the lines */
export function terminalReport(result: LoadResult, verdicts: readonly Verdict[]): string[] {
  const { plan, measured } = result;
  const { counts, answers, errors } = measured;
  const seconds = secondsOf(result);
  const rate = `${perSecond(counts.through, seconds)} journeys/s`;
  return [
    `${paint('bold', 'Load')} on ${plan.target === 'mock' ? 'the embedded mock' : plan.target}, dialect ${plan.dialect}`,
    ...wrap(describeModel(plan), width),
    '',
    ...wrap(
      `${whole(counts.through)} of ${plural(plan.applicants ?? counts.started, 'journey')} finished in ${seconds.toFixed(1)} s: ${rate}, ${perSecond(answers.answered.count, seconds)} answers/s`,
      width,
    ).map((line) => line.replace(rate, paint('bold', rate))),
    '',
    ...tableLines(rowsOf(result), width),
    ...errorLines(errors.byFrequency),
    ...verdictLines(verdicts),
    ...warningsOf(result).flatMap((text) => ['', ...marked(paint('yellow', '!'), text)]),
    '',
    ...notesOf(result).flatMap((text) => wrap(text, width).map((line) => paint('dim', line))),
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

/** Left out where there is no room, the first one first; every report has them. */
const leastNeeded = ['p90', 'p99', 'max', 'p50', 'failed'];

/** @returns the table in lines of so many columns, where names and counts leave them */
export function tableLines(rows: readonly Row[], width: number): string[] {
  const cells = [columns, ...rows.map(cellsOf)];
  const names = ['milliseconds', ...rows.map(({ name }) => name)];
  const nameWidth = Math.max(...names.map((name) => name.length));
  const widths = columns.map((_, at) => 1 + Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const dropped: string[] = [];
  const shown = () => columns.flatMap((title, at) => (dropped.includes(title) ? [] : [at]));
  const isTooWide = () => shown().reduce((sum, at) => sum + (widths[at] ?? 0), nameWidth) > width;
  for (const title of leastNeeded) if (isTooWide()) dropped.push(title);
  const [titles = '', ...lines] = names.map((name, row) =>
    shown().reduce(
      (line, at) => line + (cells[row]?.[at] ?? '').padStart(widths[at] ?? 0),
      name.padEnd(nameWidth),
    ),
  );
  const note = `The reports (--report) also have ${dropped.join(', ')}: there is no room for them here.`;
  return [
    paint('dim', titles),
    ...lines.map((line, at) => ((rows[at]?.failed ?? 0) > 0 ? paint('red', line) : line)),
    ...(dropped.length > 0 ? ['', ...wrap(note, width).map((line) => paint('dim', line))] : []),
  ];
}

function errorLines(errors: readonly ErrorKind[]): string[] {
  if (errors.length === 0) return [];
  const lines = errors
    .slice(0, mostErrors)
    .flatMap(({ where, kind, attempts, journeys, example, curl }) => [
      ...marked(paint('red', '✗'), `${where}: ${kind} (${countsOf(attempts, journeys)})`),
      ...wrap(`  ${example}`, width, '    ').map((line, at) => (at === 0 ? `    ${line}` : line)),
      ...(curl ? [`    ${paint('dim', 'repeat')} ${visible(curl)}`] : []),
    ]);
  const more = errors.length - mostErrors;
  return ['', ...lines, ...(more > 0 ? [`… and ${plural(more, 'other kind')} of errors`] : [])];
}

function verdictLines(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return [];
  const longest = Math.max(...verdicts.map(({ expression }) => expression.length));
  return [
    '',
    ...verdicts.map(({ expression, met, measuredText: told }) => {
      const mark = met ? paint('green', '✓') : paint('red', '✗');
      return `${mark} ${expression.padEnd(longest)}  ${told}`;
    }),
  ];
}

function marked(mark: string, text: string): string[] {
  return wrap(text, width - 2, '  ').map((line, at) => (at === 0 ? `${mark} ${line}` : line));
}
