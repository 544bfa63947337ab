/** Every page of the site, with the state that shows it and the button that is pressed on it. */
import { type ApplicantState, applicantExamples, type OperationName } from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { createClient, unwrap } from '@one-planet/sdk';
import { getConfig, screen } from '@testing-library/react';
import { keepAttempt, readExam, startAttempt } from '../../../web/src/features/exam/attempt.ts';
import { draftNameOf, keepDraft } from '../../../web/src/offline/drafts.ts';
import { keepSentPayment } from '../../../web/src/offline/sent-payment.ts';
import { ownerHashOf } from '../../../web/src/site/owner.ts';
import { type RouteName, routeNames, routes } from '../../../web/src/site/routes.ts';
import { password, register } from '../../../web/src/testing/accounts.ts';
import type { Network } from '../../../web/src/testing/network.ts';
import { createSiteWithoutPage } from '../../../web/src/testing/render-site.tsx';
import { dialogTexts as loginTexts } from '../../../web/src/texts/applicant-words.ts';
import { makePdfFile, makePictureFile, type UploadFile } from '../../support/upload-files.ts';

/** A visit opens the page, and then may press something. */
export type Phase = 'opened' | 'pressed';

const hana = applicantExamples.hana;
const { email } = hana.register;

const fileOf = ({ name, mimeType, buffer }: UploadFile) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType });

/** What each page needs before it can be shown, and what is pressed on it; `{}` for a page that sends nothing then. */
const pageSetups: Record<RouteName, VisitSetup> = {
  home: {},
  about: {},
  contact: {},
  degreePrograms: {},
  shortPrograms: {},
  disclaimer: {},
  registered: {},
  passwordCreated: {},
  passwordChanged: {},
  terms: {},
  privacy: {},
  accessibility: {},
  receiptSample: {},
  admission: { arrange: () => ({ pathParam: 'datascience' }) },
  activate: {
    arrange: async (network) => ({
      pathParam: (await register(network, email)).split('/').at(-1) ?? '',
    }),
  },
  createPassword: {
    arrange: async (network) => {
      const token = (await register(network, email)).split('/').at(-1) ?? '';
      const activation = clientOf(network).applicants.activate({
        params: { token },
        body: undefined,
      });
      return { historyState: await unwrap(activation) };
    },
    fill: () => fillFields({ password, confirmPassword: password }),
    pressControl: pressUntilSent('applicants.createPassword', /^Save/),
  },
  login: {
    fill: () => fillFields({ email: precreatedEmailIn('ACTIVATED'), password: precreatedPassword }),
    pressControl: pressUntilSent('auth.login', /^Sign In$/),
  },
  register: {
    fill: () => fillFields({ ...hana.register, email }),
    pressControl: pressUntilSent('applicants.register', /^Register$/),
  },
  forgotPassword: {
    fill: () => fillFields({ email: precreatedEmailIn('ACTIVATED') }),
    pressControl: pressUntilSent('auth.forgotPassword', /^Send/),
  },
  resendEmail: {
    arrange: async (network) => {
      await register(network, email);
      return {};
    },
    fill: () => fillFields({ email }),
    pressControl: pressUntilSent('applicants.resendEmail', /^Send/),
  },
  changePassword: {
    arrange: async (network) => {
      const credentials = { email: precreatedEmailIn('ACTIVATED'), password: precreatedPassword };
      const { token } = await unwrap(clientOf(network).auth.login({ body: credentials }));
      return { historyState: { shouldChangePassword: true, email: credentials.email, token } };
    },
    fill: () => fillFields({ password, confirmPassword: password }),
    pressControl: pressUntilSent('auth.changePassword', /^(Save|Change)/),
  },
  resetConfirmation: { arrange: () => ({ historyState: { email } }) },
  emailResent: { arrange: () => ({ historyState: { email } }) },
  receipt: {
    arrange: async (network) => {
      const { payments } = await fetchFromMock<{ payments: { paymentCode: string }[] }>(
        network,
        'staff.json',
      );
      return { pathParam: payments[0]?.paymentCode ?? '' };
    },
  },
  takeExam: { state: 'ACTIVATED', pressControl: pressUntilSent('exams.create', /^Start DLT$/) },
  examResult: { state: 'TOOK_EXAM' },
  offlinePayment: {
    state: 'TOOK_EXAM',
    fill: () => {
      const bankField = document.querySelector<HTMLSelectElement>('[name=paymentBank]');
      const paymentBank = bankField?.options[1]?.value ?? '';
      fillFields({
        paymentBank,
        txnRefNumber: hana.transactionReference,
        receiptFile: fileOf(makePictureFile('receipt.png')),
      });
    },
    pressControl: pressUntilSent('payments.makeOffline', /^Submit$/),
  },
  finalizePayment: { state: 'ACTIVATION_PAID' },
  pendingPayVerification: { state: 'ACTIVATION_PAID' },
  editProfile: {
    state: 'READY_TO_APPLY',
    pressControl: pressUntilSent('applicants.editProfile', /^Save/),
  },
  biographyData: {
    state: 'BIOGRAPHIC_APPLICANT',
    fill: () => {
      const { dateOfBirth, ...bio } = hana.bio;
      const [dateOfBirthYear = '', dateOfBirthMonth = '', dateOfBirthDay = ''] =
        dateOfBirth.split('-');
      fillFields({
        ...bio,
        maritalStatus: bio.maritalStatus ?? '',
        dateOfBirthDay,
        dateOfBirthMonth,
        dateOfBirthYear,
      });
      fillFields({
        profilePicture: fileOf(makePictureFile('face.png')),
        educationDocument: fileOf(makePdfFile('diploma.pdf')),
      });
    },
    pressControl: pressUntilSent('applicants.saveBioData', /^Save and Continue$/, /^Continue$/),
  },
  educationBackground: {
    state: 'BIOGRAPHIC_APPLICANT2',
    fill: () => fillFields(hana.education),
    pressControl: pressUntilSent(
      'applicants.saveEducationData',
      /^Save and Continue$/,
      /^Continue$/,
    ),
  },
  emergencyContact: {
    state: 'BIOGRAPHIC_APPLICANT3',
    fill: () => fillFields(hana.contact as Record<string, string>),
    pressControl: pressUntilSent('applicants.saveContactData', /^Save and Continue$/, /^Continue$/),
  },
  applyProgram: {
    state: 'READY_TO_APPLY',
    fill: () => {
      const firstProgram = document.querySelector<HTMLInputElement>('[name=program]');
      fillFields({ program: firstProgram?.value ?? '' });
    },
    pressControl: pressUntilSent('applicants.applyForProgram', /^Apply$/),
  },
  applyProgramConfirmation: {
    state: 'APPLIED',
    arrange: () => ({ historyState: { program: 'Data Science' } }),
  },
  notFound: { arrange: () => ({ pathParam: 'nowhere' }) },
};

/** Further visits to some pages. */
const extraVisits: readonly Visit[] = [
  {
    name: 'home, logged in',
    page: 'home',
    state: 'BIOGRAPHIC_APPLICANT',
  },
  {
    name: 'the Admissions menu',
    page: 'terms',
    state: 'BIOGRAPHIC_APPLICANT',
    pressControl: pressUntilSent('programs.list', /^Admissions$/),
  },
  {
    name: 'Proceed with Application',
    page: 'terms',
    state: 'TOOK_EXAM',
    pressControl: pressUntilSent('payments.getPending', /^Proceed with Application$/),
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
    fill: async () => {
      // The dialog is loaded when it is needed, which takes a busy machine longer than the page takes to settle.
      await screen.findByRole('dialog');
      fillFields({ password: precreatedPassword });
    },
    pressControl: pressUntilSent('auth.login', new RegExp(`^${loginTexts.again.submit}$`)),
  },
  {
    name: 'submitting the exam',
    page: 'takeExam',
    state: 'ACTIVATED',
    arrange: (network) => keepAnsweredAttempt(network),
    pressControl: pressUntilSent('exams.submit', /^Finalize Test$/),
  },
  {
    name: 'paying online',
    page: 'offlinePayment',
    state: 'TOOK_EXAM',
    arrange: () => {
      const draftName = draftNameOf('payment-method', precreatedEmailIn('TOOK_EXAM'));
      keepDraft(draftName, { method: 'online' });
      return {};
    },
    pressControl: pressUntilSent('payments.payOnline', /^Arifpay$/),
  },
  {
    name: 'back from a provider',
    page: 'offlinePayment',
    state: 'TOOK_EXAM',
    arrange: () => {
      keepSentPayment(createSiteWithoutPage(), precreatedEmailIn('TOOK_EXAM'), 'arifpay');
      return {};
    },
    pressControl: pressUntilSent('applicants.getByEmail', /^Has my payment arrived/),
  },
];

// A visit to a page of the site: its preparation and its actions.

type LoginState = Exclude<ApplicantState, 'NOT_ACTIVATED'>;

interface Arrangement {
  /** The parameter of the page's path. */
  pathParam?: string;
  /** The history state that the previous page passed on. */
  historyState?: unknown;
}

interface VisitSetup {
  /** The state of the applicant who is logged in. Default: nobody is. */
  state?: LoginState;
  /** Called once, after the login. */
  arrange?: (network: Network) => Arrangement | Promise<Arrangement>;
  /** Fills in the form before the press. */
  fill?: () => void | Promise<void>;
  pressControl?: PressAction;
}

export interface Visit extends VisitSetup {
  name: string;
  page: RouteName;
}

/** @returns the path of the visited page @param pathParam the parameter of its route */
export function pathOf({ page }: Visit, pathParam = ''): string {
  const { path } = routes[page];
  return page === 'notFound'
    ? `/${pathParam}`
    : path.replace(/:\w+/, encodeURIComponent(pathParam));
}

// Pressing and typing act directly on the elements, because they happen thousands of times.

/**
 * Presses controls until the expected operation is called.
 * @param calledOperations grows during the visit
 * @param oddOperation the operation with the odd response: no call has to follow it
 */
type PressAction = (
  network: Network,
  calledOperations: readonly OperationName[],
  oddOperation?: OperationName,
) => Promise<void>;

/** @returns the first enabled button or link with this name; those of an open dialog come first */
function findControl(namePattern: RegExp): HTMLElement | undefined {
  const controlsInDialog = document.querySelectorAll<HTMLElement>('dialog[open] :is(button, a)');
  const controlsOnPage = document.querySelectorAll<HTMLElement>(':is(main, header) :is(button, a)');
  return [...controlsInDialog, ...controlsOnPage].find(
    (element) =>
      namePattern.test((element.getAttribute('aria-label') ?? element.textContent ?? '').trim()) &&
      !element.closest('[hidden]') &&
      element.getAttribute('aria-disabled') !== 'true',
  );
}

/**
 * @param names of the controls; of several on the page, the one whose name comes first is pressed
 * @returns an action that presses until the operation is called
 */
function pressUntilSent(operation: OperationName, ...names: RegExp[]): PressAction {
  return async (network, calledOperations, oddOperation = operation) => {
    const countBefore = calledOperations.length;
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const button = names.map(findControl).find((control) => control !== undefined);
      button?.click();
      // The control may appear only after its data is loaded.
      await waitUntilSettled(network, button ? 4 : 20);
      if (
        calledOperations
          .slice(countBefore)
          .some((name) => name === operation || name === oddOperation)
      )
        return;
    }
    throw new Error(
      `${operation} was never sent from ${location.pathname}: ${document.querySelector('dialog[open], [role=alert]')?.textContent}`,
    );
  };
}

/** Fills in fields by their names: texts, checkboxes, radio buttons, selections and files. */
function fillFields(values: Readonly<Record<string, string | boolean | File>>): void {
  for (const [name, value] of Object.entries(values)) {
    const inputs = document.querySelectorAll<HTMLInputElement>(
      `:is(input, select)[name="${name}"]`,
    );
    const [firstInput] = inputs;
    if (!firstInput) throw new Error(`There is no field ${name} on ${location.pathname}`);
    if (value instanceof File) {
      Object.defineProperty(firstInput, 'files', { configurable: true, value: [value] });
    } else if (typeof value === 'boolean') firstInput.checked = value;
    else if (firstInput.type === 'radio') {
      for (const input of inputs) if (input.value === value) input.checked = true;
    } else firstInput.value = value;
    firstInput.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Stores an exam in which every question has the right answer and the last one is on screen. */
async function keepAnsweredAttempt(network: Network): Promise<Arrangement> {
  const exam = readExam(await unwrap(clientOf(network).exams.create()));
  if (!exam) throw new Error('That is no exam');
  const answerKey = await fetchFromMock<{ questionText: string; choiceText: string }[]>(
    network,
    'exam-key.json',
  );
  const rightChoices = new Map(
    answerKey.map(({ questionText, choiceText }) => [questionText, choiceText]),
  );
  const answers = exam.examQuestionDtoList.map(({ id, questionDto }) => {
    const choice = questionDto.questionChoiceDtoList.find(
      ({ choiceText }) => choiceText === rightChoices.get(questionDto.questionText),
    );
    return [String(id), choice?.id ?? ''];
  });
  const owner = ownerHashOf(precreatedEmailIn('ACTIVATED'));
  keepAttempt({
    ...startAttempt(owner, exam, Date.now(), null),
    answers: Object.fromEntries(answers),
    at: answers.length - 1,
  });
  return {};
}

/** @returns a client of the API with the login of the page */
const clientOf = ({ backend }: Network) =>
  createClient({
    baseUrl: 'http://mock.test/api',
    fetch: (input, init) => backend.fetch(new Request(input, init)),
    session: { token: () => sessionStorage.getItem('token') ?? undefined },
  });

/** Reads one of the mock's helper pages as JSON. @param path below `/_mock/` */
async function fetchFromMock<T>({ backend }: Network, path: string): Promise<T> {
  const response = await backend.fetch(new Request(`http://mock.test/_mock/${path}`));
  return (await response.json()) as T;
}

/**
 * One visit for every route, in the table's order, then the further ones. The sample receipt is left out, because it
 * makes no request and has no control.
 */
export const visits: readonly Visit[] = [
  ...routeNames
    .filter((page) => page !== 'receiptSample')
    .map((page) => ({ name: page, page, ...pageSetups[page] })),
  ...extraVisits,
];

let changeCount = 0;
new MutationObserver(() => {
  changeCount += 1;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** How long a turn lasts, in milliseconds. */
const turnMs = 1;

/** Waits until no request is pending and the page has not changed for some turns. @param turns how many in a row */
export async function waitUntilSettled(network: Network, turns = 4): Promise<void> {
  await getConfig().asyncWrapper(async () => {
    for (let quietTurns = 0; quietTurns < turns; ) {
      const changesBefore = changeCount;
      const sentBefore = network.requests.length;
      await new Promise((resolve) => setTimeout(resolve, turnMs));
      const isQuiet =
        network.pendingCount === 0 &&
        changeCount === changesBefore &&
        network.requests.length === sentBefore;
      quietTurns = isQuiet ? quietTurns + 1 : 0;
    }
  });
}
