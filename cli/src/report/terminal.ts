/** A run for a person at a terminal: failures and their causes first, the summary in the last line. */
import { escapeControls, paint, readLineWidth } from '../core/terminal.ts';
import { formatCountedNoun, toOneLine, wrapText, wrapWithHangingIndent } from '../core/text.ts';
import { findRequestId } from './evidence.ts';
import { formatParts } from './parts.ts';
import {
  type CheckReport,
  type CoverageCell,
  coloursByTone,
  countCreated,
  countHeldUp,
  groupFailures,
  makeReportModel,
  makeRulePlace,
  type ReportedResult,
  type ReportModel,
  sortFailures,
} from './report.ts';

/* The coverage table: which statuses each operation returned. */

const columnGap = '  ';

/** @returns one line for each operation, `exams.create  201 ✓12  409 –`, then the reasons for the missing ones */
function formatCoverage({ coverage, unseen }: ReportModel): string[] {
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
  const columnWidths = fitColumns(
    terminalWidth - nameWidth,
    shownRows.map(({ cells }) => cells),
  );
  const coverageRows = shownRows.flatMap(({ operation, cells }) =>
    splitIntoPieces(cells, columnWidths.length).map((cellsOfLine, pieceIndex) => {
      const name = (pieceIndex === 0 ? operation : '').padEnd(nameWidth);
      return [name, ...cellsOfLine.map((cell, index) => padCell(cell, columnWidths[index] ?? 0))]
        .join(columnGap)
        .trimEnd();
    }),
  );
  const reasonLines = unseen.flatMap(({ why, cells }) =>
    wrapText(`${why}: ${cells.join('; ')}`, terminalWidth, '    ', 4).map((line, index) =>
      paint('dim', index === 0 ? `  – ${line}` : line),
    ),
  );
  return [paint('bold', 'Answers seen'), ...coverageRows, ...reasonLines];
}

const isSeenSuccess = ({ status, seen }: CoverageCell) => status < 300 && seen > 0;

function formatCell({ status, seen }: CoverageCell): string {
  return `${status} ${seen > 0 ? `✓${seen}` : '–'}`;
}

/** @returns the widths of as many columns as fit; further cells go on the next line */
function fitColumns(availableWidth: number, rows: readonly (readonly CoverageCell[])[]): number[] {
  const maxCellCount = Math.max(1, ...rows.map((cells) => cells.length));
  for (let count = maxCellCount; count > 1; count--) {
    const columnWidths = measureColumnWidths(count, rows);
    if (
      columnWidths.reduce((sum, columnWidth) => sum + columnGap.length + columnWidth, 0) <=
      availableWidth
    )
      return columnWidths;
  }
  return measureColumnWidths(1, rows);
}

function measureColumnWidths(count: number, rows: readonly (readonly CoverageCell[])[]): number[] {
  const columnWidths = Array.from({ length: count }, () => 0);
  for (const cellsOfRow of rows) {
    for (const [index, cell] of cellsOfRow.entries()) {
      columnWidths[index % count] = Math.max(
        columnWidths[index % count] ?? 0,
        formatCell(cell).length,
      );
    }
  }
  return columnWidths;
}

/** Pads a cell before it is coloured, because colour codes have no width. */
function padCell(cell: CoverageCell, cellWidth: number): string {
  const text = formatCell(cell);
  const paddingText = ' '.repeat(cellWidth - text.length);
  return (cell.seen > 0 ? text : paint('dim', text)) + paddingText;
}

/** Splits a list into pieces of this size; an empty list is one piece. */
function splitIntoPieces<T>(items: readonly T[], pieceLength: number): T[][] {
  const listPieces = [items.slice(0, pieceLength)];
  for (let pieceStart = pieceLength; pieceStart < items.length; pieceStart += pieceLength)
    listPieces.push(items.slice(pieceStart, pieceStart + pieceLength));
  return listPieces;
}

/* The failures of a run. */

const terminalWidth = readLineWidth();
const factIndent = ' '.repeat(12);
/** In characters; a longer command is useless in a terminal. */
const maxCurlLength = 1500;

/** @returns a section for each failure that counts; then the other failures, those in the baseline on one line each */
function makeFailureSections({ results }: CheckReport): string[][] {
  const { failing, lenient, known: knownFailures } = sortFailures(results);
  const heldUpCounts = countHeldUp(results);
  const lenientSections = groupFailures(lenient).map((group) =>
    makeFailureSection(group, paint('yellow', '✗'), heldUpCounts),
  );
  return [
    ...groupFailures(failing).map((group) =>
      makeFailureSection(group, paint('red', '✗'), heldUpCounts),
    ),
    ...putTitleBefore(
      'Level "should", failing only with --strict',
      lenientSections,
      lenient.length,
    ),
    knownFailures.length === 0
      ? []
      : [
          formatTitle('Known to the baseline', knownFailures.length),
          ...knownFailures.map(formatKnownFailure),
        ],
  ];
}

function putTitleBefore(text: string, sections: readonly string[][], count: number): string[][] {
  return sections.map((sectionLines, index) =>
    index === 0 ? [formatTitle(text, count), ...sectionLines] : sectionLines,
  );
}

function formatTitle(text: string, count: number): string {
  return `${paint('bold', text)} (${formatCountedNoun(count, 'check')})`;
}

function makeFailureSection(
  [result, ...similarResults]: readonly [ReportedResult, ...ReportedResult[]],
  mark: string,
  heldUpCounts: ReadonlyMap<string, number>,
): string[] {
  const { check, expected, got, reason, evidence } = result;
  const heldUpCount = heldUpCounts.get(check.id) ?? 0;
  const formatFact = (label: string, text: string | undefined) =>
    text === undefined ? [] : addLabel(label, wrapText(text, terminalWidth, factIndent));
  return [
    ...wrapWithHangingIndent(`${mark} `, check.sentence, terminalWidth, 2),
    `  ${paint('dim', check.id)}`,
    ...formatFact(
      'holds up',
      heldUpCount > 0 ? formatCountedNoun(heldUpCount, 'check') : undefined,
    ),
    ...formatFact('also', similarResults.length > 0 ? formatSimilarIds(similarResults) : undefined),
    ...formatFact('expected', expected),
    ...formatFact('got', got),
    ...formatFact('because', reason),
    ...formatFact('rule', makeRulePlace(check.rule)),
    ...formatFact('request', evidence && findRequestId(evidence.exchange)),
    ...(evidence ? addLabel('repeat', [formatCurl(evidence.curl)]) : []),
    ...formatFact('$TOKEN', evidence?.tokenHint),
  ];
}

/** Names a few of the checks that fail in the same way; the other reports name all. */
function formatSimilarIds(similarResults: readonly ReportedResult[]): string {
  const maxListedIds = 6;
  const moreText =
    similarResults.length > maxListedIds
      ? `, and ${similarResults.length - maxListedIds} more`
      : '';
  return `${similarResults
    .slice(0, maxListedIds)
    .map(({ check }) => check.id)
    .join(', ')}${moreText}`;
}

function addLabel(label: string, [first, ...rest]: readonly string[]): string[] {
  return [`  ${paint('dim', label.padEnd(10))}${first}`, ...rest];
}

/** The curl of a finding. It is never wrapped, so that it can be copied. */
function formatCurl(curl: string): string {
  if (curl.length <= maxCurlLength) return escapeControls(curl);
  return `(${curl.length} characters: see the JSON or HTML report)`;
}

function formatKnownFailure({ check, known }: ReportedResult): string {
  const { comment = '', expires = '' } = known ?? {};
  return `${paint('yellow', '✗')} ${check.id}: ${toOneLine(comment)} (until ${toOneLine(expires)})`;
}

const maxNotes = 15;
const maxNoteLength = 145;
const maxNotePlaces = 3;

/** @returns a section each for blocked, waiting and skipped checks, notes, and problems of the baseline */
function makeGroupSections(model: ReportModel): string[][] {
  const blockedItems = model.blocked.map(
    ({ by, reason, count }) => `${count} blocked by ${by} (${reason})`,
  );
  const waitingItems = model.waiting.map(({ reason, count }) => `${count} waiting: ${reason}`);
  const skippedItems = model.skipped.map(({ reason, count }) => `${count} skipped: ${reason}`);
  return [
    makeSection('Blocked', blockedItems),
    makeSection('Waiting', waitingItems),
    makeSection('Skipped', skippedItems),
    makeSection('Tolerated differences', makeNoteSection(model)),
    makeSection('Baseline', model.baselineProblems),
  ];
}

function makeSection(title: string, itemTexts: readonly string[]): string[] {
  if (itemTexts.length === 0) return [];
  return [paint('bold', title), ...itemTexts.flatMap(formatItem)];
}

function formatItem(text: string): string[] {
  return wrapText(text, terminalWidth, '    ', 2).map((line, index) =>
    index === 0 ? `  ${line}` : line,
  );
}

function makeNoteSection({ tolerated: toleratedNotes }: ReportModel): string[] {
  const lines = toleratedNotes
    .slice(0, maxNotes)
    .map(({ note, where }) => `${formatPlaces(where)}: ${toOneLine(note)}`)
    .map((text) => (text.length > maxNoteLength ? `${text.slice(0, maxNoteLength)}…` : text));
  const moreCount = toleratedNotes.length - lines.length;
  return moreCount > 0 ? [...lines, `… and ${moreCount} more in the reports`] : lines;
}

/** E.g. `exams.create, exams.submit and 4 others`. */
function formatPlaces(operations: readonly string[]): string {
  const shownPlaces = operations.slice(0, maxNotePlaces).join(', ');
  const moreCount = operations.length - maxNotePlaces;
  return moreCount > 0
    ? `${shownPlaces} and ${formatCountedNoun(moreCount, 'other')}`
    : shownPlaces;
}

/** @returns the lines of a report; `paint` adds colours in a terminal */
export function formatTerminalReport(report: CheckReport): string[] {
  const model = makeReportModel(report);
  const sections = [
    makeHeading(report),
    ...makeFailureSections(report),
    ...makeGroupSections(model),
    formatCoverage(model),
    formatCreated(report),
    formatPartLines(report),
    makeSummary(model),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => [...lines, ''])
    .slice(0, -1);
}

function makeHeading({ target, strict, seed }: CheckReport): string[] {
  const optionTexts = [strict ? 'strict' : '', seed === undefined ? '' : `seed ${seed}`].filter(
    Boolean,
  );
  return [`${paint('bold', 'Checks')} of ${[toOneLine(target), ...optionTexts].join(', ')}`];
}

function formatCreated({ created }: CheckReport): string[] {
  const count = created.applicants.length;
  const parts = [
    ...(count > 0 ? [formatCountedNoun(count, 'applicant')] : []),
    ...countCreated(created),
  ];
  if (parts.length === 0) return [];
  return [`Created: ${parts.join(', ')}`, paint('dim', '  The addresses are in the JSON report.')];
}

function formatPartLines(report: CheckReport): string[] {
  const partsText = formatParts(report);
  return partsText ? wrapText(partsText, terminalWidth, '') : [];
}

function makeSummary({ verdict, summary, partial, ended, failing }: ReportModel): string[] {
  const { text, tone } = verdict;
  const isEndInVerdict = ended !== undefined && text.endsWith(`: ${ended}`);
  // A run that passed, or whose failures are listed, needs no second line.
  const needsNoMoreLines = tone === 'good' || (failing.length > 0 && !isEndInVerdict);
  const endedText = ended === undefined || isEndInVerdict ? '' : `ended early: ${toOneLine(ended)}`;
  const partialText = partial?.words ?? '';
  const explanatoryLines = [
    partialText,
    needsNoMoreLines || endedText || partialText === text ? '' : text,
    endedText,
  ].filter(Boolean);
  return [
    ...[summary, ...explanatoryLines].map((line) => paint(['bold', coloursByTone[tone]], line)),
    ...(partial?.remedies ?? []).map((remedy) => `  ${remedy}`),
  ];
}
