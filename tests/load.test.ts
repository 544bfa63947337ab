/** A load run over several processes of the built command, as the manifest for a cluster starts them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admissions } from './admissions.ts';
import { podsIn, readManifest } from './load-job.ts';

interface Times {
  count: number;
  maxMicros: number;
  histogram: string;
  ms: { p50: number; p95: number; p99: number };
}
interface Report {
  journeys: Record<'started' | 'through' | 'failed', number>;
  journeyTimes: Record<string, Times>;
  operations: { operation: string; answered: Times; failed: Times }[];
  timeline: { slices: { started: number; answered: number; answerTimes: Times }[] };
}

const manifest = readManifest();
const indexes = Array.from({ length: manifest.job.spec?.completions ?? 0 }, (_, index) => index);
const [applicants, rate] = [5, 20];
let folder: string;
let parts: Report[];
let merged: Report;
let state: { applicants: Record<string, number> };
let talk: string;

/** Each pod of the Job as a process of its own, with its own command; then the reports of their logs merged. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-'));
  const { url, close } = await serve(await createBackend({}));
  const pod = await podsIn(folder, manifest, {
    ADMISSIONS_TARGET: url,
    APPLICANTS: String(applicants),
    RATE: String(rate),
    RAMP: '0',
  });
  const pods = await Promise.all(indexes.map(pod));
  talk = await readFile(join(folder, 'talk-0'), 'utf8');
  expect(
    pods.map(({ exitCode }) => exitCode),
    talk,
  ).toEqual(indexes.map(() => 0));
  state = await (await fetch(`${url}/_mock/state.json`)).json();
  await close();
  const files = indexes.map((index) => join(folder, `load-${index}.json`));
  await Promise.all(files.map((file, at) => writeFile(file, pods[at]?.stdout ?? '')));
  const all = join(folder, 'all.json');
  expect((await admissions('merge', ...files, '--report', `json=${all}`)).exitCode).toBe(0);
  const read = async (file: string): Promise<Report> => JSON.parse(await readFile(file, 'utf8'));
  parts = await Promise.all(files.map(read));
  merged = await read(all);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the manifest', () => {
  test('starts as many pods as the run has shards, all at once', () => {
    const { completions, parallelism, completionMode } = manifest.job.spec ?? {};
    const shards = manifest.container.env.find(({ name }: { name: string }) => name === 'SHARDS');
    expect(completionMode).toBe('Indexed');
    expect([completions, parallelism]).toEqual([Number(shards.value), Number(shards.value)]);
  });

  test('gives them no rights', () => {
    const { template } = manifest.job.spec ?? {};
    expect(template?.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(manifest.container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { requests: { cpu: '1' }, limits: { memory: '512Mi' } },
    });
  });

  test('keeps the talk out of the log, where it can be read all the same', () => {
    expect(talk).toMatch(/2 of 2 journeys finished/);
  });
});

/** Reads a histogram without our code: counts by microseconds. */
function countsOf(all: readonly Times[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { histogram } of all) {
    const decoded = decodeFromCompressedBase64(histogram) as unknown as {
      countsArrayLength: number;
      getCountAtIndex: (index: number) => number;
      valueFromIndex: (index: number) => number;
    };
    for (let index = 0; index < decoded.countsArrayLength; index++) {
      const count = decoded.getCountAtIndex(index);
      const value = decoded.valueFromIndex(index);
      if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return new Map([...counts].sort(([a], [b]) => a - b));
}

/** The same, with derived figures. */
function expectSum(sum: Times, of: readonly Times[]): void {
  const counts = countsOf(of);
  expect(countsOf([sum])).toEqual(counts);
  expect(sum.count).toBe([...counts.values()].reduce((a, b) => a + b, 0));
  expect(sum.maxMicros).toBe(Math.max(...of.map(({ maxMicros }) => maxMicros)));
  for (const percent of [50, 95, 99] as const) {
    let left = Math.ceil((percent / 100) * sum.count);
    const [value = 0] =
      [...counts].find(([, count]) => {
        left -= count;
        return left <= 0;
      }) ?? [];
    const told = sum.ms[`p${percent}`] * 1000;
    // A count stands for values that share their first three digits; the highest of them is reported.
    expect(told).toBeGreaterThanOrEqual(value);
    expect(told).toBeLessThanOrEqual(value * 1.001 + 1);
  }
}

test('the pods walk all applicants of the run between them', () => {
  expect(parts.map(({ journeys }) => journeys.through)).toEqual([2, 2, 1]);
  expect(merged.journeys).toMatchObject({ started: applicants, through: applicants, failed: 0 });
  expect(state.applicants.APPLIED).toBe(applicants);
});

test('the merged histograms of every operation are the sum of the parts, count by count', () => {
  expect(merged.operations.length).toBe(17);
  for (const { operation, answered } of merged.operations) {
    const ofParts = parts.flatMap((part) =>
      part.operations.filter((one) => one.operation === operation),
    );
    expectSum(
      answered,
      ofParts.map((one) => one.answered),
    );
  }
});

test('so are those of the journeys', () => {
  for (const name of ['response', 'service', 'delay', 'beside']) {
    const of = (report: Report) => report.journeyTimes[name] as Times;
    expectSum(of(merged), parts.map(of));
  }
});

test('and the timeline', () => {
  const total = (report: Report, key: 'started' | 'answered') =>
    report.timeline.slices.reduce((sum, slice) => sum + slice[key], 0);
  for (const key of ['started', 'answered'] as const) {
    expect(total(merged, key)).toBe(parts.reduce((sum, part) => sum + total(part, key), 0));
  }
  const answers = (report: Report) => report.timeline.slices.map(({ answerTimes }) => answerTimes);
  expect(countsOf(answers(merged))).toEqual(countsOf(parts.flatMap(answers)));
});
