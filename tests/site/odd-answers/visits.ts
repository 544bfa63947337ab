/** Every page of the site, in the state it belongs to, and what is pressed there. */
import { type ApplicantState, applicantExamples, type OperationName } from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { createClient, unwrap } from '@one-planet/sdk';
import { getConfig } from '@testing-library/react';
import { keepAttempt, readExam, startAttempt } from '../../../web/src/features/exam/attempt.ts';
import { draftNameOf, keepDraft } from '../../../web/src/offline/drafts.ts';
import { keepSentPayment } from '../../../web/src/offline/sent-payment.ts';
import { type RouteName, routeNames, routes } from '../../../web/src/site/routes.ts';
import { ownerOf } from '../../../web/src/site/stored-session.ts';
import { password, register } from '../../../web/src/testing/accounts.ts';
import type { Network } from '../../../web/src/testing/network.ts';
import { dialogTexts as login } from '../../../web/src/texts/applicant-words.ts';
import { type UploadFile, pdf, picture } from '../../support/files.ts';

/** The page is opened, and then perhaps something is pressed on it. */
export type Phase = 'opened' | 'pressed';

const hana = applicantExamples.hana;
const { email } = hana.register;

const fileOf = ({ name, mimeType, buffer }: UploadFile) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType });

/** The way to show each page at all. */
const needs: Partial<Record<RouteName, Way>> = {
  admission: { arrange: () => ({ param: 'datascience' }) },
  activate: {
    arrange: async (network) => ({
      param: (await register(network, email)).split('/').at(-1) ?? '',
    }),
  },
  createPassword: {
    arrange: async (network) => {
      const token = (await register(network, email)).split('/').at(-1) ?? '';
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
      await register(network, email);
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

/** More to do on pages. */
const more: readonly Visit[] = [
  {
    name: 'home, logged in',
    page: 'home',
    state: 'BIOGRAPHIC_APPLICANT',
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
    name: 'submitting the exam',
    page: 'takeExam',
    state: 'ACTIVATED',
    arrange: (network) => answered(network),
    press: press('exams.submit', /^Finalize Test$/),
  },
  {
    name: 'paying online',
    page: 'offlinePayment',
    state: 'TOOK_EXAM',
    arrange: () => {
      const draft = draftNameOf('payment-method', precreatedEmailIn('TOOK_EXAM'));
      keepDraft(draft, { method: 'online' });
      return {};
    },
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
  /** Types and ticks before the press. */
  fill?: () => void;
  press?: Doing;
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

/** @param odd the operation whose answer is odd: nothing need follow it */
type Doing = (
  network: Network,
  asked: readonly OperationName[],
  odd?: OperationName,
) => Promise<void>;

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
  return async (network, asked, odd = operation) => {
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

/** An attempt with the right answer to each question, on its last one. */
async function answered(network: Network): Promise<Arranged> {
  const exam = readExam(await unwrap(apiOf(network).exams.create()));
  if (!exam) throw new Error('That is no exam');
  const key = await fromMock<{ questionText: string; choiceText: string }[]>(
    network,
    'exam-key.json',
  );
  const right = new Map(key.map(({ questionText, choiceText }) => [questionText, choiceText]));
  const answers = exam.examQuestionDtoList.map(({ id, questionDto }) => {
    const choice = questionDto.questionChoiceDtoList.find(
      ({ choiceText }) => choiceText === right.get(questionDto.questionText),
    );
    return [String(id), choice?.id ?? ''];
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

/** Every route once, in the table's order, then the rest; the sample of a receipt asks nothing and leads nowhere. */
export const visits: readonly Visit[] = [
  ...routeNames
    .filter((page) => page !== 'receiptSample')
    .map((page) => ({ name: page, page, ...needs[page] })),
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
        network.pendingCount === 0 && changes === before && network.sent.length === length;
      quiet = isQuiet ? quiet + 1 : 0;
    }
  });
}
