/** The table of a watch: a line an operation, at most 80 columns. */
import { paint, visible } from '../../process/terminal.ts';
import type { History } from './history.ts';

const marks = {
  success: () => paint('green', '✓'),
  refusal: () => paint('dim', '·'),
  failure: () => paint('red', '✗'),
};
const width = 80;

/** @param now in milliseconds since 1970 */
export function tableOf(histories: ReadonlyMap<string, History>, now: number): string[] {
  const name = Math.max(...[...histories.keys()].map((one) => one.length));
  const head = `  ${'operation'.padEnd(name)}  ${'last'.padEnd(12)}${cells(['now', 'p50', 'p95', 'asked', 'failed'])}`;
  const rows = [...histories].map(([operation, history]) => {
    const { last, asked, failed } = history;
    if (!last) return `  ${operation.padEnd(name)}  ${paint('dim', 'asking …')}`;
    const times = [last.ms, history.percentile(0.5), history.percentile(0.95)];
    const numbers = cells([
      ...times.map((ms) => (ms === undefined ? '-' : String(ms))),
      asked,
      failed,
    ]);
    return `${marks[last.kind]()} ${operation.padEnd(name)}  ${last.text.padEnd(12)}${numbers}`;
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

/** Answer times are in milliseconds. */
function cells(values: readonly (string | number)[]): string {
  return values.map((value) => String(value).padStart(7)).join('');
}
/** Lines that are written over in place, where somebody watches; elsewhere each round is printed. */
export function screen(stream: NodeJS.WriteStream = process.stdout) {
  const alive = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
  let drawn = 0;
  return {
    alive,
    draw(lines: readonly string[]) {
      const up = alive && drawn > 0 ? `\u001b[${drawn}A` : '';
      const clear = alive ? '\u001b[0J' : '';
      stream.write(`${up}${clear}${lines.join('\n')}\n`);
      drawn = lines.length;
    },
  };
}
