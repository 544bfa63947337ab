import { expect, test } from 'vitest';
import {
  activationToken,
  bring,
  mailsTo,
  register,
  registrationOf,
  stateOf,
} from './testing/journey.ts';
import { deposit } from './testing/payloads.ts';
import { type Received, startSession } from './testing/session.ts';

/** Sends a call five times at once. @returns the statuses, sorted */
async function atOnce(send: () => Promise<Received>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 5 }, send));
  return answers.map(({ status }) => status).sort();
}

const email = 'hana@example.com';

test('of registrations at the same moment exactly one takes effect', async () => {
  const { call, raw } = await startSession();
  const send = () => call('applicants.register', { body: registrationOf(email) });
  expect(await atOnce(send)).toEqual([201, 409, 409, 409, 409]);
  expect((await raw('/_mock/state.json')).body).toMatchObject({
    applicants: { REGISTERED: 1 },
    mails: 1,
  });
});

test('an activation link clicked twice at the same moment works once', async () => {
  const session = await startSession();
  await register(session, email);
  const token = await activationToken(session, email);
  const send = () => session.call('applicants.activate', { params: { token } });
  expect(await atOnce(send)).toEqual([200, 409, 409, 409, 409]);
});

test('a temporary password sent twice at the same moment works once', async () => {
  const session = await startSession();
  await bring(session, 'ACTIVATED', email);
  await session.call('auth.forgotPassword', { body: { email } });
  const [mail] = await mailsTo(session, email);
  const login = { email, password: mail?.temporaryPassword };
  expect(await atOnce(() => session.call('auth.login', { body: login }))).toEqual([
    200, 401, 401, 401, 401,
  ]);
});

test('an exam started five times at the same moment is one exam, and is handed in once', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  expect(await atOnce(() => session.call('exams.create', { token }))).toEqual(Array(5).fill(201));
  expect((await session.raw('/_mock/state.json')).body).toMatchObject({ exams: 1 });
  const { body } = await session.call('exams.create', { token });
  const submission = { id: body.examDto.id, results: '' };
  const send = () => session.call('exams.submit', { body: submission, token });
  expect(await atOnce(send)).toEqual([202, 409, 409, 409, 409]);
});

test('of payments and applications at the same moment exactly one takes effect', async () => {
  const session = await startSession();
  const payer = await bring(session, 'TOOK_EXAM');
  const body = await deposit(session, payer.token);
  const pay = () => session.call('payments.makeOffline', { body, token: payer.token });
  expect(await atOnce(pay)).toEqual([200, 409, 409, 409, 409]);

  const ready = await bring(session, 'READY_TO_APPLY');
  const apply = () =>
    session.call('applicants.applyForProgram', {
      body: { selectedBatchProgramId: 301 },
      token: ready.token,
    });
  expect(await atOnce(apply)).toEqual([200, 409, 409, 409, 409]);
  expect(await stateOf(session, ready)).toBe('APPLIED');
});
