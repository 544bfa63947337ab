import { applicantExamples, lifecycle, toContactData, toEducationData } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { type Case, compare, precreated, tries } from '../testing/observe.ts';
import { biography, deposit } from '../testing/payloads.ts';
import type { Session } from '../testing/session.ts';

const { hana } = applicantExamples;
const online = {
  price: 500,
  currency: 'ETB',
  method: 'arifpay',
  intent: 'SALE',
  description: 'Fee',
};
const education = toEducationData(hana.education);
const contact = toContactData(hana.contact);
const application = { selectedBatchProgramId: 301 };

/** A deposit whose code is not that of a pending payment any more: the staff page still tells it. */
async function paidAgain(session: Session, token: string) {
  const { body } = await session.raw<{ payments: { paymentCode: string }[] }>('/_mock/staff.json');
  return { ...(await deposit(session, token)), paymentCode: body.payments[0]?.paymentCode };
}

async function editsWithGap(session: Session) {
  const { token, email, id } = await precreated(session, 'ACTIVATED');
  const body = { firstName: 'Changed', middleName: '', lastName: 'C', phone: '0911000000', email };
  const sent = { params: { applicantId: id }, body, token };
  const { status } = await session.call('applicants.editProfile', sent);
  const read = await session.call('applicants.getByEmail', { params: { email }, token });
  return [status, read.body.firstName === 'Changed'];
}

const { to: afterContact } = lifecycle['applicants.saveContactData'];

const cases: Case[] = [
  [
    'double-payment',
    tries('ACTIVATION_PAID', 'payments.makeOffline', paidAgain),
    [409, 'ACTIVATION_PAID'],
    [200, 'ACTIVATION_PAID'],
  ],
  ['exam-after-pass', tries('TOOK_EXAM', 'exams.create'), [409, 'TOOK_EXAM'], [201, 'TOOK_EXAM']],
  ['exam-any-state', tries('APPLIED', 'exams.create'), [409, 'APPLIED'], [201, 'APPLIED']],
  [
    'bio-any-state',
    tries('ACTIVATED', 'applicants.saveBioData', biography),
    [409, 'ACTIVATED'],
    [200, 'BIOGRAPHIC_APPLICANT2'],
  ],
  [
    'education-any-state',
    tries('ACTIVATED', 'applicants.saveEducationData', education),
    [409, 'ACTIVATED'],
    [200, 'BIOGRAPHIC_APPLICANT3'],
  ],
  [
    'contact-any-state',
    tries('ACTIVATED', 'applicants.saveContactData', contact),
    [409, 'ACTIVATED'],
    [200, afterContact],
  ],
  [
    'apply-any-state',
    tries('ACTIVATED', 'applicants.applyForProgram', application),
    [409, 'ACTIVATED'],
    [200, 'APPLIED'],
  ],
  [
    'pay-any-state',
    tries('ACTIVATION_PAID', 'payments.makeOffline', paidAgain),
    [409, 'ACTIVATION_PAID'],
    [200, 'ACTIVATION_PAID'],
  ],
  [
    'pay-online-any-state',
    tries('READY_TO_APPLY', 'payments.payOnline', online),
    [409, 'READY_TO_APPLY'],
    [200, 'READY_TO_APPLY'],
  ],
  [
    'apply-twice',
    tries('APPLIED', 'applicants.applyForProgram', application),
    [409, 'APPLIED'],
    [200, 'APPLIED'],
  ],
  [
    'refused-but-moved',
    tries('ACTIVATED', 'applicants.saveContactData', contact),
    [409, 'ACTIVATED'],
    [409, afterContact],
  ],
  [
    'refused-but-moved',
    tries('BIOGRAPHIC_APPLICANT3', 'applicants.saveContactData', contact),
    [200, afterContact],
    [200, afterContact],
  ],
  ['refused-but-changed', editsWithGap, [400, false], [400, true]],
  [
    'pending-before-exam',
    tries('ACTIVATED', 'payments.getPending'),
    [404, 'ACTIVATED'],
    [200, 'ACTIVATED'],
  ],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
