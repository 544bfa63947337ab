import { applicantExamples } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { activationToken, bring, register, registrationOf, takeExam } from '../testing/journey.ts';
import { type Case, compare, emailIn, precreated, statusOf } from '../testing/observe.ts';
import { biography } from '../testing/payloads.ts';
import type { Session } from '../testing/session.ts';

const { password } = applicantExamples.hana;
const email = 'new@example.com';
const known = emailIn('ACTIVATED');
const registers = (address: string) =>
  statusOf('applicants.register', { body: registrationOf(address) });
const loginOf = (address: string, typed: string) => ({ email: address, password: typed });

/** Activates a new account. @returns what creates its password with another one each time */
async function activated(session: Session) {
  const link = { token: await register(session, email) };
  const { token } = (await session.call('applicants.activate', { params: link })).body;
  return (typed: string) =>
    session.call('applicants.createPassword', {
      params: { token },
      body: { name: email, email, password: typed },
    });
}

async function createsTwice(session: Session) {
  const create = await activated(session);
  const statuses = [(await create(password)).status, (await create('Other2025')).status];
  const body = loginOf(email, 'Other2025');
  return [...statuses, (await session.call('auth.login', { body })).status];
}

async function activatesTwice(session: Session) {
  await bring(session, 'ACTIVATED', email);
  const params = { token: await activationToken(session, email) };
  return (await session.call('applicants.activate', { params })).status;
}

const cases: Case[] = [
  ['register-200', registers(email), 201, 200],
  ['login-500', statusOf('auth.login', { body: loginOf(known, 'Precreated2025') }), 200, 500],
  ['register-duplicate-400', registers(known), 409, 400],
  ['register-duplicate-201', registers(known), 409, 201],
  ['create-password-201', async (it) => (await (await activated(it))(password)).status, 200, 201],
  ['create-password-twice-200', createsTwice, [200, 406, 401], [200, 200, 200]],
  ['create-password-twice-409', createsTwice, [200, 406, 401], [200, 409, 401]],
  ['exam-create-200', statusOf('exams.create', { state: 'ACTIVATED' }), 201, 200],
  [
    'exam-submit-200',
    async (session) => {
      const { token } = await precreated(session, 'ACTIVATED');
      return (await takeExam(session, token)).status;
    },
    202,
    200,
  ],
  [
    'bio-saved-201',
    statusOf('applicants.saveBioData', { state: 'BIOGRAPHIC_APPLICANT', body: biography }),
    200,
    201,
  ],
  [
    'applied-201',
    statusOf('applicants.applyForProgram', {
      state: 'READY_TO_APPLY',
      body: { selectedBatchProgramId: 301 },
    }),
    200,
    201,
  ],
  [
    'resend-unknown-200',
    statusOf('applicants.resendEmail', { params: { email }, body: { email } }),
    404,
    200,
  ],
  ['activate-twice-200', activatesTwice, 409, 200],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
