/** A load run for a person at a terminal, fitted to its width. */
import { escapeControls, lineWidth, paint } from '../core/terminal.ts';
import { countText, wrap } from '../core/text.ts';
import type { ErrorKind } from './errors.ts';
import { type LoadResult, secondsOf } from './measure.ts';
import { describeModel } from './plan.ts';
import {
  cellsOf,
  columns,
  describeCounts,
  exitCodeOfLoad,
  formatCount,
  loadNotesOf,
  loadVerdictOf,
  loadWarningsOf,
  perSecond,
  type Row,
  rowsOf,
} from './report.ts';
import type { ThresholdVerdict } from './thresholds.ts';

const width = lineWidth();
const maxErrors = 10;

/** @returns the lines of the report */
export function loadTerminalReport(
  result: LoadResult,
  verdicts: readonly ThresholdVerdict[],
): string[] {
  const { plan, measured } = result;
  const { counts, answers, errors } = measured;
  const seconds = secondsOf(result);
  const rate = `${perSecond(counts.through, seconds)} journeys/s`;
  return [
    `${paint('bold', 'Load')} on ${plan.target === 'mock' ? 'the embedded mock' : plan.target}, dialect ${plan.dialect}`,
    ...wrap(describeModel(plan), width),
    '',
    ...wrap(
      `${formatCount(counts.through)} of ${countText(plan.applicants ?? counts.started, 'journey')} finished in ${seconds.toFixed(1)} s: ${rate}, ${perSecond(answers.answered.count, seconds)} answers/s`,
      width,
    ).map((line) => line.replace(rate, paint('bold', rate))),
    '',
    ...tableLines(rowsOf(result), width),
    ...errorLines(errors.byFrequency),
    ...verdictLines(verdicts),
    ...loadWarningsOf(result).flatMap((text) => ['', ...markLine(paint('yellow', '!'), text)]),
    '',
    ...loadNotesOf(result).flatMap((text) => wrap(text, width).map((line) => paint('dim', line))),
    '',
    ...verdictText(result, verdicts),
  ];
}

const marksByTone = { good: ['✓', 'green'], bad: ['✗', 'red'], unsure: ['!', 'yellow'] } as const;

/** The last line, which alone says how the run ended. */
function verdictText(result: LoadResult, verdicts: readonly ThresholdVerdict[]): string[] {
  const { text, tone } = loadVerdictOf(result, verdicts);
  const [mark, color] = marksByTone[tone];
  const code = exitCodeOfLoad(result, verdicts);
  return wrap(`${mark} ${text} (exit code ${code})`, width, '  ', 0).map((line) =>
    paint(['bold', color], line),
  );
}

/** The columns that are left out, in this order, where there is no room. Every other report has them. */
const droppableColumns = ['p90', 'p99', 'max', 'p50', 'failed'];

/**
 * @param width in columns
 * @returns the lines of the table; a long name or count can make a line wider
 */
export function tableLines(rows: readonly Row[], width: number): string[] {
  const cells = [columns, ...rows.map(cellsOf)];
  const names = ['milliseconds', ...rows.map(({ name }) => name)];
  const nameWidth = Math.max(...names.map((name) => name.length));
  const widths = columns.map(
    (_, index) => 1 + Math.max(...cells.map((row) => row[index]?.length ?? 0)),
  );
  const droppedColumns: string[] = [];
  const shownColumns = () =>
    columns.flatMap((title, index) => (droppedColumns.includes(title) ? [] : [index]));
  const isTooWide = () =>
    shownColumns().reduce((sum, index) => sum + (widths[index] ?? 0), nameWidth) > width;
  for (const title of droppableColumns) if (isTooWide()) droppedColumns.push(title);
  const [titles = '', ...lines] = names.map((name, rowIndex) =>
    shownColumns().reduce(
      (line, index) => line + (cells[rowIndex]?.[index] ?? '').padStart(widths[index] ?? 0),
      name.padEnd(nameWidth),
    ),
  );
  const note = `The reports (--report) also have ${droppedColumns.join(', ')}: there is no room for them here.`;
  return [
    paint('dim', titles),
    ...lines.map((line, index) => ((rows[index]?.failed ?? 0) > 0 ? paint('red', line) : line)),
    ...(droppedColumns.length > 0
      ? ['', ...wrap(note, width).map((line) => paint('dim', line))]
      : []),
  ];
}

function errorLines(errors: readonly ErrorKind[]): string[] {
  if (errors.length === 0) return [];
  const lines = errors
    .slice(0, maxErrors)
    .flatMap(({ where, kind, attempts, journeys, example, curl }) => [
      ...markLine(paint('red', '✗'), `${where}: ${kind} (${describeCounts(attempts, journeys)})`),
      ...wrap(`  ${example}`, width, '    ').map((line, index) =>
        index === 0 ? `    ${line}` : line,
      ),
      ...(curl ? [`    ${paint('dim', 'repeat')} ${escapeControls(curl)}`] : []),
    ]);
  const moreCount = errors.length - maxErrors;
  return [
    '',
    ...lines,
    ...(moreCount > 0 ? [`… and ${countText(moreCount, 'other kind')} of errors`] : []),
  ];
}

function verdictLines(verdicts: readonly ThresholdVerdict[]): string[] {
  if (verdicts.length === 0) return [];
  const expressionWidth = Math.max(...verdicts.map(({ expression }) => expression.length));
  return [
    '',
    ...verdicts.map(({ expression, met, measuredText }) => {
      const mark = met ? paint('green', '✓') : paint('red', '✗');
      return `${mark} ${expression.padEnd(expressionWidth)}  ${measuredText}`;
    }),
  ];
}

function markLine(mark: string, text: string): string[] {
  return wrap(text, width - 2, '  ').map((line, index) => (index === 0 ? `${mark} ${line}` : line));
}
