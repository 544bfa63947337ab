/** A table for a terminal: as many of its columns as there is room for, and none of them broken. */

/** Its cells stand to the right. */
export interface Column {
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
