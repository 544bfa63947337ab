import { applicantExamples, readMessage, toEducationData } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { registrationOf } from '../testing/journey.ts';
import { bodyOf, type Case, compare, emailIn, send, statusOf } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

const email = 'nobody@example.com';
const known = emailIn('ACTIVATED');
const education = toEducationData(applicantExamples.hana.education);
const { highSchoolAddress: _missing, ...incomplete } = education;
const wrongLogin = { email: known, password: 'Wrong2025' };
const badName = { ...registrationOf(email), firstName: 'R2D2' };

const profile = '/api/applicants/private/get_by_email/nobody%40example.com';
const reads = (token: string) => async (session: Session) =>
  (await session.raw(profile, { headers: token ? { authorization: `Bearer ${token}` } : {} }))
    .status;

async function sendsMalformed({ raw }: Session) {
  const headers = { 'content-type': 'application/json' };
  return (await raw('/api/auth/public/login', { method: 'POST', headers, body: '{"email":' }))
    .status;
}

/** What registration, login and a save say when they refuse. */
async function refusals(session: Session) {
  const came = [
    await session.call('applicants.register', { body: badName }),
    await session.call('auth.login', { body: wrongLogin }),
    await send(session, 'applicants.saveEducationData', { state: 'ACTIVATED', body: education }),
  ];
  return came.map(({ status, body }) => [status, /\w/.test(readMessage(body))]);
}
const spoken = [
  [400, true],
  [401, true],
  [409, true],
];
const silent = spoken.map(([status]) => [status, false]);

const cases: Case[] = [
  ['forgot-unknown-200', statusOf('auth.forgotPassword', { body: { email } }), 400, 200],
  ['forgot-unknown-404', statusOf('auth.forgotPassword', { body: { email } }), 400, 404],
  ['login-wrong-password-400', statusOf('auth.login', { body: wrongLogin }), 401, 400],
  ['login-unknown-500', statusOf('auth.login', { body: { email, password: 'x' } }), 404, 500],
  ['activate-unknown-500', statusOf('applicants.activate', { params: { token: 'x' } }), 404, 500],
  ['unknown-id-500', statusOf('programs.courses', { params: { programId: 99 } }), 404, 500],
  ['unauthenticated-403', reads(''), 401, 403],
  ['unauthenticated-403', reads('false'), 401, 401],
  ['false-token-500', reads('false'), 401, 500],
  ['false-token-500', reads(''), 401, 401],
  [
    'missing-field-500',
    statusOf('applicants.saveEducationData', { state: 'BIOGRAPHIC_APPLICANT2', body: incomplete }),
    400,
    500,
  ],
  [
    'wrong-type-500',
    statusOf('applicants.applyForProgram', {
      state: 'READY_TO_APPLY',
      body: { selectedBatchProgramId: 'first' },
    }),
    400,
    500,
  ],
  ['malformed-json-500', sendsMalformed, 400, 500],
  [
    'errors-as-200',
    statusOf('applicants.saveEducationData', { state: 'BIOGRAPHIC_APPLICANT2', body: incomplete }),
    400,
    200,
  ],
  ['login-error-200', statusOf('auth.login', { body: wrongLogin }), 401, 200],
  ['refusal-empty', refusals, spoken, silent],
  ['refusal-html', refusals, spoken, silent],
  [
    'stack-trace',
    bodyOf('applicants.register', { body: badName }, (body) => String(Object(body).trace ?? '')),
    '',
    expect.stringContaining('ApplicantController.java'),
  ],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
