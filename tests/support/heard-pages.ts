/** What a screen reader has to say: the journey's pages after an error or an answer, its dialogs, and how they are read. */
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/site/routes.ts';
import { inSequence, type PageAction, showsDialog, submitInvalid } from './accessibility.ts';
import {
  attachBiographyFiles,
  chooseAnswer,
  fillBiography,
  fillContact,
  fillEducation,
  logOut,
  payOffline,
  startExam,
  waitForQuestion,
} from './applicant-steps.ts';
import {
  type Demo,
  fillRegistration,
  type LoginState,
  logIn,
  newAccount,
  newApplicant,
  newEmail,
  openLoggedIn,
  registerByApi,
  waitForHeading,
  waitForHydration,
} from './demo.ts';
import { disconnectBackend, pressButton, waitForText, waitUntilLoaded } from './page-actions.ts';

export interface HeardPage {
  /** Names its file, too. */
  name: string;
  open: (demo: Demo) => Promise<Page>;
}

/** The texts of the test's questions, which the backend draws anew for each applicant. */
const questionTexts = ['What is a browser?', 'What does a padlock mean?', 'What is a file?'];

/** @returns a demo in which every test has the same three questions */
export const withSmallTest = (demo: Demo): Demo => ({
  ...demo,
  open: (path, options) => demo.open(path, { ...options, beforeLoad: drawSmallTest }),
});

const drawSmallTest = (page: Page) =>
  page.route('**/exams/private/create', async (route) => {
    const response = await route.fetch();
    const exam = await response.json();
    const questions = questionTexts.map((questionText, index) => {
      const question = exam.examQuestionDtoList[index];
      const choices = question.questionDto.questionChoiceDtoList.map(
        (choice: object, choiceIndex: number) => ({
          ...choice,
          choiceText: `Choice ${choiceIndex + 1}`,
        }),
      );
      return {
        ...question,
        questionDto: { ...question.questionDto, questionText, questionChoiceDtoList: choices },
      };
    });
    await route.fulfill({ response, json: { ...exam, examQuestionDtoList: questions } });
  });

const phone = { viewport: { width: 360, height: 640 } };

const visitorPage = (
  name: string,
  path: string,
  action: (page: Page, demo: Demo) => Promise<unknown> = waitUntilLoaded,
): HeardPage => ({
  name,
  async open(demo) {
    const page = await demo.open(path, phone);
    await action(page, demo);
    return page;
  },
});

const applicantPage = (
  name: string,
  state: LoginState,
  path: string,
  action: (page: Page, demo: Demo) => Promise<unknown>,
): HeardPage => ({
  name,
  async open(demo) {
    const page = await openLoggedIn(demo, newApplicant(state), path, phone);
    await waitUntilLoaded(page);
    await action(page, demo);
    return page;
  },
});

/** Continues from a form that is filled in to the list of its answers. */
const showsAnswers =
  (...fillIn: PageAction[]): PageAction =>
  async (page) => {
    await inSequence(...fillIn)(page);
    await pressButton(page, 'Continue');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  };

async function pressNext(page: Page): Promise<void> {
  await startExam(page);
  await chooseAnswer(page, 0);
  await pressButton(page, 'Next');
  await waitForQuestion(page, 2);
}

async function showAllAnswers(page: Page): Promise<void> {
  await pressNext(page);
  await page.locator('.overview summary').click();
  await pressButton(page, 'Check your answers');
  await waitForHeading(page, 'Check your answers');
}

const pagesInATest: readonly HeardPage[] = [
  applicantPage('test, after Next', 'ACTIVATED', paths.takeExam, pressNext),
  applicantPage('test, check of the answers', 'ACTIVATED', paths.takeExam, showAllAnswers),
];

const checks: readonly HeardPage[] = [
  applicantPage(
    'biography, check',
    'BIOGRAPHIC_APPLICANT',
    paths.biographyData,
    showsAnswers(fillBiography, attachBiographyFiles),
  ),
  applicantPage(
    'education, check',
    'BIOGRAPHIC_APPLICANT2',
    paths.educationBackground,
    showsAnswers(fillEducation),
  ),
  applicantPage(
    'emergency contact, check',
    'BIOGRAPHIC_APPLICANT3',
    paths.emergencyContact,
    showsAnswers(fillContact),
  ),
  applicantPage('program, check', 'READY_TO_APPLY', paths.applyProgram, async (page) => {
    await page.locator('.radio').first().click();
    await pressButton(page, 'Apply');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  }),
];

const errors: readonly HeardPage[] = [
  visitorPage('register, errors', paths.register, submitInvalid('Register')),
  {
    name: 'first password, errors',
    async open(demo) {
      const email = newEmail();
      await registerByApi(demo, email);
      const { pathname } = new URL((await demo.readMails(email))[0]?.link ?? '');
      const page = await demo.open(pathname, phone);
      await submitInvalid('Save')(page);
      return page;
    },
  },
  visitorPage('sign in, errors', paths.login, submitInvalid('Sign In')),
  visitorPage('forgotten password, errors', paths.forgotPassword, submitInvalid('Send')),
  visitorPage('resend the email, errors', paths.resendEmail, submitInvalid('Send')),
  applicantPage('payment, errors', 'TOOK_EXAM', paths.offlinePayment, submitInvalid('Submit')),
  applicantPage(
    'biography, errors',
    'BIOGRAPHIC_APPLICANT',
    paths.biographyData,
    submitInvalid('Continue'),
  ),
  applicantPage(
    'education, errors',
    'BIOGRAPHIC_APPLICANT2',
    paths.educationBackground,
    submitInvalid('Continue'),
  ),
  applicantPage(
    'emergency contact, errors',
    'BIOGRAPHIC_APPLICANT3',
    paths.emergencyContact,
    submitInvalid('Continue'),
  ),
  applicantPage('program, errors', 'READY_TO_APPLY', paths.applyProgram, submitInvalid('Apply')),
  applicantPage('profile, errors', 'ACTIVATED', paths.editProfile, async (page) => {
    await page.getByLabel('First name').fill('');
    await submitInvalid('Save changes')(page);
  }),
  visitorPage('program page, service down', paths.about, async (page, demo) => {
    await disconnectBackend(page);
    await page.goto(`${demo.siteUrl}/admission/datascience`);
    await page.locator('main .retry').waitFor();
  }),
];

const dialogs: readonly HeardPage[] = [
  visitorPage('dialog, log in refused', paths.login, async (page) => {
    await logIn(page, 'nobody@example.com');
    await showsDialog(page);
  }),
  visitorPage('dialog, already registered', paths.register, async (page, demo) => {
    await fillRegistration(page, await newAccount(demo));
    await pressButton(page, 'Register');
    await showsDialog(page);
  }),
  visitorPage('dialog, Dear Applicant', paths.login, async (page) => {
    await logIn(page, newApplicant('APPLIED'), precreatedPassword);
    await showsDialog(page);
  }),
  applicantPage('dialog, bank accounts', 'TOOK_EXAM', paths.examResult, async (page) => {
    await page.locator('main summary').getByText('Bank accounts').click();
    await pressButton(page, 'BANK');
    await page.locator('dialog[open] table').waitFor();
  }),
  applicantPage('dialog, test not created', 'ACTIVATED', paths.takeExam, async (page) => {
    await disconnectBackend(page);
    await pressButton(page, 'Start DLT');
    await showsDialog(page);
  }),
  applicantPage('dialog, log out of a test', 'ACTIVATED', paths.takeExam, async (page, demo) => {
    await startExam(page);
    await page.goto(demo.siteUrl + paths.about);
    await waitForHydration(page);
    await logOut(page);
    await showsDialog(page);
  }),
  applicantPage('dialog, profile saved', 'ACTIVATED', paths.editProfile, async (page) => {
    await page.getByLabel('First name').fill('Hana');
    await pressButton(page, 'Save changes');
    await showsDialog(page);
  }),
];

/** Pages of the journey after a press or two. */
export const pagesAfterActions: readonly HeardPage[] = [
  ...pagesInATest,
  ...checks,
  applicantPage('payment, rejected', 'TOOK_EXAM', paths.offlinePayment, async (page, demo) => {
    const userJson = await page.evaluate(() => sessionStorage.getItem('user-data') ?? '{}');
    await payOffline(page);
    await waitForText(page, 'Your payment now awaits verification');
    await demo.decide('reject', JSON.parse(userJson).email);
    await page.goto(demo.siteUrl + paths.examResult);
    await waitForText(page, 'The college could not confirm the payment');
  }),
  ...errors,
  ...dialogs,
];
