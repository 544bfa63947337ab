/**
 * axe finds no fault on any page that needs no login, in any state (WCAG 2.2 A and AA), and no page is wider than the
 * screen: on a small phone, on a desk where the page differs there, and in the light and the dark colour scheme.
 * heard.test.ts looks at the errors and dialogs of the journey.
 */
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import {
  disconnect,
  findFaults,
  inSequence,
  type PageAction,
  phoneOptions,
  showsElement,
  showsText,
  submitInvalid,
  toPageAction,
} from '../support/accessibility.ts';
import { logIn, newAccount, publicAddresses, useDemo, waitForHydration } from '../support/demo.ts';
import { changeSettings, navigateTo } from '../support/page-actions.ts';

const demo = await useDemo();

type VisitorCase = [name: string, path: string, action: PageAction];

const goTo = toPageAction((page, path: string) => page.goto(demo.siteUrl + path));

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

const visitorCases: VisitorCase[] = [
  [
    'a registration with errors',
    paths.register,
    inSequence((page) => page.locator('summary').first().click(), submitInvalid('Register')),
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
  [
    'the home page, which could not be loaded',
    paths.about,
    inSequence(disconnect(), goTo(paths.home), showsElement('main .retry')),
  ],
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
      await page.getByText('Technical details').click();
      await page.getByText('apiBase is missing').waitFor();
    },
  ],
  [
    'a service that is down',
    paths.degreePrograms,
    async (page) => {
      await page.route(`${demo.apiUrl}/**`, (route) => route.abort());
      await page.goto(demo.siteUrl + paths.degreePrograms);
      await page.getByText('Our service is down right now.').first().waitFor();
    },
  ],
];

test('no public page has an accessibility fault', async () => {
  const page = await demo.open(paths.terms, phoneOptions);
  const faultsByPath = new Map<string, string[]>();
  for (const path of publicAddresses) {
    await navigateTo(page, path);
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
