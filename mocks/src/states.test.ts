import {
  type ApplicantState,
  allowedStates,
  applicantStates,
  type LifecycleOperation,
  moves,
  operations,
  readMessage,
} from '@one-planet/contract';
import { expect, test } from 'vitest';
import { oneInEachState, precreatedEmailIn, precreatedPassword } from './index.ts';
import { bring, logIn, move, staff, stateOf } from './testing/journey.ts';
import { bodyOf, deposit } from './testing/payloads.ts';
import { type Session, startSession } from './testing/session.ts';

/** Creating the password needs a one-time token instead: accounts.test.ts. */
const gated = operations
  .filter(({ name, meta }) => meta.auth === 'bearer' && allowedStates(name))
  .map(({ name }) => name as LifecycleOperation);
const loggedIn = applicantStates.filter((state) => state !== 'NOT_ACTIVATED');

/** The pre-created applicant of a state, logged in. */
async function precreated(session: Session, state: ApplicantState) {
  const email = precreatedEmailIn(state);
  const token = await logIn(session, email, precreatedPassword);
  return { email, token, password: precreatedPassword, id: 0 };
}

test.each(loggedIn)(
  '%s: what the state does not allow is refused and changes nothing',
  async (state) => {
    const session = await startSession({ applicants: oneInEachState });
    const applicant = await precreated(session, state);
    for (const name of gated) {
      if (allowedStates(name)?.includes(state)) continue;
      const body = await bodyOf(session, name, applicant.token);
      const { status, body: answer } = await session.call(name, { body, token: applicant.token });
      expect([name, status]).toEqual([name, name === 'payments.getPending' ? 404 : 409]);
      expect(readMessage(answer)).toMatch(/\w/);
      expect(await stateOf(session, applicant)).toBe(state);
    }
  },
);

const decisions = moves.filter(({ by }) => by.startsWith('staff.'));

test.each(decisions)('$by is possible in $from only', async ({ by, from: needs }) => {
  const decision = by.slice('staff.'.length);
  const session = await startSession({ applicants: oneInEachState });
  for (const state of loggedIn) {
    const applicant = await precreated(session, state);
    const { status } = await staff(session, decision, applicant.email);
    expect([state, status]).toEqual([state, state === needs ? 200 : 409]);
  }
});

test('a rejected payment is due again, under the same code', async () => {
  const session = await startSession();
  const applicant = await bring(session, 'TOOK_EXAM');
  const { token } = applicant;
  const { paymentCode } = await deposit(session, token);
  await move(session, applicant, 'TOOK_EXAM');
  await staff(session, 'reject', applicant.email);
  expect(await stateOf(session, applicant)).toBe('TOOK_EXAM');
  expect(await deposit(session, token)).toMatchObject({ paymentCode });
  const receipt = await session.call('payments.getReceipt', { params: { paymentCode } });
  expect(receipt.status).toBe(404);
  expect((await move(session, applicant, 'TOOK_EXAM')).status).toBe(200);
});
