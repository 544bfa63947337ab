import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { History } from './history.ts';
import { screen, tableOf } from './table.ts';

function histories() {
  const history = new History();
  history.add({ kind: 'success', text: '200', ms: 12, exitCode: 0 }, 0);
  return new Map([['batchPrograms.list', history]]);
}

test.each([
  [80, 'now    p50    p95  asked failed'],
  [60, 'now    p95 failed'],
  [40, 'now'],
])('at %i columns it has what fits', (width, columns) => {
  const lines = tableOf(histories(), 0, width);
  expect(lines[0]?.replace(/ +/g, ' ')).toContain(columns.replace(/ +/g, ' '));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(Math.max(width, 41));
});

test('lines that are wider than the terminal are written over as a whole', () => {
  let written = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk);
      done();
    },
  });
  const terminal = Object.assign(stream, { isTTY: true, columns: 60 });
  const { draw } = screen(terminal as unknown as NodeJS.WriteStream);
  draw(['x'.repeat(61), '\u001b[1mbold\u001b[22m']);
  draw(['next']);
  expect(written).toContain('\u001b[3A');
});
