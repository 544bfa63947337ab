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
/** What only reads is asked again without harm: a kill before it is a kill after what came before. */
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

  // A process for each point: 16 seconds where nothing else runs, three times that beside others.
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
      // Some points are only met by a journey that goes on.
      if (first.code !== null) continue;
      const { said } = await walk(runFile, () => false);
      await expectApplied(runFile, said);
    }
  });
});
