/** Payments at the three providers, and the way back to the site (specification/journey §4). */
import { currencyByProvider } from '@one-planet/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  newApplicant,
  openLoggedIn,
  readState,
  useDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { changeSettings, readPath } from '../support/page-actions.ts';

const demo = await useDemo();

const formPath = '/applicant/offline_payment';
const providerNames = { paypal: 'Paypal', stripe: 'Stripe', arifpay: 'Arifpay' };

/** Changes the settings so that the fee is 25 USD. */
const setUsdPrice = (page: Page) => changeSettings(page, { prices: { usd: 25 } });

async function openForm(beforeLoad?: (page: Page) => Promise<unknown>) {
  const email = newApplicant('TOOK_EXAM');
  const page = await openLoggedIn(demo, email, formPath, beforeLoad && { beforeLoad });
  await page.locator('form').waitFor();
  return { email, page };
}

const chooseOnline = (page: Page) => page.getByRole('radio', { name: /^Online/ }).check();

const clickButton = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function payAt(page: Page, name: string): Promise<void> {
  await chooseOnline(page);
  await clickButton(page, name);
}

test.each(Object.entries(currencyByProvider))(
  '%s is paid in %s, and the way back leads to the page of the new state',
  async (gateway, currency) => {
    const { email, page } = await openForm(setUsdPrice);
    const payRequest = page.waitForRequest('**/payments/paypal/pay');
    await payAt(page, providerNames[gateway as keyof typeof providerNames]);
    expect((await payRequest).postDataJSON()).toEqual({
      price: currency === 'USD' ? 25 : 500,
      currency,
      method: gateway,
      intent: 'SALE',
      description: 'Admission application fee',
    });
    await page.waitForURL(`**/_mock/pay/${gateway}/*`);
    await page.getByRole('button', { name: 'Pay' }).click();
    await waitForHeading(page, 'Your payment is being verified');
    expect(readPath(page)).toBe('/applicant/pending_pay_verification');
    expect(await readState(demo, email)).toBe('ACTIVATION_PAID');
    // Going back cannot pay a second time, because the form is not shown any more.
    await page.goto(demo.siteUrl + formPath);
    await waitForHeading(page, 'Your payment is being verified');
  },
);

test('an applicant who comes back without a payment sees the form again only after she says that she has not paid', async () => {
  const { email, page } = await openForm();
  await payAt(page, 'Arifpay');
  await page.waitForURL('**/_mock/pay/**');
  await page.goBack();
  await page.getByText('You opened a payment at Arifpay').waitFor();
  await clickButton(page, 'Has my payment arrived?');
  await page.getByText('It has not arrived yet.').waitFor();
  await page.reload();
  await page.getByText('You opened a payment at Arifpay').waitFor();
  expect(await page.locator('main form').count()).toBe(0);
  await clickButton(page, 'I have not paid there');
  await chooseOnline(page);
  expect(await page.locator('main form').isVisible()).toBe(false);
  await payAt(page, 'Arifpay');
  await page.waitForURL('**/_mock/pay/**');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await waitForHeading(page, 'Application Payment Form');
  await page.getByText('You opened a payment at Arifpay').waitFor();
  // Meanwhile she pays in another window.
  const newPageEvent = page.context().waitForEvent('page');
  await page.evaluate((url) => void window.open(url), `${demo.siteUrl}${formPath}`);
  const secondTab = await newPageEvent;
  await waitForHydration(secondTab);
  await clickButton(secondTab, 'I have not paid there');
  await payAt(secondTab, 'Arifpay');
  await secondTab.waitForURL('**/_mock/pay/**');
  await secondTab.getByRole('button', { name: 'Pay', exact: true }).click();
  await waitForHeading(secondTab, 'Your payment is being verified');
  expect(await readState(demo, email)).toBe('ACTIVATION_PAID');
  await page.reload();
  await waitForHeading(page, 'Your payment is being verified');
});
