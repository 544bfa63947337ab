/** Every page of the site, in the state it belongs to, and what is pressed there. */
import { type ApplicantState, applicantExamples, type OperationName } from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { createClient, unwrap } from '@one-planet/sdk';
import { getConfig } from '@testing-library/react';
import { examOf, keepAttempt, startAttempt } from '../../../web/src/features/exam/attempt.ts';
import { keepDraft, ownDraft } from '../../../web/src/offline/drafts.ts';
import { keepSentPayment } from '../../../web/src/offline/sent-payment.ts';
import { type RouteName, routeNames, routes } from '../../../web/src/site/routes.ts';
import { ownerOf } from '../../../web/src/site/stored-session.ts';
import { password, registered } from '../../../web/src/testing/accounts.ts';
import type { Network } from '../../../web/src/testing/network.ts';
import { dialogTexts as login } from '../../../web/src/texts/applicant-words.ts';
import { type Content, pdf, picture } from '../../support/files.ts';

/** The page is opened, and then perhaps something is pressed on it. */
export type Phase = 'opened' | 'pressed';

/** A page that is recorded, or played again. */
export interface Tape {
  network: Network;
  /** The operations called so far, in order. */
  asked: OperationName[];
  /** The operation whose answer is odd: nothing need follow it. */
  odd: OperationName | undefined;
  /** The second phase begins. */
  turn: () => void;
}

/** Changes to what the backend answers, before anything is odd. */
export type Given = Partial<Record<OperationName, (body: unknown) => unknown>>;

const hana = applicantExamples.hana;
const { email } = hana.register;

const fileOf = ({ name, mimeType, buffer }: Content) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType });

/** The way to show each page at all. */
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

/** The payment's own list of accounts is empty: the college's is read. */
const withoutAccounts: Given = {
  'payments.getPending': (body) => ({ ...(body as object), bankAccountList: [] }),
};

/** More to do on pages. */
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
      sessionStorage.setItem('just-logged-in', 'true');
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
    arrange: () => {
      const draft = ownDraft('payment-method', precreatedEmailIn('TOOK_EXAM'));
      keepDraft(draft, { method: 'online' });
      return {};
    },
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

// A visit to a page of the site: what there is before, and what is done there.

type State = Exclude<ApplicantState, 'NOT_ACTIVATED'>;

interface Arranged {
  /** The parameter of its path. */
  param?: string;
  /** The history state that the previous page passed on. */
  left?: unknown;
}

interface Way {
  /** Who is logged in. Default: nobody. */
  state?: State;
  /** Called once, after the login. */
  arrange?: (network: Network) => Arranged | Promise<Arranged>;
  given?: Given;
  /** Types and ticks before the press. */
  fill?: () => void;
  press?: Doing;
  /** Each try needs another parameter: what was answered for one is remembered. */
  isOnce?: true;
  /** Only this is odd, where other visits try the rest. */
  only?: { phase: Phase; operations?: readonly OperationName[] };
}

export interface Visit extends Way {
  name: string;
  page: RouteName;
}

export function pathOf({ page }: Visit, param = ''): string {
  const { path } = routes[page];
  return page === 'notFound' ? `/${param}` : path.replace(/:\w+/, encodeURIComponent(param));
}

// Pressing and typing, straight on native elements: thousands of times, and on no real screen.

type Doing = (tape: Tape) => Promise<void>;

/** @returns a button or a link that can be seen, of an open dialog before those of the page */
function find(name: RegExp): HTMLElement | undefined {
  const inDialog = document.querySelectorAll<HTMLElement>('dialog[open] :is(button, a)');
  const onPage = document.querySelectorAll<HTMLElement>(':is(main, header) :is(button, a)');
  return [...inDialog, ...onPage].find(
    (one) =>
      name.test((one.getAttribute('aria-label') ?? one.textContent ?? '').trim()) &&
      !one.closest('[hidden]') &&
      one.getAttribute('aria-disabled') !== 'true',
  );
}

/** Presses what has one of these names, whichever is there first, until an operation is sent. */
function press(operation: OperationName, ...names: RegExp[]): Doing {
  return async ({ network, asked, odd = operation }) => {
    const before = asked.length;
    for (let times = 0; times < 30; times += 1) {
      const button = names.map(find).find((one) => one !== undefined);
      button?.click();
      // Its data may be loaded first.
      await settled(network, button ? 4 : 20);
      if (asked.slice(before).some((one) => one === operation || one === odd)) return;
    }
    throw new Error(
      `${operation} was never sent from ${location.pathname}: ${document.querySelector('dialog[open], [role=alert]')?.textContent}`,
    );
  };
}

/** Types into a field, ticks a box or chooses one of several, by the field's name. */
function type(values: Readonly<Record<string, string | boolean | File>>): void {
  for (const [name, value] of Object.entries(values)) {
    const found = document.querySelectorAll<HTMLInputElement>(`:is(input, select)[name="${name}"]`);
    const [first] = found;
    if (!first) throw new Error(`There is no field ${name} on ${location.pathname}`);
    if (value instanceof File) {
      Object.defineProperty(first, 'files', { configurable: true, value: [value] });
    } else if (typeof value === 'boolean') first.checked = value;
    else if (first.type === 'radio') {
      for (const one of found) if (one.value === value) one.checked = true;
    } else first.value = value;
    first.dispatchEvent(new Event('input', { bubbles: true }));
  }
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

/** The API, asked as whoever is logged in on the page. */
const apiOf = ({ backend }: Network) =>
  createClient({
    baseUrl: 'http://mock.test/api',
    fetch: (input, init) => backend.fetch(new Request(input, init)),
    session: { token: () => sessionStorage.getItem('token') ?? undefined },
  });

/** Reads one of the mock's own pages. @param path below `/_mock/` */
async function fromMock<T>({ backend }: Network, path: string): Promise<T> {
  const answer = await backend.fetch(new Request(`http://mock.test/_mock/${path}`));
  return (await answer.json()) as T;
}

/** Every route once, in the table's order, then the rest. */
export const visits: readonly Visit[] = [
  ...routeNames.map((page) => ({ name: page, page, ...needs[page] })),
  ...more,
];

let changes = 0;
new MutationObserver(() => {
  changes += 1;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** In milliseconds. */
const turn = 1;

/**
 * Waits until nothing is under way: every request is answered, and the page has not changed for some turns.
 * @param turns how many in a row
 */
export async function settled(network: Network, turns = 4): Promise<void> {
  await getConfig().asyncWrapper(async () => {
    for (let quiet = 0; quiet < turns; ) {
      const before = changes;
      const { length } = network.sent;
      await new Promise((resolve) => setTimeout(resolve, turn));
      const isQuiet =
        network.underway === 0 && changes === before && network.sent.length === length;
      quiet = isQuiet ? quiet + 1 : 0;
    }
  });
}
