import { expect, test } from 'vitest';
import { CliError, exitCodes } from '../process/exit.ts';
import type { Check } from './check.ts';
import type { RunContext } from './context.ts';
import { Blocked, Ended, Failed, Skipped, Waiting } from './outcome.ts';
import { exitCodeOfRun, isUntold, runChecks } from './run.ts';

const runContext = { helpers: { dialect: { operations: {} } } } as unknown as RunContext;

function aCheck(id: string, run: Check['run'], change: Partial<Check> = {}): Check {
  const rule = 'states#the-lifecycle' as const;
  const texts = { sentence: 'It MUST hold.', rule, proves: 'It.', leavesOpen: 'Nothing.' };
  return { id, level: 'must', run, ...texts, ...change };
}

const throwing = (error: Error) => () => {
  throw error;
};

test('each way to end is an outcome of its own', async () => {
  const ends: [string, Check['run']][] = [
    ['passed', () => {}],
    ['failed', throwing(new Failed('a', 'b'))],
    ['blocked', throwing(new Blocked('another/check', 'it is broken'))],
    ['skipped', throwing(new Skipped('no mailbox'))],
    ['waiting', throwing(new Waiting('staff'))],
    ['waiting', throwing(new CliError('staff', exitCodes.waiting))],
  ];
  const checks = ends.map(([, run], at) => aCheck(`check/${at}`, run));
  const { results } = await runChecks(checks, runContext, 2);
  expect(results.map(({ outcome }) => outcome)).toEqual(ends.map(([outcome]) => outcome));
});

test('what a check is blocked by that is itself has failed', async () => {
  const own = aCheck('auth.login/answers', throwing(new Blocked('auth.login/answers', 'no token')));
  const { results } = await runChecks([own], runContext, 1);
  expect(results[0]).toMatchObject({ outcome: 'failed', got: 'no token' });
});

test('checks run stage by stage, those that move an applicant on last, those about all others at the end', async () => {
  const order: string[] = [];
  const note = (id: string, change: Partial<Check>) =>
    aCheck(id, () => void order.push(id), change);
  const checks = [
    note('all', { afterAll: true }),
    note('moves', { stage: 'ACTIVATED', consumes: true }),
    note('later', { stage: 'TOOK_EXAM' }),
    note('looks', { stage: 'ACTIVATED' }),
    note('nobody', {}),
  ];
  const { results } = await runChecks(checks, runContext, 1);
  expect(order).toEqual(['nobody', 'looks', 'moves', 'later', 'all']);
  expect(results.map(({ check }) => check.id)).toEqual(checks.map(({ id }) => id));
});

test('a backend that is gone ends the run, and what was found before counts', async () => {
  const gone = new Ended(3, 'not reached');
  const never = aCheck('never', () => {});
  const run = await runChecks([aCheck('gone', throwing(gone)), never], runContext, 1);
  expect(run.results).toEqual([]);
  expect(exitCodeOfRun(run)).toBe(exitCodes.notReached);
  expect(exitCodeOfRun(run, exitCodes.brokenContract)).toBe(exitCodes.brokenContract);
  const stopped = { ...run, ended: new Ended(130, 'interrupted') };
  expect(exitCodeOfRun(stopped, exitCodes.brokenContract)).toBe(exitCodes.interrupted);
});

test('a blocked check that no failure explains is no success', async () => {
  const blocked = aCheck('b', throwing(new Blocked('a', 'a is broken')));
  const alone = await runChecks([blocked], runContext, 1);
  expect(exitCodeOfRun(alone)).toBe(exitCodes.brokenContract);
  const cause = aCheck('a', throwing(new Failed('x', 'y')), { level: 'should' });
  const told = await runChecks([cause, blocked], runContext, 1);
  expect(told.results.some((result) => isUntold(result, told.results))).toBe(false);
  expect(exitCodeOfRun(told)).toBe(exitCodes.done);
});

test('a run that knows enough begins no other check', async () => {
  const ran: string[] = [];
  const note = (id: string, after: Partial<Check> = {}) =>
    aCheck(id, () => void ran.push(id), after);
  const checks = [note('first'), note('second'), note('last', { afterAll: true })];
  const { results } = await runChecks(checks, runContext, 1, undefined, () => true);
  expect(ran).toEqual(['first']);
  expect(results.map(({ outcome }) => outcome)).toEqual(['passed']);
});

test('a bug of ours is not taken for a finding', async () => {
  const bug = aCheck('bug', throwing(new RangeError('ours')));
  await expect(runChecks([bug], runContext, 1)).rejects.toThrow('ours');
});
