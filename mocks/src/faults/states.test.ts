import type { ApplicantState } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { move, stateOf, takeExam } from '../testing/journey.ts';
import { type Case, compare, precreated, tries } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

const online = {
  price: 500,
  currency: 'ETB',
  method: 'arifpay',
  intent: 'SALE',
  description: 'Fee',
};

/** Goes the next step. @returns where that leads */
const goes = (from: ApplicantState) => async (session: Session) => {
  const applicant = await precreated(session, from);
  const { status } = await move(session, applicant, from);
  return [status < 300, await stateOf(session, applicant)];
};

const examines = (pass: boolean) => async (session: Session) => {
  const applicant = await precreated(session, 'ACTIVATED');
  const { body } = await takeExam(session, applicant.token, pass);
  return [body.resultDesc, await stateOf(session, applicant)];
};

async function retakes(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  return [(await takeExam(session, token, false)).status, (await takeExam(session, token)).status];
}

const cases: Case[] = [
  [
    'state-stuck',
    goes('BIOGRAPHIC_APPLICANT'),
    [true, 'BIOGRAPHIC_APPLICANT2'],
    [true, 'BIOGRAPHIC_APPLICANT'],
  ],
  [
    'state-skips',
    goes('BIOGRAPHIC_APPLICANT2'),
    [true, 'BIOGRAPHIC_APPLICANT3'],
    [true, 'READY_TO_APPLY'],
  ],
  [
    'state-early',
    tries('TOOK_EXAM', 'payments.payOnline', online),
    [200, 'TOOK_EXAM'],
    [200, 'ACTIVATION_PAID'],
  ],
  [
    'payment-skips-verification',
    goes('TOOK_EXAM'),
    [true, 'ACTIVATION_PAID'],
    [true, 'BIOGRAPHIC_APPLICANT'],
  ],
  ['failed-exam-passes-state', examines(false), ['Fail', 'ACTIVATED'], ['Fail', 'TOOK_EXAM']],
  ['pass-without-state', examines(true), ['Pass', 'TOOK_EXAM'], ['Pass', 'ACTIVATED']],
  ['exam-create-moves', tries('ACTIVATED', 'exams.create'), [201, 'ACTIVATED'], [201, 'TOOK_EXAM']],
  ['exam-create-moves', examines(true), ['Pass', 'TOOK_EXAM'], ['Pass', 'TOOK_EXAM']],
  ['exam-create-moves', retakes, [202, 202], [202, 202]],
  ['unknown-status', goes('BIOGRAPHIC_APPLICANT3'), [true, 'READY_TO_APPLY'], [true, 'READY']],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
