import {
  type ApplicantState,
  allowedStates,
  applicantExamples,
  applicantStates,
  type OperationName,
  operations,
  readMessage,
  toContactData,
  toEducationData,
  transitions,
} from '@one-planet/contract';
import { expect, test } from 'vitest';
import { precreatedEmail, precreatedPassword } from './index.ts';
import { bring, logIn, move, staff, stateOf } from './testing/journey.ts';
import { biography, deposit } from './testing/payloads.ts';
import { type Session, startSession } from './testing/session.ts';

/** Creating the password needs a one-time token instead: accounts.test.ts. */
const gated = operations
  .filter(({ name, meta }) => meta.auth === 'bearer' && allowedStates(name))
  .map(({ name }) => name);
const loggedIn = applicantStates.filter((state) => state !== 'NOT_ACTIVATED');

/** A body that is right but for the state it is sent in. */
async function bodyOf(session: Session, name: OperationName, token: string): Promise<unknown> {
  const { hana } = applicantExamples;
  switch (name) {
    case 'exams.submit':
      return { id: 1, results: '' };
    case 'payments.makeOffline':
      return await deposit(session, token);
    case 'payments.payOnline':
      return { price: 500, currency: 'ETB', method: 'arifpay', intent: 'SALE', description: 'Fee' };
    case 'applicants.saveBioData':
      return await biography(session, token);
    case 'applicants.saveEducationData':
      return toEducationData(hana.education);
    case 'applicants.saveContactData':
      return toContactData(hana.contact);
    case 'applicants.applyForProgram':
      return { selectedBatchProgramId: 301 };
    default:
      return undefined;
  }
}

/** The pre-created applicant of a state, logged in. */
async function precreated(session: Session, state: ApplicantState) {
  const email = precreatedEmail(applicantStates.indexOf(state) + 2);
  const token = await logIn(session, email, precreatedPassword);
  return { email, token, password: precreatedPassword, id: 0 };
}

test.each(loggedIn)(
  '%s: what the state does not allow is refused and changes nothing',
  async (state) => {
    const session = await startSession({ applicants: 11 });
    const traveller = await precreated(session, state);
    for (const name of gated) {
      if (allowedStates(name)?.includes(state)) continue;
      const body = await bodyOf(session, name, traveller.token);
      const { status, body: answer } = await session.call(name, { body, token: traveller.token });
      expect([name, status]).toEqual([name, name === 'payments.getPending' ? 404 : 409]);
      expect(readMessage(answer)).toMatch(/\w/);
      expect(await stateOf(session, traveller)).toBe(state);
    }
  },
);

const moves = transitions.filter(
  ({ by, from }) =>
    from !== 'NOT_ACTIVATED' && from && !by.endsWith('payOnline') && by !== 'staff.reject',
);

test.each(moves)('$by moves $from to $to', async ({ from, to }) => {
  const session = await startSession();
  const traveller = await bring(session, from as Exclude<ApplicantState, 'NOT_ACTIVATED'>);
  const { status } = await move(session, traveller, from as ApplicantState);
  expect(status).toBeLessThan(300);
  expect(await stateOf(session, traveller)).toBe(to);
});

test.each(['verify', 'reject', 'admit'])('staff can %s in one state only', async (decision) => {
  const session = await startSession({ applicants: 11 });
  const needs = decision === 'admit' ? 'APPLIED' : 'ACTIVATION_PAID';
  for (const state of loggedIn) {
    const traveller = await precreated(session, state);
    const { status } = await staff(session, decision, traveller.email);
    expect([state, status]).toEqual([state, state === needs ? 200 : 409]);
  }
});

test('a rejected payment is due again, under the same code', async () => {
  const session = await startSession();
  const traveller = await bring(session, 'TOOK_EXAM');
  const { token } = traveller;
  const { paymentCode } = await deposit(session, token);
  await move(session, traveller, 'TOOK_EXAM');
  await staff(session, 'reject', traveller.email);
  expect(await stateOf(session, traveller)).toBe('TOOK_EXAM');
  expect(await deposit(session, token)).toMatchObject({ paymentCode });
  const receipt = await session.call('payments.getReceipt', { params: { paymentCode } });
  expect(receipt.status).toBe(404);
  expect((await move(session, traveller, 'TOOK_EXAM')).status).toBe(200);
});
