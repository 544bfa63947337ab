/** Secrets leave the history, the addresses and the storage of a phone that a family shares. */
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

test.each(['a click on the site', 'another address'])(
  'the form after a temporary password outlives a reload, and is not opened by Back after %s',
  async (way) => {
    const email = await newAccount(demo);
    await demo.client.auth.forgotPassword({ body: { email } });
    const [mail] = await demo.readMails(email);
    const page = await demo.open('/login');
    await logIn(page, email, mail?.temporaryPassword);
    await waitForHeading(page, 'Set a new password');
    await page.reload();
    await waitForHydration(page);
    await waitForHeading(page, 'Set a new password');
    if (way === 'another address') await page.goto(`${demo.siteUrl}/mark.svg`);
    else await page.locator('header a').first().click();
    await page.waitForURL((url) => url.pathname !== '/change-password');
    await page.goBack();
    await waitForHeading(page, 'Sign in');
    expect(readPath(page)).toBe('/login');
    expect(await page.evaluate(() => sessionStorage.getItem('secret-state'))).toBeNull();
  },
);
