/** A run for a person at a terminal: what failed and why first, one line for all of it last. */
import { lineWidth, paint, visible } from '../core/terminal.ts';
import { hanging, oneLine, plural, wrap } from '../core/text.ts';
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

/* Which operation answered what, for a terminal. */

const gap = '  ';

/** @returns one line an operation, `exams.create  201 ✓12  409 –`; then why the missing ones are missing */
function coverageLines({ coverage, unseen }: ReportModel): string[] {
  // Where nothing was answered, a table of nothing would hide why.
  if (coverage.every(({ cells }) => cells.every(({ seen }) => seen === 0))) return [];
  const shown = coverage.map(({ operation, cells }) => ({
    operation,
    // Of an operation that succeeds with 200, that it might with 204 is left to the lines below the table.
    cells: cells.filter(
      ({ status, seen }) => seen > 0 || status >= 300 || !cells.some(isSeenSuccess),
    ),
  }));
  const nameWidth = Math.max(...coverage.map(({ operation }) => operation.length));
  const columns = columnsWithin(
    width - nameWidth,
    shown.map(({ cells }) => cells),
  );
  const rows = shown.flatMap(({ operation, cells }) =>
    inPieces(cells, columns.length).map((piece, at) => {
      const name = (at === 0 ? operation : '').padEnd(nameWidth);
      return [name, ...piece.map((cell, at) => padded(cell, columns[at] ?? 0))].join(gap).trimEnd();
    }),
  );
  const why = unseen.flatMap(({ why, cells }) =>
    wrap(`${why}: ${cells.join('; ')}`, width, '    ', 4).map((line, at) =>
      paint('dim', at === 0 ? `  – ${line}` : line),
    ),
  );
  return [paint('bold', 'Answers seen'), ...rows, ...why];
}

const isSeenSuccess = ({ status, seen }: CoverageCell) => status < 300 && seen > 0;

function textOf({ status, seen }: CoverageCell): string {
  return `${status} ${seen > 0 ? `✓${seen}` : '–'}`;
}

/** @returns the widths of as many columns as fit; cells that find no place go on below */
function columnsWithin(space: number, rows: readonly (readonly CoverageCell[])[]): number[] {
  const most = Math.max(1, ...rows.map((cells) => cells.length));
  for (let count = most; count > 1; count--) {
    const columns = widthsOf(count, rows);
    if (columns.reduce((sum, one) => sum + gap.length + one, 0) <= space) return columns;
  }
  return widthsOf(1, rows);
}

function widthsOf(count: number, rows: readonly (readonly CoverageCell[])[]): number[] {
  const widths = Array.from({ length: count }, () => 0);
  for (const cells of rows) {
    for (const [at, cell] of cells.entries()) {
      widths[at % count] = Math.max(widths[at % count] ?? 0, textOf(cell).length);
    }
  }
  return widths;
}

/** Padded before it is painted: colours have no width. */
function padded(cell: CoverageCell, cellWidth: number): string {
  const text = textOf(cell);
  const end = ' '.repeat(cellWidth - text.length);
  return (cell.seen > 0 ? text : paint('dim', text)) + end;
}

/** At least one piece. */
function inPieces<T>(all: readonly T[], size: number): T[][] {
  const pieces = [all.slice(0, size)];
  for (let at = size; at < all.length; at += size) pieces.push(all.slice(at, at + size));
  return pieces;
}

/* The failures of a run, for a terminal. */

const width = lineWidth();
const indent = ' '.repeat(12);
/** A longer command is of no use in a terminal. */
const mostOfCurl = 1500;

/** @returns a section for each failure that counts; then the others, those the baseline knows in one line each */
function failureLines({ results }: CheckReport): string[][] {
  const { failing, lenient, known } = sortFailures(results);
  const heldUp = countHeldUp(results);
  const others = groupFailures(lenient).map((group) =>
    failure(group, paint('yellow', '✗'), heldUp),
  );
  return [
    ...groupFailures(failing).map((group) => failure(group, paint('red', '✗'), heldUp)),
    ...titled('Level "should", failing only with --strict', others, lenient.length),
    known.length === 0
      ? []
      : [title('Known to the baseline', known.length), ...known.map(knownLine)],
  ];
}

function titled(text: string, sections: readonly string[][], count: number): string[][] {
  return sections.map((lines, at) => (at === 0 ? [title(text, count), ...lines] : lines));
}

function title(text: string, count: number): string {
  return `${paint('bold', text)} (${plural(count, 'check')})`;
}

function failure(
  [result, ...alike]: readonly [ReportedResult, ...ReportedResult[]],
  mark: string,
  heldUp: ReadonlyMap<string, number>,
): string[] {
  const { check, expected, got, reason, evidence } = result;
  const waiting = heldUp.get(check.id) ?? 0;
  const say = (label: string, text: string | undefined) =>
    text === undefined ? [] : labelled(label, wrap(text, width, indent));
  return [
    ...hanging(`${mark} `, check.sentence, width, 2),
    `  ${paint('dim', check.id)}`,
    ...say('holds up', waiting > 0 ? plural(waiting, 'check') : undefined),
    ...say('also', alike.length > 0 ? alikeOnes(alike) : undefined),
    ...say('expected', expected),
    ...say('got', got),
    ...say('because', reason),
    ...say('rule', placeOf(check.rule)),
    ...say('request', evidence && requestId(evidence.exchange)),
    ...(evidence ? labelled('repeat', [curlOf(evidence.curl)]) : []),
  ];
}

/** A few of the checks that fail in the same way; all of them are in the other reports. */
function alikeOnes(alike: readonly ReportedResult[]): string {
  const most = 6;
  const more = alike.length > most ? `, and ${alike.length - most} more` : '';
  return `${alike
    .slice(0, most)
    .map(({ check }) => check.id)
    .join(', ')}${more}`;
}

function labelled(label: string, [first, ...rest]: readonly string[]): string[] {
  return [`  ${paint('dim', label.padEnd(10))}${first}`, ...rest];
}

/** Never broken into lines of ours: it is there to be copied. */
function curlOf(curl: string): string {
  if (curl.length <= mostOfCurl) return visible(curl);
  return `(${curl.length} characters: see the JSON or HTML report)`;
}

function knownLine({ check, known }: ReportedResult): string {
  const { comment = '', expires = '' } = known ?? {};
  return `${paint('yellow', '✗')} ${check.id}: ${oneLine(comment)} (until ${oneLine(expires)})`;
}

const mostNotes = 15;
const mostOfNote = 145;
const mostPlaces = 3;

/** @returns a section each for blocked, waiting and skipped checks, notes, and problems of the baseline */
function groupLines(model: ReportModel): string[][] {
  const blocked = model.blocked.map(
    ({ by, reason, count }) => `${count} blocked by ${by} (${reason})`,
  );
  const waiting = model.waiting.map(({ reason, count }) => `${count} waiting: ${reason}`);
  const skipped = model.skipped.map(({ reason, count }) => `${count} skipped: ${reason}`);
  return [
    section('Blocked', blocked),
    section('Waiting', waiting),
    section('Skipped', skipped),
    section('Tolerated differences', notes(model)),
    section('Baseline', model.baselineProblems),
  ];
}

function section(title: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [paint('bold', title), ...texts.flatMap(item)];
}

function item(text: string): string[] {
  return wrap(text, width, '    ', 2).map((line, at) => (at === 0 ? `  ${line}` : line));
}

function notes({ tolerated: all }: ReportModel): string[] {
  const lines = all
    .slice(0, mostNotes)
    .map(({ note, where }) => `${places(where)}: ${oneLine(note)}`)
    .map((text) => (text.length > mostOfNote ? `${text.slice(0, mostOfNote)}…` : text));
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more in the reports`] : lines;
}

/** E.g. `exams.create, exams.submit and 4 others`. */
function places(where: readonly string[]): string {
  const named = where.slice(0, mostPlaces).join(', ');
  const more = where.length - mostPlaces;
  return more > 0 ? `${named} and ${plural(more, 'other')}` : named;
}

/** @returns the lines of a report; `paint` colours them where a person looks */
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
  const how = [strict ? 'strict' : '', seed === undefined ? '' : `seed ${seed}`].filter(Boolean);
  return [`${paint('bold', 'Checks')} of ${[oneLine(target), ...how].join(', ')}`];
}

function created({ created }: CheckReport): string[] {
  const count = created.applicants.length;
  const parts = [...(count > 0 ? [plural(count, 'applicant')] : []), ...countCreated(created)];
  if (parts.length === 0) return [];
  return [`Created: ${parts.join(', ')}`, paint('dim', '  The addresses are in the JSON report.')];
}

function summary({ verdict: said, summary, partial, ended, failing }: ReportModel): string[] {
  const { text, tone } = said;
  // The counts say the rest.
  const plain = tone === 'good' || failing.length > 0;
  const why = ended === undefined ? '' : `ended early: ${oneLine(ended)}`;
  const words = partial?.words ?? '';
  const more = [words, plain || why || words === text ? '' : text, why].filter(Boolean);
  return [
    ...[summary, ...more].map((one) => paint(['bold', toneColours[tone]], one)),
    ...(partial?.remedies ?? []).map((one) => `  ${one}`),
  ];
}
