/** The checks on a backend that shares no code with ours, as it is, with the bugs of databases and with slips of teams. */
import { alternate } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import type { BackendCheck, RunContext } from '../../cli/src/checks/check.ts';
import { runChecks } from '../../cli/src/checks/run.ts';
import { firstFailure, lanes } from '../prove/broken-server.ts';
import { type OwnBackend, onSecondBackend, withEdits } from '../prove/second-backend.ts';
import { detectSecondBackend, readsOtherwise, walkSecondBackend } from '../second-backend/check.ts';
import { databaseFaults, databaseHabits } from '../second-backend/faults.ts';
import { startSecondBackend } from '../second-backend/index.ts';
import { slips } from '../second-backend/slips.ts';
import type { ReadingName } from '../second-backend/world.ts';

/** @returns the ids of the checks that found something on it, and how many passed */
async function findings(own: OwnBackend, reading: ReadingName) {
  const run = (context: RunContext) => runChecks(catalogue, context, lanes);
  const { results } = await onSecondBackend(own, run, { reading });
  const idsOf = (...outcomes: string[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ check }) => check.id);
  return { found: idsOf('failed', 'blocked', 'waiting'), passed: idsOf('passed').length };
}

test('a backend that shares no code with ours passes every check', async () => {
  const { found, passed } = await findings({ startSecondBackend }, 'canonical');
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

/** One in twelve: each starts a database. `DATABASE_FAULTS=all` for all. */
const tried = [...databaseFaults, ...slips].filter(
  (_, at) => at % 12 === 0 || process.env.DATABASE_FAULTS === 'all',
);

test.each(tried)('a check fails on that backend where: $name', async (one) => {
  const near = ({ id }: BackendCheck) => id === one.found;
  const order = { near, without: readsOtherwise };
  const run = (own: OwnBackend) => onSecondBackend(own, (context) => firstFailure(context, order));
  expect(await withEdits(one.edits, run)).toBeDefined();
});

test.each(databaseHabits)(
  'nor does it fail in the dialect alternate, where: $name',
  async ({ edits }) => {
    const { found, passed } = await withEdits(edits, (own) => findings(own, 'alternate'));
    expect(found).toEqual(readsOtherwise);
    expect(passed).toBeGreaterThan(700);
  },
);
