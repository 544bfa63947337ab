/** The checks on a backend that shares no code with ours, as it is, with the bugs of databases and with slips of teams. */
import { expect, test } from 'vitest';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import type { BackendCheck } from '../../cli/src/checks/check.ts';
import { runChecks } from '../../cli/src/checks/run.ts';
import { firstFailure, lanes } from '../prove/broken-server.ts';
import { type OwnBackend, onSecondBackend, withEdits } from '../prove/second-backend.ts';
import { checkSecondBackend, readsOtherwise } from '../second-backend/check.ts';
import { databaseFaults, databaseHabits } from '../second-backend/faults.ts';
import { slips } from '../second-backend/slips.ts';

test('a backend that shares no code with ours passes every check', async () => {
  const { exitCode, passed, others } = await checkSecondBackend();
  expect(others).toEqual(readsOtherwise);
  expect(passed).toBeGreaterThan(700);
  expect(exitCode).toBe(0);
});

/** A sixth of them: each starts a database. `DATABASE_FAULTS=all` for all. */
const tried = [...databaseFaults, ...slips].filter(
  (_, at) => at % 6 === 0 || process.env.DATABASE_FAULTS === 'all',
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
    const run = (own: OwnBackend) =>
      onSecondBackend(own, (context) => runChecks(catalogue, context, lanes));
    const { results } = await withEdits(edits, run);
    const idsOf = (...outcomes: string[]) =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ check }) => check.id);
    expect(idsOf('failed', 'blocked', 'waiting')).toEqual(readsOtherwise);
    expect(idsOf('passed').length).toBeGreaterThan(700);
  },
);
