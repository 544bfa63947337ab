/** The checks on a backend that shares no code with ours, as it is, and with what goes wrong in databases. */
import { alternate } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { runChecks } from '../../cli/src/checks/backend-run.ts';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import type { BackendCheck, RunContext } from '../../cli/src/checks/check.ts';
import { firstFailure, lanes } from '../prove/broken-server.ts';
import { onSecondBackend } from '../prove/second-backend.ts';
import { detectSecondBackend, readsOtherwise, walkSecondBackend } from '../second-backend/check.ts';
import { brokenDatabases, databaseHabits } from '../second-backend/databases.ts';
import { startSecondBackend } from '../second-backend/index.ts';
import type { ReadingName } from '../second-backend/world.ts';

/** @returns the ids of the checks that found something on it, and how many passed */
async function findings(reading: ReadingName, sql = '') {
  const run = (context: RunContext) => runChecks(catalogue, context, lanes);
  const { results } = await onSecondBackend({ startSecondBackend }, run, { reading, sql });
  const idsOf = (...outcomes: string[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ check }) => check.id);
  return { found: idsOf('failed', 'blocked', 'waiting'), passed: idsOf('passed').length };
}

test('a backend that shares no code with ours passes every check', async () => {
  const { found, passed } = await findings('canonical');
  expect(found).toEqual(readsOtherwise);
  expect(passed).toBeGreaterThan(700);
});

test.each(['offline', 'arifpay'] as const)(
  'the command walks an applicant there who pays %s, with its programs for mail, staff and payment',
  async (pay) => {
    const { exitCode, stdout } = await walkSecondBackend(pay);
    expect(stdout).toContain('APPLIED');
    expect(exitCode).toBe(0);
  },
);

test('detect finds its dialect: by harmless requests in part, and all of it by an applicant', async () => {
  const { harmless, registering, applicants } = await detectSecondBackend();
  const { referral: _, ...body } = alternate.operations['applicants.register']?.body ?? {};
  const {
    'payments.payOnline': method,
    'payments.makeOffline': account,
    ...others
  } = alternate.operations;
  const found = { ...others, 'applicants.register': { body } };
  expect(harmless).toEqual({ operations: found });
  expect(registering).toEqual({
    operations: { ...found, 'payments.payOnline': method, 'payments.makeOffline': account },
  });
  expect(applicants).toEqual([0, 1]);
});

test.each(brokenDatabases)('a check fails where: $name', async ({ sql, check }) => {
  const near = ({ id }: BackendCheck) => id === check;
  const order = { near, without: readsOtherwise };
  const run = (context: RunContext) => firstFailure(context, order);
  expect(await onSecondBackend({ startSecondBackend }, run, { sql })).toBe(check);
});

test.each(databaseHabits)('no check fails where: $name', async ({ sql }) => {
  const { found, passed } = await findings('alternate', sql);
  expect(found).toEqual(readsOtherwise);
  expect(passed).toBeGreaterThan(700);
});
