import { applicantExamples, toEducationData } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { activationToken, logIn, register, registrationOf } from '../testing/journey.ts';
import {
  compareHarmless,
  emailIn,
  type Observe,
  precreated,
  readsReceipt,
  statusOf,
} from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

const education = toEducationData(applicantExamples.hana.education);
const email = emailIn('ACTIVATED');
const newcomer = 'new@example.com';
const password = 'Precreated2025';

const logsIn = (address: string, typed: string) =>
  statusOf('auth.login', { body: { email: address, password: typed } });

async function edits(session: Session) {
  const { token, id } = await precreated(session, 'ACTIVATED');
  const { firstName, middleName, lastName } = registrationOf(email);
  const body = { firstName, middleName, lastName, phone: '0911000000', email };
  const sent = { params: { applicantId: id }, body, token };
  return (await session.call('applicants.editProfile', sent)).status;
}

async function registersOnly(session: Session) {
  await register(session, newcomer);
  return (await session.call('auth.login', { body: { email: newcomer, password } })).status;
}

async function readsForeign(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  return (await session.call('applicants.getByEmail', { params: { email }, token })).status;
}

async function startsTwice(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const start = async () => (await session.call('exams.create', { token })).status;
  return [await start(), await start()];
}

async function followsOlderLink(session: Session) {
  const token = await register(session, newcomer);
  await session.call('applicants.resendEmail', {
    params: { email: newcomer },
    body: { email: newcomer },
  });
  const older = await session.call('applicants.activate', { params: { token } });
  const params = { token: await activationToken(session, newcomer) };
  const newer = await session.call('applicants.activate', { params });
  return [older.status < 300, newer.status < 300];
}

async function forgets(session: Session) {
  await session.call('auth.forgotPassword', { body: { email } });
  return (await session.call('auth.login', { body: { email, password } })).status;
}

/** Changes a password in one of two sessions. @returns what the two may do then */
async function changesPassword(session: Session) {
  const [own, other] = [
    await logIn(session, email, password),
    await logIn(session, email, password),
  ];
  const body = { email, password: 'Changed2025' };
  await session.call('auth.changePassword', { body, token: own });
  const read = async (token: string) =>
    (await session.call('applicants.getByEmail', { params: { email }, token })).status;
  return [await read(own), await read(other)];
}

async function sendsFalseToken({ raw }: Session) {
  const headers = { authorization: 'Bearer false' };
  return (await raw('/api/programs/private', { headers })).status;
}

const unknown = 'nobody@example.com';
const cases: [name: string, observe: Observe, usual: unknown, changed: unknown][] = [
  [
    'success-201',
    statusOf('applicants.saveEducationData', { state: 'BIOGRAPHIC_APPLICANT2', body: education }),
    200,
    201,
  ],
  ['success-204', edits, 200, 204],
  ['login-417', logsIn(email, 'Wrong2025'), 401, 417],
  ['login-unknown-401', logsIn(unknown, password), 404, 401],
  ['login-unactivated-404', registersOnly, 401, 404],
  ['input-422', statusOf('applicants.register', { body: {} }), 400, 422],
  ['input-422', statusOf('auth.forgotPassword', { body: { email: unknown } }), 400, 400],
  ['foreign-404', readsForeign, 403, 404],
  [
    'wrong-state-400',
    statusOf('applicants.saveEducationData', { state: 'ACTIVATED', body: education }),
    409,
    400,
  ],
  ['optional-token-401', sendsFalseToken, 200, 401],
  ['running-exam-refused', startsTwice, [201, 201], [201, 409]],
  ['receipt-after-verification', readsReceipt, 200, 404],
  ['profile-without-token', statusOf('applicants.getByEmail', { params: { email } }), 401, 200],
  ['newest-link-only', followsOlderLink, [true, false], [false, true]],
  ['forgotten-password-ends', forgets, 200, 401],
  ['other-sessions-end', changesPassword, [200, 200], [200, 401]],
  [
    'state-before-input',
    statusOf('applicants.saveEducationData', { state: 'ACTIVATED', body: {} }),
    400,
    409,
  ],
];

test.each(cases)('%s', async (name, observe, usual, changed) => {
  expect(await compareHarmless(name, observe)).toEqual([usual, changed]);
});
