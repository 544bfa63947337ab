/** A load run for a person at a terminal, fitted to its width. */
import { escapeControls, paint, readLineWidth } from '../core/terminal.ts';
import { formatCountedNoun, wrapText } from '../core/text.ts';
import type { ErrorKind } from './errors.ts';
import { type LoadResult, runSecondsOf } from './measure.ts';
import { describeModel } from './plan.ts';
import {
  chooseLoadExitCode,
  columnTitles,
  describeCounts,
  formatCells,
  formatCount,
  formatRate,
  makeLoadNotes,
  makeLoadVerdict,
  makeLoadWarnings,
  makeRows,
  type Row,
} from './report.ts';
import type { ThresholdVerdict } from './thresholds.ts';

const width = readLineWidth();
const maxShownErrors = 10;

/** @returns the lines of the report */
export function formatLoadTerminalReport(
  result: LoadResult,
  verdicts: readonly ThresholdVerdict[],
): string[] {
  const { plan, measured } = result;
  const { counts, answers, errors } = measured;
  const seconds = runSecondsOf(result);
  const journeyRate = `${formatRate(counts.through, seconds)} journeys/s`;
  return [
    `${paint('bold', 'Load')} on ${plan.target === 'mock' ? 'the embedded mock' : plan.target}, dialect ${plan.dialect}`,
    ...wrapText(describeModel(plan), width),
    '',
    ...wrapText(
      `${formatCount(counts.through)} of ${formatCount(plan.applicants ?? counts.started)} journeys finished in ${seconds.toFixed(1)} s: ${journeyRate}, ${formatRate(answers.answered.count, seconds)} answers/s`,
      width,
    ).map((line) => line.replace(journeyRate, paint('bold', journeyRate))),
    '',
    ...formatTable(makeRows(result), width),
    ...formatErrors(errors.byFrequency),
    ...formatThresholdVerdicts(verdicts),
    ...makeLoadWarnings(result).flatMap((text) => [
      '',
      ...wrapMarkedLine(paint('yellow', '!'), text),
    ]),
    '',
    ...makeLoadNotes(result).flatMap((text) =>
      wrapText(text, width).map((line) => paint('dim', line)),
    ),
    '',
    ...formatVerdict(result, verdicts),
  ];
}

const marksByTone = { good: ['✓', 'green'], bad: ['✗', 'red'], unsure: ['!', 'yellow'] } as const;

/** The last line, which alone says how the run ended. */
function formatVerdict(result: LoadResult, verdicts: readonly ThresholdVerdict[]): string[] {
  const { text, tone } = makeLoadVerdict(result, verdicts);
  const [mark, color] = marksByTone[tone];
  const code = chooseLoadExitCode(result, verdicts);
  return wrapText(`${mark} ${text} (exit code ${code})`, width, '  ', 0).map((line) =>
    paint(['bold', color], line),
  );
}

/** The columns that are left out, in this order, where there is no room. Every other report has them. */
const droppableColumns = ['p90', 'p99', 'max', 'p50', 'failed'];

/**
 * @param width in columns
 * @returns the lines of the table; a long name or count can make a line wider
 */
export function formatTable(rows: readonly Row[], width: number): string[] {
  const cellRows = [columnTitles, ...rows.map(formatCells)];
  const rowNames = ['milliseconds', ...rows.map(({ name }) => name)];
  const nameWidth = Math.max(...rowNames.map((name) => name.length));
  const widths = columnTitles.map(
    (_, index) => 1 + Math.max(...cellRows.map((cellRow) => cellRow[index]?.length ?? 0)),
  );
  const droppedColumns: string[] = [];
  const listShownColumns = () =>
    columnTitles.flatMap((title, index) => (droppedColumns.includes(title) ? [] : [index]));
  const isTooWide = () =>
    listShownColumns().reduce((sum, index) => sum + (widths[index] ?? 0), nameWidth) > width;
  for (const columnTitle of droppableColumns) if (isTooWide()) droppedColumns.push(columnTitle);
  const [titles = '', ...lines] = rowNames.map((name, rowIndex) =>
    listShownColumns().reduce(
      (line, index) => line + (cellRows[rowIndex]?.[index] ?? '').padStart(widths[index] ?? 0),
      name.padEnd(nameWidth),
    ),
  );
  const droppedColumnsNote = `The reports (--report) also have ${droppedColumns.join(', ')}: there is no room for them here.`;
  return [
    paint('dim', titles),
    ...lines.map((line, index) =>
      (rows[index]?.failedCount ?? 0) > 0 ? paint('red', line) : line,
    ),
    ...(droppedColumns.length > 0
      ? ['', ...wrapText(droppedColumnsNote, width).map((line) => paint('dim', line))]
      : []),
  ];
}

function formatErrors(errors: readonly ErrorKind[]): string[] {
  if (errors.length === 0) return [];
  const lines = errors
    .slice(0, maxShownErrors)
    .flatMap(({ where, kind, attempts, journeys, example, curl }) => [
      ...wrapMarkedLine(
        paint('red', '✗'),
        `${where}: ${kind} (${describeCounts(attempts, journeys)})`,
      ),
      ...wrapText(`  ${example}`, width, '    ').map((line, index) =>
        index === 0 ? `    ${line}` : line,
      ),
      ...(curl ? [`    ${paint('dim', 'repeat')} ${escapeControls(curl)}`] : []),
    ]);
  const moreCount = errors.length - maxShownErrors;
  return [
    '',
    ...lines,
    ...(moreCount > 0 ? [`… and ${formatCountedNoun(moreCount, 'other kind')} of errors`] : []),
  ];
}

function formatThresholdVerdicts(verdicts: readonly ThresholdVerdict[]): string[] {
  if (verdicts.length === 0) return [];
  const expressionWidth = Math.max(...verdicts.map(({ expression }) => expression.length));
  return [
    '',
    ...verdicts.map(({ expression, met, measuredText }) => {
      const verdictMark = met ? paint('green', '✓') : paint('red', '✗');
      return `${verdictMark} ${expression.padEnd(expressionWidth)}  ${measuredText}`;
    }),
  ];
}

function wrapMarkedLine(mark: string, text: string): string[] {
  return wrapText(text, width - 2, '  ').map((line, index) =>
    index === 0 ? `${mark} ${line}` : line,
  );
}
