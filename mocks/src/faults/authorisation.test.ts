import { expect, test } from 'vitest';
import { registrationOf, stateOf } from '../testing/journey.ts';
import {
  type Case,
  compare,
  emailIn,
  precreated,
  readsReceipt,
  statusOf,
} from '../testing/observe.ts';
import { deposit, uploadPicture } from '../testing/payloads.ts';
import type { Session } from '../testing/session.ts';

const victim = emailIn('ACTIVATED');
const profilePath = `/api/applicants/private/get_by_email/${encodeURIComponent(victim)}`;

const readsProfile = (authorization?: string) => async (session: Session) =>
  (await session.raw(profilePath, { headers: authorization ? { authorization } : {} })).status;

/** Two applicants of one state; the second has reasons to pry. */
async function two(session: Session, state: 'ACTIVATED' | 'TOOK_EXAM') {
  return [await precreated(session, state), await precreated(session, state, true)] as const;
}

async function readsForeignProfile(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  return (await session.call('applicants.getByEmail', { params: { email: victim }, token })).status;
}

async function readsForeignUser(session: Session) {
  const [{ id }, { token }] = await two(session, 'ACTIVATED');
  return (await session.call('auth.getUser', { params: { userId: id }, token })).status;
}

/** @returns the status, and the phone of the other one afterwards */
async function editsForeignProfile(session: Session) {
  const [other, { token, email }] = await two(session, 'ACTIVATED');
  const { firstName, middleName, lastName } = registrationOf(email);
  const edited = await session.call('applicants.editProfile', {
    params: { applicantId: other.id },
    body: { firstName, middleName, lastName, phone: '0900000000', email },
    token,
  });
  const read = { params: { email: other.email }, token: other.token };
  const { body } = await session.call('applicants.getByEmail', read);
  return [edited.status, body.phone === '0900000000'];
}

async function changesForeignPassword(session: Session) {
  const [other, { token }] = await two(session, 'ACTIVATED');
  const body = { email: other.email, password: 'Stolen2025' };
  await session.call('auth.changePassword', { body, token });
  return (await session.call('auth.login', { body })).status;
}

async function readsForeignFile(session: Session) {
  const [other, { token }] = await two(session, 'ACTIVATED');
  const fileName = await uploadPicture(session, other.token);
  return (await session.call('files.get', { params: { fileName }, token })).status;
}

/** @returns the status, and where both are then */
async function paysForeignCode(session: Session) {
  const [other, payer] = await two(session, 'TOOK_EXAM');
  const { paymentCode } = await deposit(session, other.token);
  const body = { ...(await deposit(session, payer.token)), paymentCode };
  const { status } = await session.call('payments.makeOffline', { body, token: payer.token });
  return [status, await stateOf(session, other), await stateOf(session, payer)];
}

async function submitsForeignExam(session: Session) {
  const [other, { token }] = await two(session, 'ACTIVATED');
  const { examDto } = (await session.call('exams.create', { token: other.token })).body;
  const body = { id: examDto.id, results: '' };
  return (await session.call('exams.submit', { body, token })).status;
}

const cases: Case[] = [
  ['token-ignored', readsProfile(), 401, 200],
  ['token-ignored', statusOf('exams.create'), 401, 401],
  ['any-token-accepted', readsProfile('Bearer false'), 401, 200],
  ['any-token-accepted', readsProfile(), 401, 401],
  ['public-needs-token', statusOf('programs.list'), 200, 401],
  ['receipt-needs-token', readsReceipt, 200, 401],
  ['profile-of-others', readsForeignProfile, 403, 200],
  ['user-of-others', readsForeignUser, 403, 200],
  ['edit-profile-of-others', editsForeignProfile, [403, false], [200, true]],
  ['edit-then-refuse', editsForeignProfile, [403, false], [403, true]],
  ['password-of-others', changesForeignPassword, 401, 200],
  ['file-of-others', readsForeignFile, 403, 200],
  [
    'payment-of-others',
    paysForeignCode,
    [400, 'TOOK_EXAM', 'TOOK_EXAM'],
    [200, 'ACTIVATION_PAID', 'TOOK_EXAM'],
  ],
  ['exam-of-others', submitsForeignExam, 403, 202],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
