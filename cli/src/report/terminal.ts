/** A run for a person at a terminal: failures and their causes first, the summary in the last line. */
import { escapeControls, lineWidth, paint } from '../core/terminal.ts';
import { countText, hangingIndent, oneLine, wrap } from '../core/text.ts';
import { requestId } from './evidence.ts';
import {
  type CheckReport,
  type CoverageCell,
  countCreated,
  countHeldUp,
  groupFailures,
  modelOf,
  placeOf,
  type ReportedResult,
  type ReportModel,
  sortFailures,
  toneColours,
} from './report.ts';

/* The coverage table: which statuses each operation returned. */

const gap = '  ';

/** @returns one line for each operation, `exams.create  201 ✓12  409 –`, then the reasons for the missing ones */
function coverageLines({ coverage, unseen }: ReportModel): string[] {
  // Without a single response the table would be empty and hide the reason.
  if (coverage.every(({ cells }) => cells.every(({ seen }) => seen === 0))) return [];
  const shownRows = coverage.map(({ operation, cells }) => ({
    operation,
    // For an operation that was seen to succeed, other success statuses are listed below the table.
    cells: cells.filter(
      ({ status, seen }) => seen > 0 || status >= 300 || !cells.some(isSeenSuccess),
    ),
  }));
  const nameWidth = Math.max(...coverage.map(({ operation }) => operation.length));
  const columns = columnsWithin(
    width - nameWidth,
    shownRows.map(({ cells }) => cells),
  );
  const rows = shownRows.flatMap(({ operation, cells }) =>
    chunksOf(cells, columns.length).map((cellsOfLine, pieceIndex) => {
      const name = (pieceIndex === 0 ? operation : '').padEnd(nameWidth);
      return [name, ...cellsOfLine.map((cell, index) => padded(cell, columns[index] ?? 0))]
        .join(gap)
        .trimEnd();
    }),
  );
  const reasonLines = unseen.flatMap(({ why, cells }) =>
    wrap(`${why}: ${cells.join('; ')}`, width, '    ', 4).map((line, index) =>
      paint('dim', index === 0 ? `  – ${line}` : line),
    ),
  );
  return [paint('bold', 'Answers seen'), ...rows, ...reasonLines];
}

const isSeenSuccess = ({ status, seen }: CoverageCell) => status < 300 && seen > 0;

function cellText({ status, seen }: CoverageCell): string {
  return `${status} ${seen > 0 ? `✓${seen}` : '–'}`;
}

/** @returns the widths of as many columns as fit; further cells go on the next line */
function columnsWithin(
  availableWidth: number,
  rows: readonly (readonly CoverageCell[])[],
): number[] {
  const mostCells = Math.max(1, ...rows.map((cells) => cells.length));
  for (let count = mostCells; count > 1; count--) {
    const columns = widthsOf(count, rows);
    if (columns.reduce((sum, columnWidth) => sum + gap.length + columnWidth, 0) <= availableWidth)
      return columns;
  }
  return widthsOf(1, rows);
}

function widthsOf(count: number, rows: readonly (readonly CoverageCell[])[]): number[] {
  const widths = Array.from({ length: count }, () => 0);
  for (const cells of rows) {
    for (const [index, cell] of cells.entries()) {
      widths[index % count] = Math.max(widths[index % count] ?? 0, cellText(cell).length);
    }
  }
  return widths;
}

/** Pads a cell before it is coloured, because colour codes have no width. */
function padded(cell: CoverageCell, cellWidth: number): string {
  const text = cellText(cell);
  const end = ' '.repeat(cellWidth - text.length);
  return (cell.seen > 0 ? text : paint('dim', text)) + end;
}

/** Splits a list into pieces of this size; an empty list is one piece. */
function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const pieces = [items.slice(0, size)];
  for (let start = size; start < items.length; start += size)
    pieces.push(items.slice(start, start + size));
  return pieces;
}

/* The failures of a run. */

const width = lineWidth();
const indent = ' '.repeat(12);
/** In characters; a longer command is useless in a terminal. */
const maxCurlLength = 1500;

/** @returns a section for each failure that counts; then the other failures, those in the baseline on one line each */
function failureLines({ results }: CheckReport): string[][] {
  const { failing, lenient, known: knownFailures } = sortFailures(results);
  const heldUp = countHeldUp(results);
  const lenientSections = groupFailures(lenient).map((group) =>
    failureSection(group, paint('yellow', '✗'), heldUp),
  );
  return [
    ...groupFailures(failing).map((group) => failureSection(group, paint('red', '✗'), heldUp)),
    ...withTitle('Level "should", failing only with --strict', lenientSections, lenient.length),
    knownFailures.length === 0
      ? []
      : [title('Known to the baseline', knownFailures.length), ...knownFailures.map(knownLine)],
  ];
}

function withTitle(text: string, sections: readonly string[][], count: number): string[][] {
  return sections.map((lines, index) => (index === 0 ? [title(text, count), ...lines] : lines));
}

function title(text: string, count: number): string {
  return `${paint('bold', text)} (${countText(count, 'check')})`;
}

function failureSection(
  [result, ...similarResults]: readonly [ReportedResult, ...ReportedResult[]],
  mark: string,
  heldUp: ReadonlyMap<string, number>,
): string[] {
  const { check, expected, got, reason, evidence } = result;
  const heldUpCount = heldUp.get(check.id) ?? 0;
  const fact = (label: string, text: string | undefined) =>
    text === undefined ? [] : labelledLines(label, wrap(text, width, indent));
  return [
    ...hangingIndent(`${mark} `, check.sentence, width, 2),
    `  ${paint('dim', check.id)}`,
    ...fact('holds up', heldUpCount > 0 ? countText(heldUpCount, 'check') : undefined),
    ...fact('also', similarResults.length > 0 ? similarIds(similarResults) : undefined),
    ...fact('expected', expected),
    ...fact('got', got),
    ...fact('because', reason),
    ...fact('rule', placeOf(check.rule)),
    ...fact('request', evidence && requestId(evidence.exchange)),
    ...(evidence ? labelledLines('repeat', [curlOf(evidence.curl)]) : []),
  ];
}

/** Names a few of the checks that fail in the same way; the other reports name all. */
function similarIds(similarResults: readonly ReportedResult[]): string {
  const mostIds = 6;
  const moreText =
    similarResults.length > mostIds ? `, and ${similarResults.length - mostIds} more` : '';
  return `${similarResults
    .slice(0, mostIds)
    .map(({ check }) => check.id)
    .join(', ')}${moreText}`;
}

function labelledLines(label: string, [first, ...rest]: readonly string[]): string[] {
  return [`  ${paint('dim', label.padEnd(10))}${first}`, ...rest];
}

/** The curl of a finding. It is never wrapped, so that it can be copied. */
function curlOf(curl: string): string {
  if (curl.length <= maxCurlLength) return escapeControls(curl);
  return `(${curl.length} characters: see the JSON or HTML report)`;
}

function knownLine({ check, known }: ReportedResult): string {
  const { comment = '', expires = '' } = known ?? {};
  return `${paint('yellow', '✗')} ${check.id}: ${oneLine(comment)} (until ${oneLine(expires)})`;
}

const maxNotes = 15;
const maxNoteLength = 145;
const maxPlaces = 3;

/** @returns a section each for blocked, waiting and skipped checks, notes, and problems of the baseline */
function groupLines(model: ReportModel): string[][] {
  const blockedItems = model.blocked.map(
    ({ by, reason, count }) => `${count} blocked by ${by} (${reason})`,
  );
  const waitingItems = model.waiting.map(({ reason, count }) => `${count} waiting: ${reason}`);
  const skippedItems = model.skipped.map(({ reason, count }) => `${count} skipped: ${reason}`);
  return [
    section('Blocked', blockedItems),
    section('Waiting', waitingItems),
    section('Skipped', skippedItems),
    section('Tolerated differences', notes(model)),
    section('Baseline', model.baselineProblems),
  ];
}

function section(title: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [paint('bold', title), ...texts.flatMap(item)];
}

function item(text: string): string[] {
  return wrap(text, width, '    ', 2).map((line, index) => (index === 0 ? `  ${line}` : line));
}

function notes({ tolerated: toleratedNotes }: ReportModel): string[] {
  const lines = toleratedNotes
    .slice(0, maxNotes)
    .map(({ note, where }) => `${places(where)}: ${oneLine(note)}`)
    .map((text) => (text.length > maxNoteLength ? `${text.slice(0, maxNoteLength)}…` : text));
  const moreCount = toleratedNotes.length - lines.length;
  return moreCount > 0 ? [...lines, `… and ${moreCount} more in the reports`] : lines;
}

/** E.g. `exams.create, exams.submit and 4 others`. */
function places(operations: readonly string[]): string {
  const shownPlaces = operations.slice(0, maxPlaces).join(', ');
  const moreCount = operations.length - maxPlaces;
  return moreCount > 0 ? `${shownPlaces} and ${countText(moreCount, 'other')}` : shownPlaces;
}

/** @returns the lines of a report; `paint` adds colours in a terminal */
export function terminalReport(report: CheckReport): string[] {
  const model = modelOf(report);
  const sections = [
    heading(report),
    ...failureLines(report),
    ...groupLines(model),
    coverageLines(model),
    created(report),
    summary(model),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => [...lines, ''])
    .slice(0, -1);
}

function heading({ target, strict, seed }: CheckReport): string[] {
  const options = [strict ? 'strict' : '', seed === undefined ? '' : `seed ${seed}`].filter(
    Boolean,
  );
  return [`${paint('bold', 'Checks')} of ${[oneLine(target), ...options].join(', ')}`];
}

function created({ created }: CheckReport): string[] {
  const count = created.applicants.length;
  const parts = [...(count > 0 ? [countText(count, 'applicant')] : []), ...countCreated(created)];
  if (parts.length === 0) return [];
  return [`Created: ${parts.join(', ')}`, paint('dim', '  The addresses are in the JSON report.')];
}

function summary({ verdict, summary, partial, ended, failing }: ReportModel): string[] {
  const { text, tone } = verdict;
  // A run that passed, or whose failures are listed, needs no second line.
  const needsNoReason = tone === 'good' || failing.length > 0;
  const endedText = ended === undefined ? '' : `ended early: ${oneLine(ended)}`;
  const partialText = partial?.words ?? '';
  const moreLines = [
    partialText,
    needsNoReason || endedText || partialText === text ? '' : text,
    endedText,
  ].filter(Boolean);
  return [
    ...[summary, ...moreLines].map((line) => paint(['bold', toneColours[tone]], line)),
    ...(partial?.remedies ?? []).map((remedy) => `  ${remedy}`),
  ];
}
