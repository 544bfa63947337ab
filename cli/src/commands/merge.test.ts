import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../core/listen.ts';
import { type EncodedTimings, Timings } from '../load/timings.ts';
import { runCli } from '../testing/support.ts';

let folder: string;
const file = (name: string) => join(folder, name);

/** Three shards of a run, and one of another, on a server that knows registrations only. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-'));
  let count = 0;
  const server = createServer((_, response) => response.writeHead(count++ === 3 ? 500 : 201).end());
  const { url, close } = await listen(server, 0);
  const load = (name: string, ...args: string[]) =>
    runCli(
      ...['load', '--target', url, '--until', 'register', '--applicants', '10'],
      ...['--concurrency', '3', '--report', `json=${file(name)}`, ...args],
    );
  for (const shard of [1, 2, 3]) await load(`${shard}.json`, '--shard', `${shard}/3`);
  await load('other.json', '--shard', '2/3', '--exam', 'fail');
  await close();
  return () => rm(folder, { recursive: true });
});

const merge = (...args: string[]) => runCli('merge', ...args);
const parts = () => [1, 2, 3].map((shard) => file(`${shard}.json`));

test('all shards are one run again', async () => {
  const merged = file('merged.json');
  const { code, stdout } = await merge(...parts(), '--report', `json=${merged}`);
  expect(code).toBe(1);
  expect(stdout).toMatch(/9 of 10 journeys finished/);
  expect(stdout).toContain('3 shards merged');
  expect(stdout).toContain('undeclared status 500 (1 attempt, ended 1 journey)');
  const report = JSON.parse(await readFile(merged, 'utf8'));
  expect(report).toMatchObject({
    shards: [1, 2, 3],
    journeys: { started: 10, through: 9, failed: 1 },
    clients: [{ shard: 1 }, { shard: 2 }, { shard: 3 }],
    operations: [
      { operation: 'applicants.register', answered: { count: 9 }, failed: { count: 1 } },
    ],
  });
  const [sum, ...each] = await Promise.all([merged, ...parts()].map(countsOf));
  expect(sum).toEqual(each.reduce((all, one) => all.map((count, at) => count + (one[at] ?? 0))));
});

/** How many times of each kind a report holds, and what happened over its time. */
async function countsOf(name: string): Promise<number[]> {
  const { journeyTimes, timeline } = JSON.parse(await readFile(name, 'utf8'));
  const slices: Record<'started' | 'answered', number>[] = timeline.slices;
  const inAll = (key: 'started' | 'answered') => slices.reduce((all, one) => all + one[key], 0);
  const times = Object.values<EncodedTimings>(journeyTimes).map(({ count }) => count);
  return [...times, inAll('started'), inAll('answered')];
}

test('thresholds are held against the whole', async () => {
  expect((await merge(...parts(), '--threshold', 'errors<=10%')).code).toBe(0);
  expect((await merge(...parts(), '--threshold', 'errors<10%')).code).toBe(6);
});

test('shards that did not run at the same time are merged, with a warning', async () => {
  expect((await merge(...parts())).stdout).toContain('did not run at the same time');
});

test('a missing shard is reported, and done without only when that is asked for', async () => {
  const without = await merge(file('1.json'), file('3.json'));
  expect(without.code).toBe(2);
  expect(without.stderr).toContain('shard 2 of 3 is missing');
  const partial = await merge(file('3.json'), file('1.json'), '--partial');
  expect(partial.stdout).toContain('shards 1, 3 of 3');
  expect(partial.stdout).toContain('Without shard 2 of 3.');
});

test('what was merged in part can be merged with the rest', async () => {
  const some = file('some.json');
  await merge(file('1.json'), file('2.json'), '--partial', '--report', `json=${some}`);
  const all = file('all.json');
  await merge(some, file('3.json'), '--report', `json=${all}`);
  const [parted, whole] = [await timesOf(all), await timesOf(file('merged.json'))];
  expect(parted).toEqual(whole);
});

/** The counts themselves: histograms of the same counts may be written with another range. */
async function timesOf(name: string): Promise<unknown> {
  const { journeyTimes } = JSON.parse(await readFile(name, 'utf8'));
  return Object.entries<EncodedTimings>(journeyTimes).map(([what, { histogram, ...figures }]) => {
    const times = Timings.decode({ ...figures, histogram });
    return { what, ...figures, percentiles: percents.map((percent) => times.percentile(percent)) };
  });
}
const percents = Array.from({ length: 101 }, (_, percent) => percent);

describe('refused are', () => {
  const refused = async (described: RegExp | string, ...files: string[]) => {
    const { code, stderr } = await merge(...files);
    expect(code).toBe(2);
    expect(stderr).toMatch(described);
  };
  type Report = { operations: { answered: object }[] };
  const damaged = async (change: (report: Report) => unknown) => {
    const report = JSON.parse(await readFile(file('2.json'), 'utf8'));
    await writeFile(file('damaged.json'), JSON.stringify(change(report) ?? report));
    return file('damaged.json');
  };

  test('reports of different runs, and a shard that is there twice', async () => {
    const other = /other\.json belongs to another run than .*1\.json: they differ in exam/;
    await refused(other, file('1.json'), file('other.json'));
    const twice = /shard 1 is there twice: in .*1\.json and in .*1\.json/;
    await refused(twice, ...parts(), file('1.json'));
  });

  test('files that are not there, are empty, cut off, or something else', async () => {
    await refused(/none\.json: there is no such file/, file('none.json'));
    await writeFile(file('empty.json'), '');
    await refused(/empty\.json: is empty: the run .* did not finish/, file('empty.json'));
    await writeFile(file('cut.json'), (await readFile(file('1.json'), 'utf8')).slice(0, 900));
    await refused(/cut\.json: is not complete JSON/, file('cut.json'));
    await writeFile(file('check.json'), '{"schemaVersion":1,"results":[]}');
    await refused(/check\.json: is not a report of "admissions load/, file('check.json'));
  });

  test('reports that were damaged, by what is wrong with them', async () => {
    const histogramOf = ({ operations }: Report) => operations[0]?.answered as { count: number };
    const changes: [RegExp, (report: Report) => unknown][] = [
      [/has the version 9 of the format/, (report) => Object.assign(report, { schemaVersion: 9 })],
      [/is damaged at operations: Required/, ({ operations: _, ...report }) => report],
      [
        /damaged at the histogram of applicants\.register/,
        (report) => void Object.assign(histogramOf(report), { histogram: 'AAAA' }),
      ],
      [
        /does not match its count/,
        (report) => void Object.assign(histogramOf(report), { count: 99 }),
      ],
    ];
    for (const [how, change] of changes) await refused(how, await damaged(change));
  });
});
