/** Every page of the site, in the state it belongs to, and what is pressed there. */
import { type ApplicantState, applicantExamples, type OperationName } from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { createClient, unwrap } from '@one-planet/sdk';
import { texts as login } from '../../../web/src/applicant/dialogs/words.ts';
import { keepUnderway } from '../../../web/src/applicant/payment-underway.ts';
import { startAttempt } from '../../../web/src/features/exam/attempt.ts';
import { keepAttempt } from '../../../web/src/features/exam/attempt-store.ts';
import { examOf } from '../../../web/src/features/exam/exam-of.ts';
import { type RouteName, routeNames, routes } from '../../../web/src/routes.ts';
import { markJustLoggedIn } from '../../../web/src/site/just-logged-in.ts';
import { ownerOf } from '../../../web/src/site/owner.ts';
import { password, registered } from '../../../web/src/testing/accounts.ts';
import type { Network } from '../../../web/src/testing/network.ts';
import { type Content, pdf, picture } from '../../site/files.ts';
import { type Doing, press, type } from './press.ts';
import type { Given, Phase } from './recording.ts';

type State = Exclude<ApplicantState, 'NOT_ACTIVATED'>;

/** What there is before a page is opened. */
interface Arranged {
  /** The parameter of its path. */
  param?: string;
  /** What the previous page passed on. */
  left?: unknown;
}

interface Way {
  /** Who is logged in. Default: nobody. */
  state?: State;
  /** Called once, after the login. */
  arrange?: (network: Network) => Arranged | Promise<Arranged>;
  given?: Given;
  /** What is typed and ticked before the press. */
  fill?: () => void;
  press?: Doing;
  /** Each try needs another parameter: what was answered for one is remembered. */
  isOnce?: true;
  /** What is odd, where other visits try the rest. */
  only?: { phase: Phase; operations?: readonly OperationName[] };
}

export interface Visit extends Way {
  name: string;
  page: RouteName;
}

const hana = applicantExamples.hana;
const { email } = hana.register;

const fileOf = ({ name, mimeType, buffer }: Content) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType });

const apiOf = ({ backend }: Network) =>
  createClient({
    baseUrl: 'http://mock.test/api',
    fetch: (input, init) => backend.fetch(new Request(input, init)),
    session: { token: () => sessionStorage.getItem('token') ?? undefined },
  });

async function fromMock<T>({ backend }: Network, path: string): Promise<T> {
  const answer = await backend.fetch(new Request(`http://mock.test/_mock/${path}`));
  return (await answer.json()) as T;
}

/** An attempt with an answer to each question, on its last one. */
async function answered(network: Network, isRight: boolean): Promise<Arranged> {
  const exam = examOf(await unwrap(apiOf(network).exams.create()));
  if (!exam) throw new Error('That is no exam');
  const key = await fromMock<{ questionText: string; choiceText: string }[]>(
    network,
    'exam-key.json',
  );
  const right = new Map(key.map(({ questionText, choiceText }) => [questionText, choiceText]));
  const answers = exam.examQuestionDtoList.map(({ id, questionDto }) => {
    const isIt = ({ choiceText }: { choiceText: string }) =>
      (choiceText === right.get(questionDto.questionText)) === isRight;
    return [String(id), questionDto.questionChoiceDtoList.find(isIt)?.id ?? ''];
  });
  const owner = ownerOf(precreatedEmailIn('ACTIVATED'));
  keepAttempt({
    ...startAttempt(owner, exam, Date.now(), null),
    answers: Object.fromEntries(answers),
    at: answers.length - 1,
  });
  return {};
}

/** The payment's own list of accounts is empty: the college's is read. */
const withoutAccounts: Given = {
  'payments.getPending': (body) => ({ ...(body as object), bankAccountList: [] }),
};

/** What a page needs to be shown at all. */
const needs: Partial<Record<RouteName, Way>> = {
  admission: { arrange: () => ({ param: 'datascience' }) },
  activate: {
    isOnce: true,
    arrange: async (network) => ({
      param: (await registered(network, email)).split('/').at(-1) ?? '',
    }),
  },
  createPassword: {
    arrange: async (network) => {
      const token = (await registered(network, email)).split('/').at(-1) ?? '';
      const answer = apiOf(network).applicants.activate({ params: { token }, body: undefined });
      return { left: await unwrap(answer) };
    },
    fill: () => type({ password, confirmPassword: password }),
    press: press('applicants.createPassword', /^Save/),
  },
  login: {
    fill: () => type({ email: precreatedEmailIn('ACTIVATED'), password: precreatedPassword }),
    press: press('auth.login', /^Sign In$/),
  },
  register: {
    fill: () => type({ ...hana.register, email }),
    press: press('applicants.register', /^Register$/),
  },
  forgotPassword: {
    fill: () => type({ email: precreatedEmailIn('ACTIVATED') }),
    press: press('auth.forgotPassword', /^Send/),
  },
  resendEmail: {
    arrange: async (network) => {
      await registered(network, email);
      return {};
    },
    fill: () => type({ email }),
    press: press('applicants.resendEmail', /^Send/),
  },
  changePassword: {
    arrange: async (network) => {
      const known = { email: precreatedEmailIn('ACTIVATED'), password: precreatedPassword };
      const { token } = await unwrap(apiOf(network).auth.login({ body: known }));
      return { left: { shouldChangePassword: true, email: known.email, token } };
    },
    fill: () => type({ password, confirmPassword: password }),
    press: press('auth.changePassword', /^(Save|Change)/),
  },
  resetConfirmation: { arrange: () => ({ left: { email } }) },
  emailResent: { arrange: () => ({ left: { email } }) },
  receipt: {
    arrange: async (network) => {
      const { payments } = await fromMock<{ payments: { paymentCode: string }[] }>(
        network,
        'staff.json',
      );
      return { param: payments[0]?.paymentCode ?? '' };
    },
  },
  receiptSample: { arrange: () => ({ param: 'sample' }) },
  takeExam: { state: 'ACTIVATED', press: press('exams.create', /^Start DLT$/) },
  examResult: { state: 'TOOK_EXAM' },
  offlinePayment: {
    state: 'TOOK_EXAM',
    fill: () => {
      const bank = document.querySelector<HTMLSelectElement>('[name=paymentBank]');
      const paymentBank = bank?.options[1]?.value ?? '';
      type({
        paymentBank,
        txnRefNumber: hana.transactionReference,
        receiptFile: fileOf(picture('receipt.png')),
      });
    },
    press: press('payments.makeOffline', /^Submit$/),
  },
  finalizePayment: { state: 'ACTIVATION_PAID' },
  pendingPayVerification: { state: 'ACTIVATION_PAID' },
  editProfile: { state: 'READY_TO_APPLY', press: press('applicants.editProfile', /^Save/) },
  biographyData: {
    state: 'BIOGRAPHIC_APPLICANT',
    fill: () => {
      const { dateOfBirth, ...bio } = hana.bio;
      const [dateOfBirthYear = '', dateOfBirthMonth = '', dateOfBirthDay = ''] =
        dateOfBirth.split('-');
      type({
        ...bio,
        maritalStatus: bio.maritalStatus ?? '',
        dateOfBirthDay,
        dateOfBirthMonth,
        dateOfBirthYear,
      });
      type({
        profilePicture: fileOf(picture('face.png')),
        educationDocument: fileOf(pdf('diploma.pdf')),
      });
    },
    press: press('applicants.saveBioData', /^Save and Continue$/, /^Continue$/),
  },
  educationBackground: {
    state: 'BIOGRAPHIC_APPLICANT2',
    fill: () => type(hana.education),
    press: press('applicants.saveEducationData', /^Save and Continue$/, /^Continue$/),
  },
  emergencyContact: {
    state: 'BIOGRAPHIC_APPLICANT3',
    fill: () => type(hana.contact as Record<string, string>),
    press: press('applicants.saveContactData', /^Save and Continue$/, /^Continue$/),
  },
  applyProgram: {
    state: 'READY_TO_APPLY',
    fill: () => {
      const first = document.querySelector<HTMLInputElement>('[name=program]');
      type({ program: first?.value ?? '' });
    },
    press: press('applicants.applyForProgram', /^Apply$/),
  },
  applyProgramConfirmation: {
    state: 'APPLIED',
    arrange: () => ({ left: { program: 'Data Science' } }),
  },
  notFound: { arrange: () => ({ param: 'nowhere' }) },
};

/** What else is done on a page. */
const more: readonly Visit[] = [
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
      keepUnderway(precreatedEmailIn('TOOK_EXAM'), 'arifpay');
      return {};
    },
    only: { phase: 'pressed' },
    press: press('applicants.getByEmail', /^Has my payment arrived/),
  },
];

/** Every route once, in the table's order, then the rest. */
export const visits: readonly Visit[] = [
  ...routeNames.map((page) => ({ name: page, page, ...needs[page] })),
  ...more,
];

export function pathOf({ page }: Visit, param = ''): string {
  const { path } = routes[page];
  return page === 'notFound' ? `/${param}` : path.replace(/:\w+/, encodeURIComponent(param));
}
