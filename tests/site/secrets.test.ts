/** Secrets leave the history, the addresses and the storage of a phone that a family shares. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { walkJourney } from '../support/applicant-steps.ts';
import {
  logIn,
  newAccount,
  newEmail,
  useErrorFreeDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { readPath } from '../support/page-actions.ts';
import { watchSecrets } from '../support/secrets.ts';

const demo = await useErrorFreeDemo();

test('after a whole journey no entry of the history, no address and no storage has a secret of it', async () => {
  let expectNoSecrets = async () => {};
  const page = await demo.open('/', {
    beforeLoad: async (page) => {
      expectNoSecrets = await watchSecrets(page);
    },
  });
  await walkJourney(demo, { page, email: newEmail() });
  await expectNoSecrets();
});

/** Opens the form of a new password, in the tab, after a login with a temporary one. */
async function openNewPassword(page: Page): Promise<void> {
  const email = await newAccount(demo);
  await demo.client.auth.forgotPassword({ body: { email } });
  const [mail] = await demo.readMails(email);
  await page.goto(`${demo.siteUrl}/login`);
  await waitForHydration(page);
  await logIn(page, email, mail?.temporaryPassword);
  await waitForHeading(page, 'Set a new password');
}

async function expectFormClosed(page: Page): Promise<void> {
  await waitForHeading(page, 'Sign in');
  expect(readPath(page)).toBe('/login');
  expect(await page.evaluate(() => sessionStorage.getItem('secret-state'))).toBeNull();
}

test.each(['a click on the site', 'another address'])(
  'the form after a temporary password outlives a reload, and is not opened by Back after %s',
  async (way) => {
    const page = await demo.open('/');
    await openNewPassword(page);
    await page.reload();
    await waitForHydration(page);
    await waitForHeading(page, 'Set a new password');
    if (way === 'another address') await page.goto(`${demo.siteUrl}/mark.svg`);
    else await page.locator('header a').first().click();
    await page.waitForURL((url) => url.pathname !== '/change-password');
    await page.goBack();
    await expectFormClosed(page);
  },
);

test('it is closed when the browser brings the page back as it was', async () => {
  const page = await demo.open('/');
  await openNewPassword(page);
  // Playwright's browsers do not keep pages that were left, so this says what they would say.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expectFormClosed(page);
});

test('it is not opened by a reload after Back, before whose script the page was reloaded', async () => {
  const page = await demo.open('/');
  await openNewPassword(page);
  await page.goto('about:blank');
  await page.route('**/*.js', () => {});
  await page.evaluate(() => history.back());
  await page.waitForURL('**/change-password', { waitUntil: 'commit' });
  // Nobody reloads a page sooner.
  await page.waitForFunction(() => performance.now() > 500);
  await page.unroute('**/*.js');
  await page.reload();
  await expectFormClosed(page);
});
