/**
 * axe finds nothing on any page in any state, on a small phone and where it differs on a desk, by day and in the dark
 * (WCAG 2.2 A and AA), and nothing is wider than the screen.
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
  exampleAddressOf,
  newAccount,
  newApplicant,
  newEmail,
  openLoggedIn,
  waitForHydration,
  registerByApi,
  type LoginState,
  stateByPage,
  signIn,
  useDemo,
} from '../support/demo.ts';
import { pdf } from '../support/files.ts';
import {
  respondWith,
  disconnectBackend,
  navigateTo,
  waitForText,
  pressButton,
  waitUntilLoaded,
  changeSettings,
} from '../support/page.ts';
import {
  answerAllQuestions,
  attachBiographyFiles,
  chooseAnswer,
  fillBiography,
  fillPayment,
  finalizeExam,
  overviewButton,
  payOffline,
  waitForQuestion,
  saveForm,
  startExam,
} from '../support/person.ts';
import { renderWholePage } from '../support/translator.ts';

const demo = await useDemo();

type Reach = (page: Page) => Promise<unknown>;
type Visit = [name: string, path: string, reach: Reach];
type Step = [name: string, state: LoginState, path: string, reach: Reach];

/** Does one thing after the other. */
const steps =
  (...all: Reach[]): Reach =>
  async (page) => {
    for (const step of all) await step(page);
  };
/** Makes a step of an act: with what it is given, but for the page. */
const step =
  <Given extends unknown[]>(act: (page: Page, ...given: Given) => Promise<unknown>) =>
  (...given: Given): Reach =>
  (page) =>
    act(page, ...given);
const there = step((page, css: string) => page.locator(css).first().waitFor());
const showsText = step(waitForText);
const cut = step(disconnectBackend);
const goTo = step((page, path: string) => page.goto(demo.siteUrl + path));
const click = step((page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click({ force: true }),
);
const dialog = there('dialog[open]');

/** Sends a form as it is. */
const refused = (name: string) => steps(waitUntilLoaded, click(name), there('.error-summary'));

/** @param time how long she stays, by the test's clock */
const logInAndWait = step(async (page, time: string) => {
  await page.clock.install();
  await page.reload();
  await waitForHydration(page);
  await signIn(page, await newAccount(demo));
  await page.locator('#menu').getByText('Welcome HANA').waitFor({ state: 'attached' });
  await page.clock.fastForward(time);
});

/** As if so many seconds of the test were left. */
const timeIsShort = step(async (page, seconds: number) => {
  await page.evaluate((left) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('exam:')) ?? '';
    const attempt = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...attempt, deadline: Date.now() + left * 1000 }));
  }, seconds);
  await page.reload();
});

const unfold: Reach = (page) => page.locator('.overview summary').click();
const first: Reach = (page) => chooseAnswer(page, 0);
const answered = step((page, right?: boolean) => answerAllQuestions(demo, page, right));

const visitors: Visit[] = [
  [
    'a registration with errors',
    paths.register,
    steps((page) => page.locator('summary').first().click(), refused('Register')),
  ],
  [
    'a sign-in refused in a dialog',
    paths.login,
    steps((page) => signIn(page, 'nobody@example.com'), dialog),
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
  ...['/', '/admission/datascience'].map((path): Visit => {
    const reach = steps(cut(), goTo(path), there('main .retry'));
    return [`${path}, which could not be fetched`, paths.about, reach];
  }),
  [
    'a program that is on its way',
    paths.about,
    steps(
      (page) => page.route('**/api/**', () => {}),
      goTo('/admission/datascience'),
      there('main .skeleton'),
    ),
  ],
  [
    'a year without courses',
    '/admission/entrepreneurship&innovation',
    steps(
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
      await refused('Save')(page);
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
      await signIn(page, email, (await demo.readMails(email))[0]?.temporaryPassword);
      await page.waitForURL('**/change-password');
    },
  ],
  ['a session that ends soon', paths.login, steps(logInAndWait('46:00'), there('dialog[open]'))],
  [
    'a session that has ended',
    paths.login,
    steps(logInAndWait('50:01'), (page) => page.getByText('Your session has ended.').waitFor()),
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
    'the dialog after the login of somebody who has applied',
    paths.login,
    steps((page) => signIn(page, newApplicant('APPLIED'), precreatedPassword), dialog),
  ],
];

const examStates: [name: string, reach: Reach][] = [
  [
    'before the test, with the sample questions',
    async (page) => {
      await page.getByText('Try three sample questions').click();
      for (const at of [0, 1])
        await page.locator('.sample').nth(at).locator('.radio').first().click();
      await page.getByText('Not right.').waitFor();
    },
  ],
  ['a test that cannot be created', steps(waitUntilLoaded, cut(), click('Start DLT'), dialog)],
  ['the first question', steps(startExam, first)],
  [
    'in the middle of the test, the time hidden',
    async (page) => {
      await startExam(page);
      // axe does not judge the contrast of a single digit.
      await unfold(page);
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
    steps(startExam, first, unfold, click('Check your answers'), there('.check')),
  ],
  ['the last minute', steps(startExam, timeIsShort(50), showsText('Last minute'))],
  [
    'the time is over, without a network',
    steps(
      startExam,
      first,
      cut(),
      timeIsShort(0),
      showsText('Your time is over'),
      showsText('Tried'),
    ),
  ],
  [
    'the time is over, and nothing is answered',
    steps(startExam, timeIsShort(0), showsText('Look for my result')),
  ],
  [
    'a running test, on another page',
    steps(startExam, goTo('/about'), showsText('Your test is running')),
  ],
  [
    'a logout that would lose the test',
    async (page) => {
      await startExam(page);
      await page.goto(`${demo.siteUrl}/about`);
      await waitForHydration(page);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await dialog(page);
    },
  ],
  [
    'a test that cannot be submitted',
    steps(
      startExam,
      answered(),
      cut(),
      finalizeExam,
      showsText('Your answers are safe on this device'),
    ),
  ],
  [
    'a session too short for the test',
    async (page) => {
      await waitUntilLoaded(page);
      await page.evaluate(() => {
        const user = JSON.parse(sessionStorage.getItem('user-data') ?? '{}') as object;
        const endsAt = Date.now() + 20 * 60_000;
        sessionStorage.setItem('user-data', JSON.stringify({ ...user, endsAt }));
      });
      await page.reload();
      await pressButton(page, 'Start DLT');
      await dialog(page);
    },
  ],
  ['a fail', steps(startExam, answered(false), finalizeExam, there('.verdict.fail'))],
  [
    'a pass, the code copied',
    steps(
      startExam,
      answered(),
      finalizeExam,
      (page) => page.locator('.code').click(),
      there('.toast p'),
    ),
  ],
];

const applicants: Step[] = [
  ...keysOf(stateByPage).map(
    (name): Step => [
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
    .map((state): Step => [`home, ${state}`, state, '/', steps(there('.standing'), waitUntilLoaded)]),
  ...examStates.map(([name, reach]): Step => [name, 'ACTIVATED', paths.takeExam, reach]),
  [
    'the bank accounts',
    'TOOK_EXAM',
    paths.examResult,
    steps(click('BANK'), there('dialog[open] table')),
  ],
  [
    'a result whose payment cannot be read',
    'TOOK_EXAM',
    '/about',
    steps(cut('payments/**'), goTo(paths.examResult), there('main .retry')),
  ],
  ['a payment with errors', 'TOOK_EXAM', paths.offlinePayment, refused('Submit')],
  [
    'a payment whose receipt is stored',
    'TOOK_EXAM',
    paths.offlinePayment,
    steps(
      (page) => respondWith(page, 500, '', 'payments/private/make_offline_payment'),
      payOffline,
      dialog,
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
      const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
      await waiting.getByText('Waiting to be sent: 1').click();
      await waitUntilLoaded(page);
    },
  ],
  [
    'a payment that was opened at a provider',
    'TOOK_EXAM',
    paths.offlinePayment,
    steps(
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
    steps(
      (page) => page.getByLabel('Payment receipt').setInputFiles(pdf('receipt.pdf')),
      showsText('Take a screenshot or a photo of it'),
      refused('Submit'),
    ),
  ],
  [
    'a receipt',
    'TOOK_EXAM',
    paths.offlinePayment,
    steps(
      payOffline,
      (page) => page.getByRole('link', { name: 'See the receipt' }).click(),
      showsText('Five hundred birr'),
    ),
  ],
  ...[paths.offlinePayment, paths.examResult, paths.home].map(
    (shown): Step => [
      `a payment that was rejected, on ${shown}`,
      'TOOK_EXAM',
      paths.offlinePayment,
      async (page) => {
        await payOffline(page);
        await waitForText(page, 'Your payment now awaits verification');
        const user = await page.evaluate(() => sessionStorage.getItem('user-data') ?? '{}');
        await demo.decide('reject', JSON.parse(user).email);
        await page.goto(demo.siteUrl + shown);
        await waitForText(page, 'The college could not confirm the payment');
        await waitUntilLoaded(page);
      },
    ],
  ),
  ['a biography with errors', 'BIOGRAPHIC_APPLICANT', paths.biographyData, refused('Continue')],
  [
    'an upload on its way',
    'BIOGRAPHIC_APPLICANT',
    paths.biographyData,
    steps(
      (page) => page.route('**/upload_v2', () => {}),
      fillBiography,
      attachBiographyFiles,
      saveForm,
      there('progress'),
    ),
  ],
  [
    'an education background with errors',
    'BIOGRAPHIC_APPLICANT2',
    paths.educationBackground,
    refused('Continue'),
  ],
  [
    'an emergency contact with errors',
    'BIOGRAPHIC_APPLICANT3',
    paths.emergencyContact,
    steps(
      (page) => page.getByLabel('Relationship to You').selectOption('Other'),
      refused('Continue'),
    ),
  ],
  ['an application with errors', 'READY_TO_APPLY', paths.applyProgram, refused('Apply')],
  [
    'the biography settings of a profile',
    'READY_TO_APPLY',
    paths.editProfile,
    steps(
      (page) => page.getByRole('tab', { name: 'Biography Settings' }).click(),
      showsText('Country of residence'),
      waitUntilLoaded,
    ),
  ],
  [
    'a profile with errors',
    'ACTIVATED',
    paths.editProfile,
    steps((page) => page.getByLabel('First name').fill(''), refused('Save changes')),
  ],
  [
    'a profile that was saved',
    'ACTIVATED',
    paths.editProfile,
    steps((page) => page.getByLabel('First name').fill('Hana'), click('Save changes'), dialog),
  ],
];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A small phone and a desk. */
const sizes = [
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
] as const;
const onPhone = { viewport: sizes[0] };

/** On a phone the menu is folded and the programs are stacked: there axe runs on a desk too, which takes a second. */
const differOnADesk = new Set([paths.home, 'the menus, open', 'a registration with errors']);

/** @returns what is wrong with the page, a line each */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // Colours can be compared only where something is drawn.
  await renderWholePage(page);
  await unstick(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await twoFrames(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) faults.push(`${wide} pixels wider than ${size.width}`);
    if (size === sizes[0] || differOnADesk.has(name)) {
      const found = await violations(page, everything);
      faults.push(...found.map((violation) => `at ${size.width} px: ${violation}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  const inTheDark = await violations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...inTheDark.map((violation) => `in the dark scheme: ${violation}`)];
}

/** Waits until what watches sizes has seen those of now: that happens as a frame is drawn. */
const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** A sticky bar may cover a part of something that can be scrolled out from under it; axe would call it too small. */
const unstick = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(one).position === 'sticky') one.style.position = 'static';
  });

/** @param only tags or rules of axe @returns what it finds, a line each */
async function violations(page: Page, only: readonly string[]): Promise<string[]> {
  // The page's policy forbids injected scripts; the browser itself may run one.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
    const found = await checker.run(document, {
      runOnly: [...runOnly],
      resultTypes: ['violations'],
    });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, only);
}

test('every public page, one after the other', async () => {
  const page = await demo.open('/no/such/page', onPhone);
  const faults = new Map([['/no/such/page', await faultsOf(page, '')]]);
  for (const path of Object.values(paths)) {
    await navigateTo(page, exampleAddressOf(path));
    faults.set(path, await faultsOf(page, path));
  }
  expect(Object.fromEntries([...faults].filter(([, found]) => found.length > 0))).toEqual({});
});

test.each(visitors)('%s', async (name, path, reach) => {
  const page = await demo.open(path, onPhone);
  await reach(page);
  expect(await faultsOf(page, name)).toEqual([]);
});

test.each(applicants)('%s', async (name, state, path, reach) => {
  const page = await openLoggedIn(demo, newApplicant(state), path, onPhone);
  await reach(page);
  expect(await faultsOf(page, name)).toEqual([]);
});
