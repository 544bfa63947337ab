/**
 * axe finds no fault on any page in any state (WCAG 2.2 A and AA), and no page is wider than the screen: on a small
 * phone, on a desk where the page differs there, and in the light and the dark colour scheme.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { applicantStates } from '@one-planet/contract/lifecycle';
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import {
  answerAllQuestions,
  attachBiographyFiles,
  chooseAnswer,
  fillBiography,
  fillPayment,
  finalizeExam,
  logOut,
  overviewButton,
  payOffline,
  saveForm,
  startExam,
  waitForQuestion,
} from '../support/applicant-steps.ts';
import {
  exampleAddressOf,
  type LoginState,
  logIn,
  newAccount,
  newApplicant,
  newEmail,
  openLoggedIn,
  registerByApi,
  stateByPage,
  useDemo,
  waitForHydration,
} from '../support/demo.ts';
import {
  changeSettings,
  disconnectBackend,
  navigateTo,
  pressButton,
  resizeWindow,
  respondWith,
  waitForText,
  waitUntilLoaded,
} from '../support/page-actions.ts';
import { renderWholePage } from '../support/translator.ts';
import { makePdfFile } from '../support/upload-files.ts';

const demo = await useDemo();

type PageAction = (page: Page) => Promise<unknown>;
type VisitorCase = [name: string, path: string, action: PageAction];
type ApplicantCase = [name: string, state: LoginState, path: string, action: PageAction];

/** Runs actions one after the other. */
const inSequence =
  (...actions: PageAction[]): PageAction =>
  async (page) => {
    for (const action of actions) await action(page);
  };
/** Turns a function of a page and further arguments into one that takes these arguments and returns an action. */
const toPageAction =
  <Args extends unknown[]>(action: (page: Page, ...args: Args) => Promise<unknown>) =>
  (...args: Args): PageAction =>
  (page) =>
    action(page, ...args);
const showsElement = toPageAction((page, css: string) => page.locator(css).first().waitFor());
const showsText = toPageAction(waitForText);
const disconnect = toPageAction(disconnectBackend);
const goTo = toPageAction((page, path: string) => page.goto(demo.siteUrl + path));
const click = toPageAction((page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click({ force: true }),
);
const showsDialog = showsElement('dialog[open]');

/** Presses a form's button, and waits for the errors of the form. */
const submitInvalid = (name: string) =>
  inSequence(waitUntilLoaded, click(name), showsElement('.error-summary'));

/**
 * Logs in with a new account.
 * @param time for how long she then does nothing, by the page's clock, as `minutes:seconds`
 */
const logInAndWait = toPageAction(async (page, time: string) => {
  await page.clock.install();
  await page.reload();
  await waitForHydration(page);
  await logIn(page, await newAccount(demo));
  await page.locator('#menu').getByText('Welcome Hana').waitFor({ state: 'attached' });
  await page.clock.fastForward(time);
});

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

const visitorCases: VisitorCase[] = [
  [
    'a registration with errors',
    paths.register,
    inSequence((page) => page.locator('summary').first().click(), submitInvalid('Register')),
  ],
  [
    'a login that is refused in a dialog',
    paths.login,
    inSequence((page) => logIn(page, 'nobody@example.com'), showsDialog),
  ],
  [
    'the menus, open',
    paths.about,
    async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Admissions' }).click();
      await page.getByRole('link', { name: 'Social Work' }).waitFor();
    },
  ],
  ...['/', '/admission/datascience'].map((path): VisitorCase => {
    const action = inSequence(disconnect(), goTo(path), showsElement('main .retry'));
    return [`${path}, which could not be loaded`, paths.about, action];
  }),
  [
    'a program that is still loading',
    paths.about,
    inSequence(
      (page) => page.route('**/api/**', () => {}),
      goTo('/admission/datascience'),
      showsElement('main .skeleton'),
    ),
  ],
  [
    'a year without courses',
    '/admission/entrepreneurship&innovation',
    inSequence(
      (page) => page.getByRole('tab', { name: 'Year Four' }).click(),
      showsText('No courses available for the selected year'),
    ),
  ],
  [
    'the video',
    paths.home,
    async (page) => {
      await changeSettings(page, { videoUrl: 'https://video.example/embed/1' });
      await page.reload();
      await page.getByRole('button', { name: 'Play the video' }).click();
      await page.locator('iframe').waitFor();
    },
  ],
  [
    'the first password, with errors',
    paths.about,
    async (page) => {
      const email = newEmail();
      await registerByApi(demo, email);
      await page.goto((await demo.readMails(email))[0]?.link ?? '');
      await submitInvalid('Save')(page);
    },
  ],
  [
    'a confirmation that an email was sent',
    paths.resendEmail,
    async (page) => {
      const email = newEmail();
      await registerByApi(demo, email);
      await page.getByLabel('Email').fill(email);
      await pressButton(page, 'Send');
      await page.waitForURL('**/resend-email-confirmation');
    },
  ],
  [
    'a new password after a temporary one',
    paths.login,
    async (page) => {
      const email = await newAccount(demo);
      await demo.client.auth.forgotPassword({ body: { email } });
      await logIn(page, email, (await demo.readMails(email))[0]?.temporaryPassword);
      await page.waitForURL('**/change-password');
    },
  ],
  [
    'a session that ends soon',
    paths.login,
    inSequence(logInAndWait('46:00'), showsElement('dialog[open]')),
  ],
  [
    'a session that has ended',
    paths.login,
    inSequence(logInAndWait('50:01'), (page) =>
      page.getByText('Your session has ended.').waitFor(),
    ),
  ],
  [
    'settings that are wrong',
    paths.about,
    async (page) => {
      await page.route('**/config.json', (route) => route.fulfill({ json: {} }));
      await page.goto(demo.siteUrl);
      await page.getByText('apiBase is missing').waitFor();
    },
  ],
  [
    'the dialog after the login of an applicant who has applied',
    paths.login,
    inSequence((page) => logIn(page, newApplicant('APPLIED'), precreatedPassword), showsDialog),
  ],
];

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
    'a test that cannot be created',
    inSequence(waitUntilLoaded, disconnect(), click('Start DLT'), showsDialog),
  ],
  ['the first question', inSequence(startExam, chooseFirst)],
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
  [
    'all answers, to be checked',
    inSequence(
      startExam,
      chooseFirst,
      unfoldOverview,
      click('Check your answers'),
      showsElement('.check'),
    ),
  ],
  ['the last minute', inSequence(startExam, setSecondsLeft(50), showsText('Last minute'))],
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
    'a logout that would lose the test',
    async (page) => {
      await startExam(page);
      await page.goto(`${demo.siteUrl}/about`);
      await waitForHydration(page);
      await logOut(page);
      await showsDialog(page);
    },
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
  ['a fail', inSequence(startExam, answerAll(false), finalizeExam, showsElement('.verdict.fail'))],
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
  ...keysOf(stateByPage).map(
    (name): ApplicantCase => [
      paths[name],
      stateByPage[name],
      paths[name],
      async (page) => {
        await waitUntilLoaded(page);
        expect(new URL(page.url()).pathname).toBe(paths[name]);
      },
    ],
  ),
  ...applicantStates
    .filter((state) => state !== 'NOT_ACTIVATED')
    .map(
      (state): ApplicantCase => [
        `home, ${state}`,
        state,
        '/',
        inSequence(showsElement('.standing'), waitUntilLoaded),
      ],
    ),
  ...examCases.map(([name, action]): ApplicantCase => [name, 'ACTIVATED', paths.takeExam, action]),
  [
    'the bank accounts',
    'TOOK_EXAM',
    paths.examResult,
    inSequence(click('BANK'), showsElement('dialog[open] table')),
  ],
  [
    'a result whose payment cannot be read',
    'TOOK_EXAM',
    '/about',
    inSequence(disconnect('payments/**'), goTo(paths.examResult), showsElement('main .retry')),
  ],
  ['a payment with errors', 'TOOK_EXAM', paths.offlinePayment, submitInvalid('Submit')],
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
  ...[paths.offlinePayment, paths.examResult, paths.home].map(
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
    'a biography with errors',
    'BIOGRAPHIC_APPLICANT',
    paths.biographyData,
    submitInvalid('Continue'),
  ],
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
    'an education background with errors',
    'BIOGRAPHIC_APPLICANT2',
    paths.educationBackground,
    submitInvalid('Continue'),
  ],
  [
    'an emergency contact with errors',
    'BIOGRAPHIC_APPLICANT3',
    paths.emergencyContact,
    inSequence(
      (page) => page.getByLabel('Relationship to You').selectOption('Other'),
      submitInvalid('Continue'),
    ),
  ],
  ['an application with errors', 'READY_TO_APPLY', paths.applyProgram, submitInvalid('Apply')],
  [
    'the biography settings of a profile',
    'READY_TO_APPLY',
    paths.editProfile,
    inSequence(
      (page) => page.getByRole('tab', { name: 'Biography Settings' }).click(),
      showsText('Country of residence'),
      waitUntilLoaded,
    ),
  ],
  [
    'a profile with errors',
    'ACTIVATED',
    paths.editProfile,
    inSequence((page) => page.getByLabel('First name').fill(''), submitInvalid('Save changes')),
  ],
  [
    'a profile that was saved',
    'ACTIVATED',
    paths.editProfile,
    inSequence(
      (page) => page.getByLabel('First name').fill('Hana'),
      click('Save changes'),
      showsDialog,
    ),
  ],
];

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The sizes of a small phone and of a desk. */
const viewports = [
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
] as const;
const phoneOptions = { viewport: viewports[0] };

/**
 * Pages with another layout on a desk, e.g. with an unfolded menu: axe, which takes a second, runs there on a desk,
 * too.
 */
const deskCaseNames = new Set([paths.home, 'the menus, open', 'a registration with errors']);

/** @returns a line for each fault of the page */
async function findFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // axe can compare colours only of what is rendered.
  await renderWholePage(page);
  await makeStickyStatic(page);
  for (const viewport of viewports) {
    await resizeWindow(page, viewport);
    await waitTwoFrames(page);
    const excessWidth = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    if (excessWidth > 0) faults.push(`${excessWidth} pixels wider than ${viewport.width}`);
    if (viewport === viewports[0] || deskCaseNames.has(name)) {
      const sizeViolations = await findViolations(page, axeTags);
      faults.push(...sizeViolations.map((violation) => `at ${viewport.width} px: ${violation}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  const darkViolations = await findViolations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...darkViolations.map((violation) => `in the dark scheme: ${violation}`)];
}

/** Waits until size observers have run, which happens when a frame is drawn. */
const waitTwoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/**
 * Makes sticky bars static. They cover parts of targets, which axe would call too small although they can be scrolled.
 */
const makeStickyStatic = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(element).position === 'sticky') element.style.position = 'static';
  });

/**
 * Runs axe in the page.
 * @param tagsOrRules limits it to these tags or rules of axe
 * @returns a line for each violation
 */
async function findViolations(page: Page, tagsOrRules: readonly string[]): Promise<string[]> {
  // The page's policy forbids injected scripts; the browser itself may run one.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(async (runOnly) => {
    const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
    const result = await checker.run(document, {
      runOnly: [...runOnly],
      resultTypes: ['violations'],
    });
    return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, tagsOrRules);
}

test('no public page has an accessibility fault', async () => {
  const page = await demo.open('/no/such/page', phoneOptions);
  const faultsByPath = new Map([['/no/such/page', await findFaults(page, '')]]);
  for (const path of Object.values(paths)) {
    await navigateTo(page, exampleAddressOf(path));
    faultsByPath.set(path, await findFaults(page, path));
  }
  expect(Object.fromEntries([...faultsByPath].filter(([, faults]) => faults.length > 0))).toEqual(
    {},
  );
});

test.each(visitorCases)('%s: no accessibility fault', async (name, path, action) => {
  const page = await demo.open(path, phoneOptions);
  await action(page);
  expect(await findFaults(page, name)).toEqual([]);
});

test.each(applicantCases)('%s: no accessibility fault', async (name, state, path, action) => {
  const page = await openLoggedIn(demo, newApplicant(state), path, phoneOptions);
  await action(page);
  expect(await findFaults(page, name)).toEqual([]);
});
