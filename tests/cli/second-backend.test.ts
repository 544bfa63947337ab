/**
 * The checks on the second backend, which shares no code with the mock: with a correct database, and with broken ones.
 */
import { alternate } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { catalogue } from '../../cli/src/backend-checks/catalogue.ts';
import type { BackendCheck, RunContext } from '../../cli/src/backend-checks/check.ts';
import { runChecks } from '../../cli/src/backend-checks/run.ts';
import { concurrency, findFirstFailure } from '../prove/mock-server.ts';
import { brokenDatabases, harmlessDatabases } from '../second-backend/databases.ts';
import { runOnSecondBackend } from '../second-backend/run-checks.ts';
import {
  detectSecondBackend,
  expectedFailureIds,
  walkSecondBackend,
} from '../second-backend/run-command.ts';

test.each(['offline', 'arifpay'] as const)(
  'the command walks an applicant whose payment is %s, with adapter programs for mail, staff and payment',
  async (paymentMethod) => {
    const { exitCode, stdout } = await walkSecondBackend(paymentMethod);
    expect(stdout).toContain('APPLIED');
    expect(exitCode).toBe(0);
  },
);

test('detect finds part of its dialect with harmless requests, and all of it with an applicant', async () => {
  const { partialDialect, fullDialect, applicantCounts } = await detectSecondBackend();
  const { referral: _, ...body } = alternate.operations['applicants.register']?.body ?? {};
  const {
    'payments.payOnline': payOnline,
    'payments.makeOffline': makeOffline,
    ...otherOperations
  } = alternate.operations;
  const detectableOperations = { ...otherOperations, 'applicants.register': { body } };
  expect(partialDialect).toEqual({ operations: detectableOperations });
  expect(fullDialect).toEqual({
    operations: {
      ...detectableOperations,
      'payments.payOnline': payOnline,
      'payments.makeOffline': makeOffline,
    },
  });
  expect(applicantCounts).toEqual([0, 1]);
});

test.each(brokenDatabases)('a check fails where: $name', async ({ sql, checkId }) => {
  // A 5xx is reported in the end, of all calls of the operation.
  const isLastCheck = checkId.endsWith('/never-5xx');
  const isTriedFirst = ({ id, operation }: BackendCheck) =>
    id === checkId || (isLastCheck && operation === checkId.split('/')[0]);
  const runOptions = { isTriedFirst, skippedIds: expectedFailureIds };
  const run = (context: RunContext) => findFirstFailure(context, runOptions);
  expect(await runOnSecondBackend(run, sql)).toBe(checkId);
});

test.each(harmlessDatabases)(
  'a backend that shares no code with the mock passes every check, also where $name',
  async ({ sql }) => {
    const run = (context: RunContext) => runChecks(catalogue, context, concurrency);
    const { results } = await runOnSecondBackend(run, sql);
    const idsOf = (...outcomes: string[]) =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ check }) => check.id);
    expect(idsOf('failed', 'blocked', 'waiting')).toEqual(expectedFailureIds);
    expect(idsOf('passed').length).toBeGreaterThan(700);
  },
);
