import { findOperation, type OperationName, stateMoves } from '@one-planet/contract';
import { type BackendOptions, createBackend, type Fault } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stageAfter } from '../applicant/stages.ts';
import { loadSettings } from '../core/configuration.ts';
import { makePerson, makeRandomPhone, withSessionRenewal } from './applicants.ts';
import { fuzzChecks } from './catalogue/fuzz.ts';
import { catalogue } from './catalogue.ts';
import type { BackendCheck } from './check.ts';
import type { ApiResponse } from './http-messages.ts';
import { openRun, runChecks } from './run.ts';
import type { Send } from './sender.ts';

const concurrency = 4;
const refusalBody = { message: 'Something went wrong.' };

/** Runs checks on a backend where one operation says that it worked, and an error, and does nothing. */
async function checkWithIdleOperation(operation: OperationName, checks: readonly BackendCheck[]) {
  const status = findOperation(operation)?.meta.successStatus ?? 200;
  const idleFault: Fault = {
    name: 'idle',
    sentence: 'One operation does nothing.',
    wrapHandler: async ({ operation: { name } }, handleNormally) => {
      if (name !== operation) return handleNormally();
      // Any text is the name of a file.
      return { status, body: name === 'files.upload' ? '' : refusalBody };
    },
  };
  const triedApplicants = new Set<number | undefined>();
  const { results, registered } = await checkBackend({}, [idleFault], checks, (response) => {
    if (response.operation === operation) triedApplicants.add(response.subjectNumber);
  });
  return { tried: triedApplicants.size, results, registered };
}

async function checkBackend(
  options: BackendOptions,
  faults: readonly Fault[],
  checks: readonly BackendCheck[],
  onResponse?: (response: ApiResponse) => void,
) {
  const siteOrigin = 'http://127.0.0.1:5173';
  const { url, close } = await serve(await createBackend({ siteOrigin, ...options }, faults));
  onTestFinished(close);
  const settings = await loadSettings({ target: url, siteOrigin }, { env: {} });
  const openedRun = await openRun(settings, { fuzz: { runs: 10, seed: 1 }, onResponse });
  onTestFinished(openedRun.close);
  const { results } = await runChecks(checks, openedRun.runContext, concurrency);
  return { results, registered: openedRun.listCreatedRecords().applicants.length };
}

const stepsThatMoveOn = stateMoves.flatMap(({ movedBy }) =>
  stageAfter(movedBy) && !movedBy.startsWith('staff.') ? [movedBy] : [],
);

test.each(stepsThatMoveOn)(
  'where %s moves nobody, two applicants try it, and what needs a third says why not',
  async (failingOperation) => {
    const checks = [...catalogue, ...fuzzChecks].filter(
      ({ operation, stage, movesApplicantOn }) =>
        operation === failingOperation && stage && movesApplicantOn,
    );
    const { tried, results, registered } = await checkWithIdleOperation(
      failingOperation as OperationName,
      checks,
    );
    expect(tried).toBe(2);
    expect(registered).toBeLessThanOrEqual(concurrency);
    const blockedResults = results.filter(({ outcome }) => outcome === 'blocked');
    expect(blockedResults.length).toBeGreaterThan(0);
    for (const { reason } of blockedResults) expect(reason).toMatch(/status \d+ with /);
    const blockReason = `${failingOperation} failed for 2 applicants and is not tried again: `;
    expect(results.some(({ reason }) => reason?.startsWith(blockReason))).toBe(true);
  },
);

test.each([
  ['exams.create', 'exams.submit'],
  ['files.upload', 'applicants.saveBioData'],
] as const)(
  'where %s fails, two applicants try it for all checks of %s',
  async (failingOperation, checkedOperation) => {
    const checks = catalogue.filter(
      ({ id, operation }) => operation === checkedOperation && !id.includes('refused-file'),
    );
    const { tried, registered } = await checkWithIdleOperation(failingOperation, checks);
    expect(tried).toBe(2);
    // Each lane has walked somebody there before the second has failed.
    expect(registered).toBeLessThanOrEqual(2 * concurrency);
  },
);

test('where no new link is mailed, whoever waits for one holds up no check of a later state', async () => {
  const newLinkId = 'applicants.resendEmail/new-link';
  const checks = catalogue.filter(
    ({ operation, stage }) =>
      operation === 'applicants.resendEmail' ||
      operation === 'applicants.activate' ||
      stage === 'ACTIVATED',
  );
  const { results } = await checkBackend({ faults: ['resend-mails-nothing'] }, [], checks);
  const newLinkResult = results.find(({ check }) => check.id === newLinkId);
  expect(newLinkResult?.outcome).toBe('failed');
  const blockedResults = results.filter(({ blockedBy }) => blockedBy === newLinkId);
  expect(blockedResults.filter(({ check }) => check.stage === 'ACTIVATED')).toEqual([]);
});

/** A token that says when it was made and when it ends, in seconds. */
const makeToken = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

const callsWithoutLogin = ['auth.getUser'];
const callsWithLogin = ['auth.getUser', 'auth.login', 'auth.getUser'];

test.each<[which: string, own: object, status: number, asked: string[]]>([
  [
    'that is old enough to have expired is renewed, and the call made again',
    {},
    200,
    callsWithLogin,
  ],
  ['that is young and refused is a finding', { ageMs: 10 }, 401, callsWithoutLogin],
  [
    'whose own end has passed is renewed, young as it is',
    { token: makeToken({ iat: 100, exp: 103 }), ageMs: 3000, sessionMs: undefined },
    200,
    callsWithLogin,
  ],
  [
    'that is refused before its own end is a finding',
    { token: makeToken({ iat: 100, exp: 110 }), ageMs: 3000, sessionMs: undefined },
    401,
    callsWithoutLogin,
  ],
  [
    'that a newer login may have ended is renewed, whatever its age',
    { ageMs: 10, logsInAgain: true },
    200,
    ['auth.login', ...callsWithLogin],
  ],
  ['that is new and refused, too, stays refused', { known: 'another' }, 401, callsWithLogin],
  ['that is not hers is not renewed', { sentToken: 'invented' }, 401, callsWithoutLogin],
])('a token %s', async (_which, sessionConditions, status, expectedOperations) => {
  const conditionsWithDefaults = {
    ageMs: 2000,
    known: 'new',
    token: 'old',
    sentToken: undefined,
    sessionMs: 2000 as number | undefined,
    logsInAgain: false,
    ...sessionConditions,
  };
  const { ageMs, known, token, sentToken = token, logsInAgain, sessionMs } = conditionsWithDefaults;
  const person = { ...makePerson(1, 'a@x.example'), token, loggedInAt: Date.now() - ageMs };
  const sentOperations: string[] = [];
  const sessionEnds: string[] = [];
  const sendToBackend: Send = async (operation, call) => {
    sentOperations.push(operation);
    const isLogin = operation === 'auth.login';
    const status = isLogin || call?.token === known ? 200 : 401;
    const exchange = { startedAt: Date.now() };
    return { status, json: isLogin ? { token: 'new' } : undefined, exchange } as ApiResponse;
  };
  const listPeople = () => [person];
  const send = withSessionRenewal(
    sendToBackend,
    listPeople,
    sessionMs,
    (cause) => void sessionEnds.push(cause),
  );
  if (logsInAgain) await send('auth.login', { senderNumber: 1 });
  expect((await send('auth.getUser', { token: sentToken, senderNumber: 1 })).status).toBe(status);
  expect(sentOperations).toEqual(expectedOperations);
  expect(person.token).toBe(sentOperations.includes('auth.login') ? 'new' : token);
  const expectedCause = logsInAgain ? 'a new login' : 'its time';
  expect(sessionEnds).toEqual(sentOperations.includes('auth.login') ? [expectedCause] : []);
});

test('what ended a session is not reported where a change of password or a later login may have done it', async () => {
  const person = { ...makePerson(1, 'a@x.example'), token: 'old', loggedInAt: Date.now() };
  const sendToBackend: Send = async (operation, call) => {
    const isAccepted = operation !== 'auth.getUser' || call?.token === 'new';
    return { status: isAccepted ? 200 : 401, json: { token: 'new' }, exchange: {} } as ApiResponse;
  };
  const reportSessionEnd = vi.fn();
  const send = withSessionRenewal(sendToBackend, () => [person], undefined, reportSessionEnd);
  await send('auth.changePassword', {
    token: 'old',
    senderNumber: 1,
    body: { password: 'Aa1aaaaa' },
  });
  await send('auth.login', { senderNumber: 1 });
  expect((await send('auth.getUser', { token: 'old', senderNumber: 1 })).status).toBe(200);
  expect(reportSessionEnd).not.toHaveBeenCalled();
});

test('a refused login says nothing about the session of her token', async () => {
  const person = {
    ...makePerson(1, 'a@x.example'),
    token: 'old',
    possibleSessionEnds: new Set(['a new login']),
  };
  const sendToBackend = vi.fn<Send>(async () => ({ status: 401 }) as ApiResponse);
  const send = withSessionRenewal(
    sendToBackend,
    () => [person],
    undefined,
    () => {},
  );
  await send('auth.login', { token: 'old', senderNumber: 1 });
  expect(sendToBackend).toHaveBeenCalledTimes(1);
});

test('no two applicants have the same phone number', () => {
  const phones = Array.from({ length: 20_000 }, () => makeRandomPhone(8));
  expect(new Set(phones).size).toBe(phones.length);
});
