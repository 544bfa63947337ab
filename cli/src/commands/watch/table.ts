/** The table of a watch: a line an operation, within the terminal's width. */
import { stripVTControlCharacters } from 'node:util';
import { lineWidth, paint, visible } from '../../process/terminal.ts';
import type { History } from './history.ts';

const marks = {
  success: () => paint('green', '✓'),
  refusal: () => paint('dim', '·'),
  failure: () => paint('red', '✗'),
};
/** What goes first where the terminal is narrow goes last here. */
const columns = ['now', 'failed', 'p95', 'asked', 'p50'] as const;
const order = ['now', 'p50', 'p95', 'asked', 'failed'] as const;
type Column = (typeof columns)[number];
const [resultWidth, cellWidth] = [12, 7];

/**
 * @param now in milliseconds since 1970
 * @param width in columns: what does not fit into it is left out, the least important first
 */
export function tableOf(
  histories: ReadonlyMap<string, History>,
  now: number,
  width = lineWidth(),
): string[] {
  const name = Math.max(...[...histories.keys()].map((one) => one.length));
  const room = Math.floor((width - name - resultWidth - 4) / cellWidth);
  const shown = order.filter((one) => columns.slice(0, Math.max(1, room)).includes(one));
  const head = `  ${'operation'.padEnd(name)}  ${'last'.padEnd(resultWidth)}${cells(shown)}`;
  const rows = [...histories].map(([operation, history]) => {
    const { last } = history;
    if (!last) return `  ${operation.padEnd(name)}  ${paint('dim', 'asking …')}`;
    const numbers = cells(shown.map((column) => cellOf(history, column)));
    return `${marks[last.kind]()} ${operation.padEnd(name)}  ${last.text.padEnd(resultWidth)}${numbers}`;
  });
  const failures = [...histories].flatMap(([operation, { last, failedAt }]) => {
    if (failedAt === undefined || !last) return [];
    const ago = `${Math.round((now - failedAt) / 1000)} s ago`;
    const why = last.why ?? `failed ${ago}, answers again`;
    const text = last.why?.startsWith(operation) ? why : `${operation}: ${why}`;
    return [visible(text.replace(/\s+/g, ' ')).slice(0, width - 2)];
  });
  return [
    paint('dim', head),
    ...rows,
    ...(failures.length > 0 ? ['', ...failures.map((one) => `  ${one}`)] : []),
  ];
}

function cellOf(history: History, column: Column): string | number {
  if (column === 'asked' || column === 'failed') return history[column];
  const ms = { now: history.last?.ms, p50: history.percentile(0.5), p95: history.percentile(0.95) };
  return ms[column] ?? '-';
}

/** Answer times are in milliseconds. */
function cells(values: readonly (string | number)[]): string {
  return values.map((value) => String(value).padStart(cellWidth)).join('');
}
/** Lines that are written over in place, where somebody watches; elsewhere each round is printed. */
export function screen(stream: NodeJS.WriteStream = process.stdout) {
  const alive = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
  let drawn: readonly string[] = [];
  return {
    alive,
    draw(lines: readonly string[]) {
      // As wide as it is now: a line that was narrow enough before may take two rows since.
      const rows = drawn.reduce((sum, line) => sum + rowsOf(line, stream.columns || 80), 0);
      const up = alive && rows > 0 ? `\u001b[${rows}A` : '';
      const clear = alive ? '\u001b[0J' : '';
      stream.write(`${up}${clear}${lines.join('\n')}\n`);
      drawn = lines;
    },
  };
}

function rowsOf(line: string, width: number): number {
  return Math.max(1, Math.ceil(stripVTControlCharacters(line).length / width));
}
