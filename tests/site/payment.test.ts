/** The three providers, the way there and back, and a payment the staff reject (journey specification, section 4). */
import { gateways } from '@one-planet/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  dialogText,
  heading,
  newApplicant,
  openAs,
  ready,
  stateOf,
  useDemo,
} from '../support/demo.ts';
import { picture } from '../support/files.ts';
import { callsOf, closeDialog, path, press } from '../support/page.ts';
import { payOffline } from '../support/person.ts';

const demo = await useDemo();

const form = '/applicant/offline_payment';
const names = { paypal: 'Paypal', stripe: 'Stripe', arifpay: 'Arifpay' };

/** The settings of a college that takes 25 USD. */
const withUsd = (page: Page) =>
  page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const settings = (await response.json()) as object;
    await route.fulfill({ response, json: { ...settings, prices: { usd: 25 } } });
  });

async function openForm(before?: (page: Page) => Promise<unknown>) {
  const email = newApplicant('TOOK_EXAM');
  const page = await openAs(demo, email, form, { ...(before ? { before } : {}) });
  await page.locator('form').waitFor();
  return { email, page };
}

const online = (page: Page) => page.getByRole('radio', { name: /^Online/ }).check();

const choose = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function payAt(page: Page, name: string): Promise<void> {
  await online(page);
  await choose(page, name);
}

test.each(Object.entries(gateways))(
  '%s is paid in %s, and the way back leads to where the status leads',
  async (gateway, currency) => {
    const { email, page } = await openForm(withUsd);
    const sent = page.waitForRequest('**/payments/paypal/pay');
    await payAt(page, names[gateway as keyof typeof names]);
    expect((await sent).postDataJSON()).toEqual({
      price: currency === 'USD' ? 25 : 500,
      currency,
      method: gateway,
      intent: 'SALE',
      description: 'Admission application fee',
    });
    await page.waitForURL(`**/_mock/pay/${gateway}/*`);
    await page.getByRole('button', { name: 'Pay' }).click();
    await heading(page, 'Your payment is being verified');
    expect(path(page)).toBe('/applicant/pending_pay_verification');
    expect(await stateOf(demo, email)).toBe('ACTIVATION_PAID');
    // Going back pays nothing again: the form is not shown any more.
    await page.goto(demo.site + form);
    await heading(page, 'Your payment is being verified');
  },
);

test('without a price in USD, Paypal and Stripe are unavailable and it is said why', async () => {
  const { page } = await openForm();
  const calls = callsOf(page);
  await online(page);
  for (const name of ['Paypal', 'Stripe']) {
    const button = page.getByRole('button', { name });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
  }
  await page.getByText('Paypal is not available at the moment.').waitFor();
  await page.getByText('Stripe is not available at the moment.').waitFor();
  expect(calls).toEqual([]);
});

test('choosing one disables the others, and a double click opens one payment', async () => {
  const { page } = await openForm(withUsd);
  const calls = callsOf(page);
  let release = () => {};
  await page.route('**/payments/paypal/pay', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue();
  });
  await online(page);
  await page.getByRole('button', { name: 'Arifpay' }).dblclick();
  await page.getByRole('button', { name: 'Opening Arifpay...' }).waitFor();
  for (const name of ['Paypal', 'Stripe']) {
    expect(await page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  }
  await page.getByRole('button', { name: 'Paypal' }).click({ force: true });
  release();
  await page.waitForURL('**/_mock/pay/arifpay/*');
  expect(calls).toEqual(['POST /payments/paypal/pay']);
});

test('whoever comes back without having paid is not asked again until she says that she has not paid', async () => {
  const { email, page } = await openForm();
  await payAt(page, 'Arifpay');
  await page.waitForURL('**/_mock/pay/**');
  await page.goBack();
  await page.getByText('You opened a payment at Arifpay').waitFor();
  await choose(page, 'Has my payment arrived?');
  await page.getByText('It has not arrived yet.').waitFor();
  await page.reload();
  await page.getByText('You opened a payment at Arifpay').waitFor();
  expect(await page.locator('main form').count()).toBe(0);
  await choose(page, 'I have not paid there');
  await online(page);
  expect(await page.locator('main form').isVisible()).toBe(false);
  await payAt(page, 'Arifpay');
  await page.waitForURL('**/_mock/pay/**');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await heading(page, 'Digital Literacy Test Result');
  await page.getByText('You opened a payment at Arifpay').waitFor();
  // Paid in another window meanwhile.
  const pending = page.context().waitForEvent('page');
  await page.evaluate((to) => void window.open(to), `${demo.site}${form}`);
  const other = await pending;
  await ready(other);
  await choose(other, 'I have not paid there');
  await payAt(other, 'Arifpay');
  await other.waitForURL('**/_mock/pay/**');
  await other.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(other, 'Your payment is being verified');
  expect(await stateOf(demo, email)).toBe('ACTIVATION_PAID');
  await page.reload();
  await heading(page, 'Your payment is being verified');
});

test('a page that the browser kept aside is loaded anew: the status may have moved meanwhile', async () => {
  const { email, page } = await openForm();
  await page.route('**/payments/paypal/pay', () => {});
  await payAt(page, 'Arifpay');
  await page.getByRole('button', { name: 'Opening Arifpay...' }).waitFor();
  const comeBack = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await comeBack();
  await page.getByRole('button', { name: 'Arifpay', exact: true }).waitFor();
  await page.getByRole('radio', { name: /^At a bank/ }).check();
  await payOffline(page);
  await heading(page, 'Payment Details Uploaded Successfully');
  await demo.decide('verify', email);
  await comeBack();
  await heading(page, 'Biographical Data');
});

test.each([
  ['https://evil.example/pay', '(https://evil.example)'],
  ['javascript:alert(1)', '(an address that cannot be read)'],
  ['nowhere', '(an address that cannot be read)'],
])('a provider at %s is refused, and another can be chosen', async (redirect, named) => {
  const { page } = await openForm();
  await page.route('**/payments/paypal/pay', (route) =>
    route.fulfill({ json: { redirect }, headers: { 'access-control-allow-origin': '*' } }),
  );
  await payAt(page, 'Arifpay');
  const [title, text] = await dialogText(page);
  expect(title).toBe('Error');
  expect(text).toContain(named);
  await closeDialog(page);
  expect(path(page)).toBe(form);
  await page.unrouteAll();
  await payAt(page, 'Arifpay');
  await page.waitForURL('**/_mock/pay/arifpay/*');
});

test('a provider that cannot be opened: the words of the server', async () => {
  const { page } = await openForm();
  await page.route('**/payments/paypal/pay', (route) =>
    route.fulfill({
      status: 400,
      body: 'Arifpay is closed today.',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await payAt(page, 'Arifpay');
  expect(await dialogText(page)).toEqual(['Error', 'Arifpay is closed today.']);
});

test('a payment that staff reject is noticed by the page that waits, and is corrected in its form', async () => {
  const email = newApplicant('TOOK_EXAM');
  const page = await openAs(demo, email, '/applicant/offline_payment', { clock: true });
  const code = await page.getByLabel('Payment Code').inputValue();
  await payOffline(page);
  await heading(page, 'Payment Details Uploaded Successfully');
  await page.getByText('Your payment now awaits verification').waitFor();
  await demo.decide('reject', email);
  await page.clock.runFor(61_000);
  await heading(page, 'Digital Literacy Test Result');
  await page.getByText(/^The college could not confirm the payment that you sent on/).waitFor();
  await page.getByText('do not pay again').waitFor();
  expect(await page.getByText('to be paid within').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Correct what I sent' }).click();
  await heading(page, 'Application Payment Form');
  const reference = page.getByLabel('Transaction Reference Number');
  expect(await reference.inputValue()).toBe('FT25324XKQ71');
  expect(await page.getByLabel('Payment Code').inputValue()).toBe(code);
  expect(await page.getByLabel('Payment Bank').inputValue()).toMatch(/^\d+$/);
  await page.getByText('receipt.png is already uploaded').waitFor();
  await page.reload();
  expect(await reference.inputValue()).toBe('FT25324XKQ71');

  await reference.fill('FT25324XKQ77');
  await page.reload();
  await page.locator('.retry dd', { hasText: 'FT25324XKQ71' }).waitFor();
  expect(await reference.inputValue()).toBe('FT25324XKQ77');
  const calls = callsOf(page);
  await page.getByLabel('Payment receipt').setInputFiles(picture('clearer.png'));
  await press(page, 'Submit');
  await heading(page, 'Payment Details Uploaded Successfully');
  expect(calls).toContain('POST /files/private/upload_v2');
  expect(await stateOf(demo, email)).toBe('ACTIVATION_PAID');
});
