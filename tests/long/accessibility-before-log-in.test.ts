/** axe finds nothing on any public route in any state, on a small phone and on a desktop (WCAG 2.2 A and AA). */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../web/src/routes.ts';
import {
  type Demo,
  newAccount,
  newEmail,
  ready,
  register,
  signIn,
  startDemo,
} from '../site/demo.ts';
import { expectNoFaults, faultsOf, onPhone } from './axe.ts';
import { exampleOf } from './where-shown.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

type State = [name: string, path: string, reach: (page: Page) => Promise<unknown>];

const press = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name }).click({ force: true });

const cut = (page: Page) => page.route('**/api/**', (route) => route.abort());

/** @param time how long she stays, by the test's clock */
async function logInAndWait(page: Page, time: string): Promise<void> {
  await page.clock.install();
  await page.reload();
  await ready(page);
  await signIn(page, await newAccount(demo));
  await page.locator('#menu').getByText('Welcome HANA').waitFor({ state: 'attached' });
  await page.clock.fastForward(time);
}

const states: State[] = [
  [
    'a registration with errors',
    paths.register,
    async (page) => {
      await page.locator('summary').first().click();
      await press(page, 'Register');
      await page.locator('.error-summary').waitFor();
    },
  ],
  [
    'a sign-in refused in a dialog',
    paths.login,
    async (page) => {
      await signIn(page, 'nobody@example.com');
      await page.locator('dialog[open]').waitFor();
    },
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
    'a home page that could not fetch',
    paths.about,
    async (page) => {
      await cut(page);
      await page.goto(demo.site);
      await page.locator('main .retry').first().waitFor();
    },
  ],
  [
    'a program that could not be fetched',
    paths.about,
    async (page) => {
      await cut(page);
      await page.goto(`${demo.site}/admission/datascience`);
      await page.locator('main .retry').waitFor();
    },
  ],
  [
    'a program that is on its way',
    paths.about,
    async (page) => {
      await page.route('**/api/**', () => {});
      await page.goto(`${demo.site}/admission/datascience`);
      await page.locator('main .skeleton').waitFor();
    },
  ],
  [
    'a year without courses',
    '/admission/entrepreneurship&innovation',
    async (page) => {
      await page.getByRole('tab', { name: 'Year Four' }).click();
      await page.getByText('No courses available for the selected year').waitFor();
    },
  ],
  [
    'the video',
    paths.home,
    async (page) => {
      await page.route('**/config.json', async (route) => {
        const settings = await (await route.fetch()).json();
        await route.fulfill({ json: { ...settings, videoUrl: 'https://video.example/embed/1' } });
      });
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
      await register(demo, email);
      await page.goto((await demo.mails(email))[0]?.link ?? '');
      await press(page, 'Save');
      await page.locator('.error-summary').waitFor();
    },
  ],
  [
    'a confirmation that an e-mail was sent',
    paths.resendEmail,
    async (page) => {
      const email = newEmail();
      await register(demo, email);
      await page.getByLabel('Email').fill(email);
      await press(page, 'Send');
      await page.waitForURL('**/resend-email-confirmation');
    },
  ],
  [
    'a new password after a temporary one',
    paths.login,
    async (page) => {
      const email = await newAccount(demo);
      await demo.call('/auth/public/forgot_password', { email });
      await signIn(page, email, (await demo.mails(email))[0]?.temporaryPassword);
      await page.waitForURL('**/change-password');
    },
  ],
  [
    'a session that ends soon',
    paths.login,
    async (page) => {
      await logInAndWait(page, '46:00');
      await page.locator('dialog[open]').waitFor();
    },
  ],
  [
    'a session that has ended',
    paths.login,
    async (page) => {
      await logInAndWait(page, '50:01');
      await page.getByText('Your session has ended.').waitFor();
    },
  ],
  [
    'settings that are wrong',
    paths.about,
    async (page) => {
      await page.route('**/config.json', (route) => route.fulfill({ json: {} }));
      await page.goto(demo.site);
      await page.getByText('apiBase is missing').waitFor();
    },
  ],
];

/** On a phone the menu is folded and the programs are stacked. */
const differOnADesk = new Set([paths.home, 'the menus, open', 'a registration with errors']);
const atDesk = (name: string) => (differOnADesk.has(name) ? 'differs on desktop' : undefined);

test('every public page, one after the other', async () => {
  const page = await demo.open('/no/such/page', onPhone);
  const faults = new Map([['/no/such/page', await faultsOf(page)]]);
  for (const path of Object.values(paths)) {
    const before = await page.locator('h1').elementHandle();
    await page.evaluate((to) => history.pushState(null, '', to), exampleOf(path));
    // Some pages redirect; each has a heading of its own.
    await page.waitForFunction((h1) => !h1?.isConnected, before);
    await page.locator('main h1').waitFor();
    await page.locator('main .skeleton').waitFor({ state: 'detached' });
    faults.set(path, await faultsOf(page, atDesk(path)));
  }
  expect(Object.fromEntries([...faults].filter(([, found]) => found.length > 0))).toEqual({});
});

test.each(states)('%s', async (name, path, reach) => {
  const page = await demo.open(path, onPhone);
  await reach(page);
  await expectNoFaults(page, atDesk(name));
});
