/** The first screen of every page of the journey on a phone, and what is measured of it. */
import { applicantStates } from '@one-planet/contract';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/site/routes.ts';
import { answerAllQuestions, finalizeExam, startExam } from './applicant-steps.ts';
import {
  type Demo,
  fillRegistration,
  type LoginState,
  newApplicant,
  newEmail,
  openLoggedIn,
  registerByApi,
  waitForHeading,
} from './demo.ts';
import { pressButton, waitUntilLoaded } from './page-actions.ts';

export interface FirstScreen {
  name: string;
  /** A page with a form begins with its first field soon, any other shows its main button at once. */
  kind: 'form' | 'button';
  /** How many words the page may show outside of folded parts. Default: any number. */
  maxWords?: number;
  /** Of an applicant's page. */
  path?: string;
  open: (demo: Demo) => Promise<Page>;
}

const phone = { viewport: { width: 360, height: 640 } };

/** The page at this path, opened by an applicant in this state. */
const openedAs = (state: LoginState, path: string) => ({
  path,
  open: (demo: Demo) => openLoggedIn(demo, newApplicant(state), path, phone),
});

/** Opens a page as the previous one does, which passes on the history state. */
const openWithState =
  (path: string, state: object): FirstScreen['open'] =>
  async (demo) => {
    const page = await demo.open(paths.about, phone);
    await page.evaluate(([address, passedOn]) => history.pushState(passedOn, '', address), [
      path,
      state,
    ] as const);
    await page.waitForFunction(() => !document.querySelector('.glance'));
    return page;
  };

const testPage = openedAs('ACTIVATED', paths.takeExam);

async function openRegistered(demo: Demo): Promise<Page> {
  const page = await demo.open(paths.register, phone);
  await fillRegistration(page, newEmail().replace('example.com', 'gmail.com'));
  await pressButton(page, 'Register');
  await waitForHeading(page, 'Applicant Registration Successful');
  return page;
}

async function openFirstPassword(demo: Demo): Promise<Page> {
  const email = newEmail();
  await registerByApi(demo, email);
  const { pathname } = new URL((await demo.readMails(email))[0]?.link ?? '');
  const page = await demo.open(pathname, phone);
  await waitForHeading(page, 'Set your password');
  return page;
}

async function openRunningTest(demo: Demo): Promise<Page> {
  const page = await testPage.open(demo);
  await startExam(page);
  return page;
}

async function openFailedResult(demo: Demo): Promise<Page> {
  const page = await openRunningTest(demo);
  await answerAllQuestions(demo, page, false);
  await finalizeExam(page);
  await page.getByRole('link', { name: 'Re-take DLT' }).waitFor();
  return page;
}

const homeStates = applicantStates.filter((state) => state !== 'NOT_ACTIVATED');

const email = { email: 'hana.tesfaye@example.com' };

/** All pages from the first look at the journey to its end. */
export const firstScreens: readonly FirstScreen[] = [
  {
    name: 'program page',
    kind: 'button',
    open: (demo) => demo.open('/admission/datascience', phone),
  },
  {
    name: 'before you apply',
    kind: 'button',
    maxWords: 120,
    open: (demo) => demo.open(paths.disclaimer, phone),
  },
  { name: 'register', kind: 'form', open: (demo) => demo.open(paths.register, phone) },
  { name: 'activation email sent', kind: 'button', open: openRegistered },
  { name: 'first password', kind: 'form', open: openFirstPassword },
  {
    name: 'first password set',
    kind: 'button',
    open: (demo) => demo.open(paths.passwordCreated, phone),
  },
  { name: 'sign in', kind: 'form', open: (demo) => demo.open(paths.login, phone) },
  {
    name: 'forgotten password',
    kind: 'form',
    open: (demo) => demo.open(paths.forgotPassword, phone),
  },
  {
    name: 'temporary password sent',
    kind: 'button',
    open: openWithState(paths.resetConfirmation, email),
  },
  {
    name: 'new password',
    kind: 'form',
    open: openWithState(paths.changePassword, { ...email, shouldChangePassword: true }),
  },
  {
    name: 'password changed',
    kind: 'button',
    open: openWithState(paths.passwordChanged, email),
  },
  {
    name: 'resend the email',
    kind: 'form',
    open: (demo) => demo.open(paths.resendEmail, phone),
  },
  { name: 'email sent again', kind: 'button', open: openWithState(paths.emailResent, email) },
  { name: 'test, before', kind: 'button', maxWords: 90, ...testPage },
  { name: 'test, running', kind: 'button', open: openRunningTest },
  {
    name: 'result, a pass',
    kind: 'button',
    maxWords: 60,
    ...openedAs('TOOK_EXAM', paths.examResult),
  },
  { name: 'result, a fail', kind: 'button', open: openFailedResult },
  {
    name: 'payment',
    kind: 'form',
    maxWords: 120,
    ...openedAs('TOOK_EXAM', paths.offlinePayment),
  },
  {
    name: 'payment sent',
    kind: 'button',
    ...openedAs('ACTIVATION_PAID', paths.finalizePayment),
  },
  {
    name: 'payment in verification',
    kind: 'button',
    ...openedAs('ACTIVATION_PAID', paths.pendingPayVerification),
  },
  {
    name: 'biography',
    kind: 'form',
    ...openedAs('BIOGRAPHIC_APPLICANT', paths.biographyData),
  },
  {
    name: 'education',
    kind: 'form',
    ...openedAs('BIOGRAPHIC_APPLICANT2', paths.educationBackground),
  },
  {
    name: 'emergency contact',
    kind: 'form',
    ...openedAs('BIOGRAPHIC_APPLICANT3', paths.emergencyContact),
  },
  { name: 'program', kind: 'form', ...openedAs('READY_TO_APPLY', paths.applyProgram) },
  {
    name: 'confirmation',
    kind: 'button',
    maxWords: 120,
    ...openedAs('APPLIED', paths.applyProgramConfirmation),
  },
  { name: 'profile', kind: 'form', ...openedAs('ACTIVATED', paths.editProfile) },
  ...homeStates.map(
    (state): FirstScreen => ({
      name: `her home, ${state}`,
      kind: 'button',
      maxWords: 90,
      ...openedAs(state, paths.home),
    }),
  ),
];

/** The button that leads on: the filled one, and where there is nothing to do, the only one below the status. */
const mainButtonSelector = 'main :is(.button.primary, .standing .actions .button)';

export interface ScreenFigures {
  /** Words of the page outside of its folded parts. */
  wordCount: number;
  /** How many screens the whole page is high. */
  screens: number;
  /** Where the main button ends, in pixels from the top; infinite without one. */
  mainButtonEnd: number;
  /** Where the first field begins, in pixels from the top; infinite without one. */
  firstFieldBegin: number;
}

/** Measures a page once it has loaded its data. */
export async function measureScreen(page: Page): Promise<ScreenFigures> {
  await waitUntilLoaded(page);
  // A page reads its status and its payment one after the other.
  await page.waitForLoadState('networkidle');
  await waitUntilLoaded(page);
  return page.evaluate((buttonSelector) => {
    scrollTo(0, 0);
    const findBox = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .find((element) => element.checkVisibility())
        ?.getBoundingClientRect();
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    let wordCount = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement, nodeValue } = node;
      if (!parentElement?.checkVisibility() || parentElement.closest('.hidden, noscript, option'))
        continue;
      wordCount += nodeValue?.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    }
    return {
      wordCount,
      screens: Math.round((document.documentElement.scrollHeight / innerHeight) * 10) / 10,
      mainButtonEnd: Math.round(findBox(buttonSelector)?.bottom ?? Number.POSITIVE_INFINITY),
      firstFieldBegin: Math.round(
        findBox('main :is(input, select)')?.top ?? Number.POSITIVE_INFINITY,
      ),
    };
  }, mainButtonSelector);
}
