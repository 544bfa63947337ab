/** A sample of `npm run prove`: healthy backends raise no alarm, and known catches are caught still. */
import { readFileSync } from 'node:fs';
import { faultList } from '@one-planet/mocks';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { CheckRun } from '../../cli/src/checks/run.ts';
import { checkServer } from '../prove/broken-server.ts';
import type { Detection } from '../prove/detection.ts';

const file = new URL('../prove/detection.json', import.meta.url);
const { faults, checks } = JSON.parse(readFileSync(file, 'utf8')) as Detection;

function findings({ results }: CheckRun): string[] {
  return results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked')
    .map(({ check, got, reason }) => `${check.id}: ${got ?? reason}`);
}

describe('a healthy backend raises no alarm', () => {
  test('in the dialect canonical', async () => {
    expect(findings(await checkServer({}))).toEqual([]);
  });

  test('in the dialect alternate, with many harmless differences at once', async () => {
    const harmless = [
      'extra-fields',
      'key-order-reversed',
      'lists-reversed',
      'decimal-amounts',
      'charset',
      'chunked',
      'security-headers',
      'quoted-upload-name',
      'problem-json',
      'foreign-404',
      'login-417',
    ];
    expect(findings(await checkServer({ dialect: 'alternate', harmless }))).toEqual([]);
  });
});

describe('a broken backend is caught by the check that caught it before', () => {
  const byId = new Map(catalogue.map((check) => [check.id, check]));
  /** Faults caught by a single check that runs alone. */
  const alone = Object.entries(faults).flatMap(([name, ids]) => {
    const [check] = ids.map((id) => byId.get(id));
    return check && ids.length === 1 && !check.afterAll ? [{ name, check }] : [];
  });
  // All of them take minutes; this sample covers every class.
  const every = 8;
  test.each(alone.filter((_, at) => at % every === 0))('$name', async ({ name, check }) => {
    const { results } = await checkServer({ faults: [name] }, [check]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed']);
  });
});

test('the last whole proof knew every fault, and every check that can fail', () => {
  const renew = 'The last proof is older than the faults or the checks. Run: npm run prove';
  expect(Object.keys(faults).sort(), renew).toEqual(faultList.map(({ name }) => name).sort());
  const failing = catalogue.filter(({ level }) => level !== 'info').map(({ id }) => id);
  expect(
    failing.filter((id) => !(id in checks)),
    renew,
  ).toEqual([]);
});
