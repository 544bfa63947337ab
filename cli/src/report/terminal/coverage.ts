/** Which operation answered what, for a terminal. */
import { lineWidth, paint } from '../../process/terminal.ts';
import { groupUnseen } from '../groups.ts';
import type { CheckReport, CoverageCell } from '../report.ts';
import { wrap } from '../text.ts';

const width = lineWidth();
const gap = '  ';

/** @returns one line an operation, `exams.create  201 ✓12  409 –`; then why the missing ones are missing */
export function coverageLines({ coverage }: CheckReport): string[] {
  // Where nothing was answered, a table of nothing would hide why.
  if (coverage.every(({ cells }) => cells.every(({ seen }) => seen === 0))) return [];
  const shown = coverage.map(({ operation, cells }) => ({
    operation,
    cells: cells.filter(isShown),
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
  const why = groupUnseen(coverage).flatMap(({ why, cells }) =>
    wrap(`${why}: ${cells.join('; ')}`, width, '    ', 4).map((line, at) =>
      paint('dim', at === 0 ? `  – ${line}` : line),
    ),
  );
  return [paint('bold', 'Answers seen'), ...rows, ...why];
}

/** Of an operation that succeeds with 200, that it might with 204 is left to the lines below the table. */
function isShown(
  { status, seen }: CoverageCell,
  _at: number,
  cells: readonly CoverageCell[],
): boolean {
  const succeeds = cells.some((one) => one.status < 300 && one.seen > 0);
  return seen > 0 || status >= 300 || !succeeds;
}

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
