import { expect, test } from 'vitest';
import { makeResultOf } from '../testing/load-result.ts';
import { Measured } from './measure.ts';
import { makeRows } from './report.ts';
import { formatTable } from './report-terminal.ts';

const measured = new Measured();
for (const ms of [20, 12_400, 99_000]) {
  measured.addAttempt('applicants.saveEducationData', 'answered', ms);
}
const rows = makeRows(makeResultOf({ measured }));

test('every line of the table is as long as the others, and fits', () => {
  for (const width of [60, 80, 120]) {
    const tableRows = formatTable(rows, width).slice(0, rows.length + 1);
    expect(new Set(tableRows.map((line) => line.length)).size).toBe(1);
    expect(tableRows[0]?.length).toBeLessThanOrEqual(width);
  }
});

test('where there is no room, columns are left out, the least needed first, and named', () => {
  expect(formatTable(rows, 80)[0]).toMatch(/^milliseconds +count failed +p50 +p90 +p95 +p99 +max$/);
  const lines = formatTable(rows, 60);
  expect(lines[0]).toMatch(/^milliseconds +count failed +p50 +p95$/);
  expect(lines.join(' ')).toContain('also have p90, p99, max:');
  expect(formatTable(rows, 20)[0]).toMatch(/^milliseconds +count +p95$/);
});
