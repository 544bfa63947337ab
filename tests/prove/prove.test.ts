/** The fast part of `npm run prove`: healthy backends raise no alarm, and known catches are caught still. */
import { readFileSync } from 'node:fs';
import { faultList } from '@one-planet/mocks';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { CheckRun } from '../../cli/src/checks/run.ts';
import { checkServer } from './broken-server.ts';
import { cases } from './cases.ts';
import type { Detection } from './detection.ts';

const file = new URL('detection.json', import.meta.url);
const { faults, checks } = JSON.parse(readFileSync(file, 'utf8')) as Detection;

function findings({ results }: CheckRun): string[] {
  return results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked')
    .map(({ check, got, reason }) => `${check.id}: ${got ?? reason}`);
}

describe('a healthy backend raises no alarm', () => {
  test.each(['canonical', 'alternate'])('in the dialect %s', async (dialect) => {
    expect(findings(await checkServer({ dialect }))).toEqual([]);
  });

  test('with many harmless differences at once', async () => {
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
    expect(findings(await checkServer({ harmless }))).toEqual([]);
  });
});

describe('a broken backend is caught by the check that caught it before', () => {
  // All of them take minutes; these are of every class.
  const every = 8;
  const some = cases.filter(
    ({ kind, class: of }, at) => kind === 'fault' && of !== 'sweeping' && at % every === 0,
  );
  test.each(some.map(({ name }) => name))('%s', async (name) => {
    const known = faults[name] ?? [];
    const run = await checkServer(
      { faults: [name] },
      catalogue.filter(({ id }) => known.includes(id)),
    );
    const failed = run.results
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ check }) => check.id);
    expect(failed).toContain(known[0]);
  });
});

test('the last whole proof knew every fault, and every check that can fail', () => {
  expect(Object.keys(faults).sort()).toEqual(faultList.map(({ name }) => name).sort());
  const failing = catalogue.filter(({ level }) => level !== 'info').map(({ id }) => id);
  expect(failing.filter((id) => !(id in checks))).toEqual([]);
});
