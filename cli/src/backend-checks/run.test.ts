import { canonical } from '@one-planet/contract';
import { UsageError } from '@one-planet/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../backend/transport.ts';
import {
  makeBlock,
  makeFailure,
  makeRefusal,
  makeRunEnd,
  makeSkip,
  makeWaiting,
} from '../checks/outcome.ts';
import { chooseExitCode } from '../checks/run-report.ts';
import { CliError, exitCodes } from '../core/exit.ts';
import { serveTest, signal } from '../testing/support.ts';
import type { BackendCheck, RunContext } from './check.ts';
import { runChecks } from './run.ts';
import { createSender, FailureLog } from './sender.ts';

const runContext = { helpers: { dialect: { operations: {} } } } as unknown as RunContext;

function makeCheck(
  id: string,
  run: BackendCheck['run'],
  checkChange: Partial<BackendCheck> = {},
): BackendCheck {
  const rule = 'states#the-lifecycle' as const;
  const checkTexts = { sentence: 'It MUST hold.', rule };
  return { id, level: 'must', run, ...checkTexts, ...checkChange };
}

const makeThrower = (error: Error) => () => {
  throw error;
};

test('each way to end is an outcome of its own', async () => {
  const outcomesAndRuns: [string, BackendCheck['run']][] = [
    ['passed', () => {}],
    ['failed', makeThrower(makeFailure('a', 'b'))],
    ['blocked', makeThrower(makeBlock('another/check', 'it is broken'))],
    ['skipped', makeThrower(makeSkip('no mailbox'))],
    ['waiting', makeThrower(makeWaiting('staff'))],
    ['waiting', makeThrower(new CliError('staff', exitCodes.waiting))],
  ];
  const checks = outcomesAndRuns.map(([, run], index) => makeCheck(`check/${index}`, run));
  const { results } = await runChecks(checks, runContext, 2);
  expect(results.map(({ outcome }) => outcome)).toEqual(
    outcomesAndRuns.map(([outcome]) => outcome),
  );
});

test('what a check is blocked by that is itself has failed', async () => {
  const loginCheck = makeCheck(
    'auth.login/answers',
    makeThrower(makeBlock('auth.login/answers', 'no token')),
  );
  const { results } = await runChecks([loginCheck], runContext, 1);
  expect(results[0]).toMatchObject({ outcome: 'failed', got: 'no token' });
});

test('where the plainest call is refused, all that is refused in the same words waits for it', async () => {
  const gotByCheckName = {
    answers: 'no phone',
    'accepts/name': 'no phone',
    'accepts/phone': 'too short',
  };
  const checks = Object.entries(gotByCheckName).map(([name, got]) =>
    makeCheck(`applicants.register/${name}`, makeThrower(makeRefusal('a success', got))),
  );
  const { results } = await runChecks(checks, runContext, 1);
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'blocked', 'failed']);
  expect(results[1]?.blockedBy).toBe('applicants.register/answers');
});

test('checks run stage by stage, those that move an applicant on last, those about all others at the end', async () => {
  const callOrder: string[] = [];
  const makeNotingCheck = (id: string, change: Partial<BackendCheck>) =>
    makeCheck(id, () => void callOrder.push(id), change);
  const checks = [
    makeNotingCheck('all', { afterAll: true }),
    makeNotingCheck('moves', { stage: 'ACTIVATED', movesApplicantOn: true }),
    makeNotingCheck('later', { stage: 'TOOK_EXAM' }),
    makeNotingCheck('looks', { stage: 'ACTIVATED' }),
    makeNotingCheck('nobody', {}),
  ];
  const { results } = await runChecks(checks, runContext, 1);
  expect(callOrder).toEqual(['nobody', 'looks', 'moves', 'later', 'all']);
  expect(results.map(({ check }) => check.id)).toEqual(checks.map(({ id }) => id));
});

test('a backend that is gone ends the run, and what was found before counts', async () => {
  const unreachableError = makeRunEnd(3, 'not reached');
  const uncalledCheck = makeCheck('never', () => {});
  const checkRun = await runChecks(
    [makeCheck('gone', makeThrower(unreachableError)), uncalledCheck],
    runContext,
    1,
  );
  expect(checkRun.results).toEqual([]);
  expect(chooseExitCode(checkRun)).toBe(exitCodes.notReached);
  expect(chooseExitCode(checkRun, exitCodes.brokenContract)).toBe(exitCodes.brokenContract);
  const interruptedRun = { ...checkRun, earlyEnding: makeRunEnd(130, 'interrupted').details };
  expect(chooseExitCode(interruptedRun, exitCodes.brokenContract)).toBe(exitCodes.interrupted);
});

test('what blocks a check is a finding, also where its own check passed', async () => {
  const blockedCheck = makeCheck('b', makeThrower(makeBlock('a', 'a is broken')));
  const passedRun = await runChecks([makeCheck('a', () => {}), blockedCheck], runContext, 1);
  expect(passedRun.results).toMatchObject([
    { check: { id: 'a' }, outcome: 'failed', got: 'a is broken' },
    { check: { id: 'b' }, outcome: 'blocked', blockedBy: 'a' },
  ]);
  const failingCheck = makeCheck('a', makeThrower(makeFailure('x', 'y')), { level: 'should' });
  const checkRun = await runChecks([failingCheck, blockedCheck], runContext, 1);
  expect(checkRun.results).toMatchObject([{ outcome: 'failed', got: 'y' }, { outcome: 'blocked' }]);
});

test('a run that knows enough begins no other check', async () => {
  const startedIds: string[] = [];
  const makeStartNotingCheck = (id: string, changes: Partial<BackendCheck> = {}) =>
    makeCheck(id, () => void startedIds.push(id), changes);
  const checks = [
    makeStartNotingCheck('first'),
    makeStartNotingCheck('second'),
    makeStartNotingCheck('last', { afterAll: true }),
  ];
  const { results } = await runChecks(checks, runContext, 1, undefined, () => true);
  expect(startedIds).toEqual(['first']);
  expect(results.map(({ outcome }) => outcome)).toEqual(['passed']);
});

test('a bug of ours is not taken for a finding, and the run goes on to its report', async () => {
  const error = new RangeError('ours');
  const buggyCheck = makeCheck('bug', makeThrower(error));
  const checkRun = await runChecks([buggyCheck, makeCheck('next', () => {})], runContext, 1);
  expect(checkRun.bug).toEqual({ error });
  expect(checkRun.results).toMatchObject([{ outcome: 'skipped' }, { outcome: 'passed' }]);
});

test.for([
  new URIError('URI malformed'),
  new UsageError('the path parameter id is no valid text', { operation: 'auth.login' }),
])('a check that breaks off at what it got is a finding about it: %s', async (error) => {
  const breakingCheck = makeCheck('breaking', (context) => {
    context.lastResponse = { exchange: { operation: 'auth.login' } } as never;
    throw error;
  });
  const checkRun = await runChecks([breakingCheck], runContext, 1);
  expect(checkRun.bug).toBeUndefined();
  expect(checkRun.results).toMatchObject([
    { outcome: 'blocked', blockedBy: 'auth.login/answers' },
    { outcome: 'failed', check: { id: 'auth.login/answers' } },
  ]);
});

/** A sender to a server that hangs up on its first calls, or answers them with a status. */
async function makeSenderTo(firstFailures: number, status?: number) {
  let callCount = 0;
  const url = await serveTest((request, response) => {
    callCount += 1;
    if (callCount <= firstFailures && status)
      response.writeHead(status, { 'retry-after': '0' }).end();
    else if (callCount <= firstFailures) request.socket.destroy();
    else response.setHeader('content-type', 'application/json').end('[]');
  });
  const { request, close } = createTransport();
  onTestFinished(close);
  const failureLog = new FailureLog();
  const send = createSender({
    baseUrl: `${url}/api`,
    dialect: canonical,
    request,
    makeRunHeaders: () => ({}),
    signal,
    timeoutMs: 10_000,
    uploadTimeoutMs: 10_000,
    waitForTurn: async () => {},
    failureLog,
    onResponse: () => {},
    describeSubstitute: async () => undefined,
  });
  return { send, failureLog, calls: () => callCount };
}

/** Without a status the connection ends before the answer. */
test.each([undefined, 429, 502, 503, 504])(
  'a first call that ends with %s is no finding where a fresh one is answered',
  async (status) => {
    const { send, failureLog, calls } = await makeSenderTo(1, status);
    expect((await send('contents.list')).status).toBe(200);
    expect([calls(), failureLog.silences.size]).toEqual([2, 0]);
  },
);

test('a connection that ends before the answer is a finding where a fresh one ends so, too', async () => {
  const { send, failureLog, calls } = await makeSenderTo(2);
  await expect(send('contents.list')).rejects.toMatchObject({
    details: { blockedBy: 'contents.list/always-answers' },
  });
  expect([calls(), failureLog.silences.get('contents.list')?.count]).toEqual([2, 1]);
});

test('what no client sends may be hung up on at once', async () => {
  const { send, failureLog, calls } = await makeSenderTo(1);
  await expect(send('contents.list', { countsClosedAsResponse: true })).rejects.toThrow(
    'it hung up',
  );
  expect([calls(), failureLog.silences.size]).toEqual([1, 0]);
});

test('a limit that does not pass is no finding, a gateway that does not is', async () => {
  const [limited, closed] = [await makeSenderTo(100, 429), await makeSenderTo(100, 503)];
  await expect(limited.send('contents.list')).rejects.toThrow('limits requests (429)');
  await expect(closed.send('contents.list')).rejects.toMatchObject({
    details: { blockedBy: 'server/gateway' },
  });
});

test('what happens at an unknown path is blamed on no operation', async () => {
  const { send, failureLog } = await makeSenderTo(1, 500);
  await expect(send('contents.list', { rawPath: '/unknown' })).rejects.toThrow('answered 500');
  expect(failureLog.errors.has('contents.list')).toBe(false);
});

test('500 is not waited out', async () => {
  const { send, calls } = await makeSenderTo(1, 500);
  await expect(send('contents.list')).rejects.toMatchObject({
    details: { blockedBy: 'contents.list/never-5xx' },
  });
  expect(calls()).toBe(1);
});
