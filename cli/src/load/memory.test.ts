import { expect, test } from 'vitest';
import { describeMemory, memoryWarning } from './memory.ts';
import { resultOf } from './testing/result.ts';

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

test('one that only warms up is not', () => {
  expect(memoryWarning(seconds(600, (second) => Math.min(250, 100 + second * 2)))).toBeUndefined();
});

test('nor one that grows and shrinks', () => {
  const wave = (second: number) => 200 + 80 * Math.sin(second / 60);
  expect(memoryWarning(seconds(600, wave))).toBeUndefined();
});

test('nor one of a run that was too short to say', () => {
  expect(memoryWarning(seconds(60, (second) => 100 + second * 5))).toBeUndefined();
});

test('of several clients the one that ended with the most memory is told', () => {
  const result = seconds(20, () => 100);
  const of = (rss: number) => ({ rssBytes: rss * mebi, heapBytes: (rss / 2) * mebi });
  const told = describeMemory({
    ...result,
    clients: [
      { ...client, shard: 1, memory: { start: of(90), end: of(120), max: of(300) } },
      { ...client, shard: 2, memory: { start: of(80), end: of(140), max: of(150) } },
    ],
  });
  expect(told).toBe(
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
