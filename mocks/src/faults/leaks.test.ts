import { expect, test } from 'vitest';
import { mailsTo, registrationOf } from '../testing/journey.ts';
import { bodyOf, type Case, compare, emailIn, precreated, send } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

const email = emailIn('ACTIVATED');
const login = { body: { email, password: 'Precreated2025' } };
const payer = emailIn('ACTIVATION_PAID');
const newcomer = 'new@example.com';

/** Reads a receipt with the token of somebody else. */
async function readsForeignReceipt(session: Session) {
  const { payments } = (
    await session.raw<{ payments: { email: string; paymentCode: string }[] }>('/_mock/staff.json')
  ).body;
  const paymentCode = payments.find((it) => it.email === payer)?.paymentCode ?? '';
  const { token } = await precreated(session, 'ACTIVATED');
  const read = await session.call('payments.getReceipt', { params: { paymentCode }, token });
  return [read.status, JSON.stringify(read.body).includes(payer)];
}

async function readsForeignProfile(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  const read = await session.call('applicants.getByEmail', { params: { email }, token });
  return [read.status, JSON.stringify(read.body).includes('+2519')];
}

async function profileFields(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const read = await session.call('applicants.getByEmail', { params: { email }, token });
  return 'password' in read.body;
}

async function registersAndTells(session: Session) {
  const { body } = await session.call('applicants.register', { body: registrationOf(newcomer) });
  const [mail] = await mailsTo(session, newcomer);
  return JSON.stringify(body).includes(mail?.link?.split('/').at(-1) ?? '-');
}

async function forgetsAndTells(session: Session) {
  const { body } = await session.call('auth.forgotPassword', { body: { email } });
  const [mail] = await mailsTo(session, email);
  return JSON.stringify(body).includes(mail?.temporaryPassword ?? '-');
}

/** How many parts of a new exam have that field. */
const examTells = (field: string) => async (session: Session) => {
  const { body } = await send(session, 'exams.create', { state: 'ACTIVATED' });
  return JSON.stringify(body).split(`"${field}":`).length > 1;
};

const cases: Case[] = [
  ['receipt-leak', readsForeignReceipt, [403, false], [200, true]],
  [
    'receipt-of-somebody',
    async (session) =>
      (await session.call('payments.getReceipt', { params: { paymentCode: 'OPC-NONE' } })).status,
    404,
    200,
  ],
  ['refusal-leaks-person', readsForeignProfile, [403, false], [403, true]],
  [
    'password-in-login',
    bodyOf('auth.login', login, (body) => JSON.stringify(body).includes('Precreated2025')),
    false,
    true,
  ],
  ['password-hash-in-profile', profileFields, false, true],
  ['right-answers-in-exam', examTells('isCorrect'), false, true],
  ['answer-in-exam-question', examTells('correctChoiceId'), false, true],
  ['activation-token-in-register', registersAndTells, false, true],
  ['temporary-password-in-answer', forgetsAndTells, false, true],
  [
    'list-leaks-applicants',
    bodyOf('programs.list', {}, (list) => JSON.stringify(list).includes('@example.com')),
    false,
    true,
  ],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
