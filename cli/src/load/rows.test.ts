import { expect, test } from 'vitest';
import { resultOf } from '../testing/load-result.ts';
import { fitted } from './report-terminal.ts';
import { describeMemory, memoryWarning } from './rows.ts';

const mebi = 2 ** 20;

/** A run in which the client took so much, second by second, in MiB. */
function runWith(resident: readonly number[]) {
  const result = resultOf({});
  for (const [second, rss] of resident.entries()) {
    const client = { cpu: 0.5, rssBytes: rss * mebi, heapBytes: (rss / 2) * mebi };
    result.measured.timeline.at(second * 1000).client = client;
  }
  return result;
}
const seconds = (count: number, resident: (second: number) => number) =>
  runWith(Array.from({ length: count }, (_, second) => resident(second)));

test('a client that grows all along is warned of, from where to where', () => {
  const warning = memoryWarning(seconds(600, (second) => 100 + second / 2 + (second % 7)));
  expect(warning).toContain('grew all along, from 178 to 3');
  expect(warning).toContain('in 8.3 min');
});

test.each<[string, number, (second: number) => number]>([
  ['that only warms up', 600, (second) => Math.min(250, 100 + second * 2)],
  ['that grows and shrinks', 600, (second) => 200 + 80 * Math.sin(second / 60)],
  ['of a run that was too short to say', 60, (second) => 100 + second * 5],
])('one %s is not', (_what, count, resident) => {
  expect(memoryWarning(seconds(count, resident))).toBeUndefined();
});

test('of several clients the one that ended with the most memory is reported', () => {
  const result = seconds(20, () => 100);
  const of = (rss: number) => ({ rssBytes: rss * mebi, heapBytes: (rss / 2) * mebi });
  const described = describeMemory({
    ...result,
    clients: [
      { ...client, shard: 1, memory: { start: of(90), end: of(120), max: of(300) } },
      { ...client, shard: 2, memory: { start: of(80), end: of(140), max: of(150) } },
    ],
  });
  expect(described).toBe(
    'Memory of the largest of 2 clients, in MiB: 80 at the start, 140 at the end, 150 at most (heap: 40 at the start, 70 at the end, 75 at most).',
  );
});

const client = {
  loopDelayP50: 0,
  loopDelayP99: 0,
  loopDelayMax: 0,
  utilization: 0,
  cpuSeconds: 1,
  maxRssBytes: 0,
};

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
