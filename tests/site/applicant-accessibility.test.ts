/**
 * axe finds no fault in rarer states of an applicant's pages: heard.test.ts has the pages as they are opened, their
 * errors and dialogs, and accessibility.test.ts those that need no login.
 */
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import {
  click,
  disconnect,
  findFaults,
  inSequence,
  type PageAction,
  phoneOptions,
  showsDialog,
  showsElement,
  showsText,
  submitInvalid,
  toPageAction,
} from '../support/accessibility.ts';
import {
  answerAllQuestions,
  attachBiographyFiles,
  chooseAnswer,
  fillBiography,
  fillPayment,
  finalizeExam,
  overviewButton,
  payOffline,
  saveForm,
  startExam,
  waitForQuestion,
} from '../support/applicant-steps.ts';
import { type LoginState, newApplicant, openLoggedIn, useDemo } from '../support/demo.ts';
import {
  disconnectBackend,
  pressButton,
  respondWith,
  waitForText,
  waitUntilLoaded,
} from '../support/page-actions.ts';
import { makePdfFile } from '../support/upload-files.ts';

const demo = await useDemo();

type ApplicantCase = [name: string, state: LoginState, path: string, action: PageAction];

const goTo = toPageAction((page, path: string) => page.goto(demo.siteUrl + path));

/** Changes the stored exam so that this number of seconds is left, and reloads the page. */
const setSecondsLeft = toPageAction(async (page, seconds: number) => {
  await page.evaluate((secondsLeft) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('exam:')) ?? '';
    const attempt = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(
      key,
      JSON.stringify({ ...attempt, deadline: Date.now() + secondsLeft * 1000 }),
    );
  }, seconds);
  await page.reload();
});

const unfoldOverview: PageAction = (page) => page.locator('.overview summary').click();
const chooseFirst: PageAction = (page) => chooseAnswer(page, 0);
const answerAll = toPageAction((page, isRight?: boolean) =>
  answerAllQuestions(demo, page, isRight),
);

const examCases: [name: string, action: PageAction][] = [
  [
    'before the test, with the sample questions',
    async (page) => {
      await page.getByText('Try three sample questions').click();
      for (const index of [0, 1])
        await page.locator('.sample').nth(index).locator('.radio').first().click();
      await page.getByText('Not right.').waitFor();
    },
  ],
  [
    'in the middle of the test, the time hidden',
    async (page) => {
      await startExam(page);
      // Question 10 is answered, because axe does not judge the contrast of a single digit.
      await unfoldOverview(page);
      await overviewButton(page, 10).click();
      await waitForQuestion(page, 10);
      await chooseAnswer(page, 0);
      await overviewButton(page, 4).click();
      await waitForQuestion(page, 4);
      await pressButton(page, 'Hide the time');
    },
  ],
  ['the last minute', inSequence(startExam, setSecondsLeft(59), showsText('Last minute'))],
  [
    'the time is over, without a network',
    inSequence(
      startExam,
      chooseFirst,
      disconnect(),
      setSecondsLeft(0),
      showsText('Your time is over'),
      showsText('Tried'),
    ),
  ],
  [
    'the time is over, and nothing is answered',
    inSequence(startExam, setSecondsLeft(0), showsText('Look for my result')),
  ],
  [
    'a running test, on another page',
    inSequence(startExam, goTo('/about'), showsText('Your test is running')),
  ],
  [
    'a test that cannot be submitted',
    inSequence(
      startExam,
      answerAll(),
      disconnect(),
      finalizeExam,
      showsText('Your answers are safe on this device'),
    ),
  ],
  [
    'a session too short for the test',
    async (page) => {
      await waitUntilLoaded(page);
      await page.evaluate(() => {
        const storedUser = JSON.parse(sessionStorage.getItem('user-data') ?? '{}') as object;
        const endsAt = Date.now() + 20 * 60_000;
        sessionStorage.setItem('user-data', JSON.stringify({ ...storedUser, endsAt }));
      });
      await page.reload();
      await pressButton(page, 'Start DLT');
      await showsDialog(page);
    },
  ],
  [
    'a pass, the code copied',
    inSequence(
      startExam,
      answerAll(),
      finalizeExam,
      (page) => page.locator('.code').click(),
      showsElement('.toast p'),
    ),
  ],
];

const applicantCases: ApplicantCase[] = [
  [
    'a test that the server refused',
    'ACTIVATED',
    paths.takeExam,
    inSequence(
      (page) => respondWith(page, 409, 'No attempt is left.', 'exams/private/create'),
      click('Start DLT'),
      showsDialog,
      (page) => pressButton(page, 'Close'),
      showsText('You cannot take the test now'),
    ),
  ],
  ...examCases.map(([name, action]): ApplicantCase => [name, 'ACTIVATED', paths.takeExam, action]),
  [
    'a result whose payment cannot be read',
    'TOOK_EXAM',
    '/about',
    inSequence(disconnect('payments/**'), goTo(paths.examResult), showsElement('main .retry')),
  ],
  [
    'a payment whose receipt is stored',
    'TOOK_EXAM',
    paths.offlinePayment,
    inSequence(
      (page) => respondWith(page, 500, '', 'payments/private/make_offline_payment'),
      payOffline,
      showsDialog,
      (page) => page.reload(),
      showsText('receipt.png is already uploaded'),
      waitUntilLoaded,
    ),
  ],
  [
    'a payment that waits for the connection',
    'TOOK_EXAM',
    paths.offlinePayment,
    async (page) => {
      await disconnectBackend(page, '**/make_offline_payment');
      await fillPayment(page);
      await pressButton(page, 'Submit');
      await waitForText(page, 'This form is waiting for the connection');
      const waitingRegion = page.getByRole('region', { name: 'Waiting to be sent' });
      await waitingRegion.getByText('Waiting to be sent: 1').click();
      await waitUntilLoaded(page);
    },
  ],
  [
    'a payment that was opened at a provider',
    'TOOK_EXAM',
    paths.offlinePayment,
    inSequence(
      (page) => page.getByRole('radio', { name: /^Online/ }).check(),
      click('Arifpay'),
      (page) => page.waitForURL('**/_mock/pay/**'),
      (page) => page.goBack(),
      showsText('You opened a payment at Arifpay'),
      click('Has my payment arrived?'),
      showsText('It has not arrived yet.'),
      waitUntilLoaded,
    ),
  ],
  [
    'a receipt that cannot be sent',
    'TOOK_EXAM',
    paths.offlinePayment,
    inSequence(
      (page) => page.getByLabel('Payment receipt').setInputFiles(makePdfFile('receipt.pdf')),
      showsText('Take a screenshot or a photo of it'),
      submitInvalid('Submit'),
    ),
  ],
  [
    'a receipt',
    'TOOK_EXAM',
    paths.offlinePayment,
    inSequence(
      payOffline,
      (page) => page.getByRole('link', { name: 'See the receipt' }).click(),
      showsText('Five hundred birr'),
    ),
  ],
  ...[paths.offlinePayment, paths.home].map(
    (path): ApplicantCase => [
      `a payment that was rejected, on ${path}`,
      'TOOK_EXAM',
      paths.offlinePayment,
      async (page) => {
        await payOffline(page);
        await waitForText(page, 'Your payment now awaits verification');
        const userJson = await page.evaluate(() => sessionStorage.getItem('user-data') ?? '{}');
        await demo.decide('reject', JSON.parse(userJson).email);
        await page.goto(demo.siteUrl + path);
        await waitForText(page, 'The college could not confirm the payment');
        await waitUntilLoaded(page);
      },
    ],
  ),
  [
    'a running upload',
    'BIOGRAPHIC_APPLICANT',
    paths.biographyData,
    inSequence(
      (page) => page.route('**/upload_v2', () => {}),
      fillBiography,
      attachBiographyFiles,
      saveForm,
      showsElement('progress'),
    ),
  ],
  [
    'an emergency contact with errors, the relationship in words',
    'BIOGRAPHIC_APPLICANT3',
    paths.emergencyContact,
    inSequence(
      (page) => page.getByLabel('Relationship to You').selectOption('Other'),
      submitInvalid('Continue'),
    ),
  ],
  [
    'the biography settings of a profile',
    'READY_TO_APPLY',
    paths.editProfile,
    inSequence(
      (page) => page.getByRole('tab', { name: 'Biography Settings' }).click(),
      showsText('Country of Residence'),
      waitUntilLoaded,
    ),
  ],
];

test.each(applicantCases)('%s: no accessibility fault', async (name, state, path, action) => {
  const page = await openLoggedIn(demo, newApplicant(state), path, phoneOptions);
  await action(page);
  expect(await findFaults(page, name)).toEqual([]);
});
