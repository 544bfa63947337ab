/** Who has paid is not asked to pay twice (decisions, section 3). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant, openAs, stateOf } from './applicants.ts';
import { type Demo, heading, startDemo } from './demo.ts';
import { picture } from './files.ts';
import { callsOf, press } from './page.ts';
import { payOffline } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

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
