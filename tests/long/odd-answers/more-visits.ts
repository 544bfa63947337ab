import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { texts as login } from '../../../web/src/applicant/dialogs/words.ts';
import { keepSentPayment } from '../../../web/src/applicant/sent-payment.ts';
import { markJustLoggedIn } from '../../../web/src/site/just-logged-in.ts';
import { answered } from './answered-exam.ts';
import { press, type } from './press.ts';
import type { Given } from './recording.ts';
import type { Visit } from './visit.ts';

/** The payment's own list of accounts is empty: the college's is read. */
const withoutAccounts: Given = {
  'payments.getPending': (body) => ({ ...(body as object), bankAccountList: [] }),
};

/** What else is done on a page. */
export const more: readonly Visit[] = [
  {
    name: 'home, logged in',
    page: 'home',
    state: 'BIOGRAPHIC_APPLICANT',
    only: { phase: 'opened', operations: ['applicants.getByEmail'] },
  },
  {
    name: 'the Admissions menu',
    page: 'terms',
    state: 'BIOGRAPHIC_APPLICANT',
    press: press('programs.list', /^Admissions$/),
  },
  {
    name: 'Proceed with Application',
    page: 'terms',
    state: 'TOOK_EXAM',
    press: press('payments.getPending', /^Proceed with Application$/),
  },
  {
    name: 'Dear Applicant',
    page: 'terms',
    state: 'APPLIED',
    arrange: () => {
      markJustLoggedIn();
      return {};
    },
  },
  {
    name: 'logging in again in place',
    page: 'terms',
    state: 'APPLIED',
    arrange: () => {
      const session = JSON.parse(sessionStorage.getItem('user-data') ?? '{}') as object;
      const endsAt = Date.now() + 4 * 60_000;
      sessionStorage.setItem('user-data', JSON.stringify({ ...session, endsAt }));
      return {};
    },
    fill: () => type({ password: precreatedPassword }),
    press: press('auth.login', new RegExp(`^${login.again.submit}$`)),
  },
  {
    name: 'submitting a passed exam',
    page: 'takeExam',
    state: 'ACTIVATED',
    arrange: (network) => answered(network, true),
    press: press('exams.submit', /^Finalize Test$/),
  },
  {
    name: 'submitting a failed exam',
    page: 'takeExam',
    state: 'ACTIVATED',
    arrange: (network) => answered(network, false),
    only: { phase: 'pressed' },
    press: press('exams.submit', /^Finalize Test$/),
  },
  {
    name: 'the bank accounts of the result',
    page: 'examResult',
    state: 'TOOK_EXAM',
    given: withoutAccounts,
    only: { phase: 'pressed' },
    press: press('bankAccounts.list', /^BANK$/),
  },
  {
    name: 'the bank accounts of the payment',
    page: 'offlinePayment',
    state: 'TOOK_EXAM',
    only: { phase: 'opened', operations: ['bankAccounts.list'] },
    given: withoutAccounts,
  },
  {
    name: 'paying online',
    page: 'offlinePayment',
    state: 'TOOK_EXAM',
    only: { phase: 'pressed' },
    press: press('payments.payOnline', /^Arifpay$/),
  },
  {
    name: 'back from a provider',
    page: 'offlinePayment',
    state: 'TOOK_EXAM',
    arrange: () => {
      keepSentPayment(precreatedEmailIn('TOOK_EXAM'), 'arifpay');
      return {};
    },
    only: { phase: 'pressed' },
    press: press('applicants.getByEmail', /^Has my payment arrived/),
  },
];
