import { expect, test } from 'vitest';
import { fitted } from './columns.ts';

const names = ['milliseconds', 'journey', 'applicants.saveEducationData'];
const columns = ['count', 'p50', 'p90', 'max'].map((title, at) => ({
  title,
  cells: ['1,000', '12,400'].map((cell) => cell.slice(0, 5 + at)),
}));
const within = (width: number) => fitted(names, columns, ['p90', 'p50', 'max'], width);

test('every line is as long as the others, and fits', () => {
  for (const width of [50, 55, 60, 80]) {
    const lengths = new Set(within(width).lines.map((line) => line.length));
    expect(lengths.size).toBe(1);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(width);
  }
});

test('where there is no room, columns are left out, the least needed first, and named', () => {
  expect(within(80).left).toEqual([]);
  expect(within(55).left).toEqual([]);
  expect(within(50)).toMatchObject({ left: ['p90'] });
  expect(within(50).lines[0]).toMatch(/^milliseconds +count +p50 +max$/);
});

test('names and the columns that must stay are whole, however narrow it is', () => {
  expect(within(20).lines).toEqual([
    'milliseconds                 count',
    'journey                      1,000',
    'applicants.saveEducationData 12,40',
  ]);
});
