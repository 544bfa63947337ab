import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startDovecot } from '../mail/dovecot.ts';
import { openKillableJourneys } from './killed.ts';
import type { Passing } from './killing-proxy.ts';

const mail = await startDovecot();
const folder = await mkdtemp(join(tmpdir(), 'killed-'));
const journeys = mail && (await openKillableJourneys(mail, folder));
afterAll(async () => {
  await journeys?.close();
  await mail?.close();
  await rm(folder, { recursive: true });
});

const pointOf = ({ name, phase }: Passing) => `${name} ${phase}`;
/** Reads are repeated without harm: a kill before one equals a kill after the request before it. */
const changes = ({ name, phase }: Passing) => phase === 'answered' || !name.startsWith('GET ');
/** Every point the first test killed at. */
const points = new Set<string>();

describe.skipIf(!journeys)('a journey that is killed', () => {
  const { walk, effectsOf } = journeys as NonNullable<typeof journeys>;

  async function expectApplied(runFile: string, said: string) {
    expect(said).toMatch(/^Done: APPLIED/m);
    const { memory, finished } = JSON.parse(await readFile(runFile, 'utf8'));
    expect({ memory, finished }).toMatchObject({ memory: { examPassed: true }, finished: true });
    expect(effectsOf(runFile)).toEqual({
      registrations: 1,
      exams: 1,
      results: 1,
      payments: 1,
      applications: 1,
    });
  }

  // One process per point: 16 seconds on an idle machine, three times that on a busy one.
  const timeout = 300_000;

  test('at every request in turn, before it took effect and after, goes on to APPLIED and repeats nothing', {
    timeout,
  }, async () => {
    const runFile = join(folder, 'run.json');
    for (;;) {
      const { code, said } = await walk(runFile, (passing) => {
        const point = pointOf(passing);
        if (points.has(point) || !changes(passing)) return false;
        points.add(point);
        return true;
      });
      if (code === null) continue;
      await expectApplied(runFile, said);
      break;
    }
    expect(points.size).toBeGreaterThan(25);
    expect((await stat(runFile)).mode & 0o777).toBe(0o600);
  });

  // A journey for each point.
  test('at any one of them goes on to APPLIED and repeats nothing', {
    timeout: 600_000,
  }, async () => {
    for (const [number, point] of [...points].entries()) {
      const runFile = join(folder, `run-${number}.json`);
      let killed = false;
      const first = await walk(runFile, (passing) => {
        killed ||= pointOf(passing) === point;
        return killed;
      });
      // Only a resumed journey meets some of the points.
      if (first.code !== null) continue;
      const { said } = await walk(runFile, () => false);
      await expectApplied(runFile, said);
    }
  });
});
