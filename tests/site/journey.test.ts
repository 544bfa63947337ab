/** An applicant's whole way on a phone, from registration to the receipt; every page is loaded anew once. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Demo,
  fillRegistration,
  heading,
  newEmail,
  password,
  ready,
  signIn,
  startDemo,
} from './demo.ts';
import { path } from './page.ts';
import {
  attachBiography,
  fillBiography,
  fillContact,
  fillEducation,
  payOffline,
  proceed,
  save,
  staffDecides,
  takeExam,
} from './steps.ts';

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

describe.each([
  ['canonical', []],
  ['alternate', ['--dialect', 'alternate']],
])('in the dialect %s', (_name, flags) => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo(...flags);
  });
  afterAll(() => demo?.close());

  /** Loads the page anew: she is where she was. */
  async function reload(page: Page, title: string): Promise<void> {
    const before = path(page);
    await page.reload();
    await ready(page);
    await heading(page, title);
    expect(path(page)).toBe(before);
  }

  test('somebody registers, passes the test, pays, fills in the forms, applies and sees the receipt', async () => {
    const email = newEmail();
    const page = await demo.open('/admission/datascience', phone);
    await page.locator('main').getByRole('link', { name: 'Apply Now' }).click();
    await page.locator('main').getByRole('link', { name: 'Register' }).click();
    await fillRegistration(page, email);
    await page.getByRole('button', { name: 'Register' }).click();
    await heading(page, 'Applicant Registration Successful');
    await page.goto((await demo.mails(email))[0]?.link ?? '');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Take DLT' }).click();
    await signIn(page, email);
    await heading(page, 'Digital Literacy Test');

    await reload(page, 'Digital Literacy Test');
    await takeExam(demo, page);

    await heading(page, 'Digital Literacy Test Result');
    expect(path(page)).toBe('/applicant/exam_result');
    await reload(page, 'Digital Literacy Test Result');
    const code = (await page.locator('.code').textContent()) ?? '';
    await page.getByRole('link', { name: 'Proceed To Payment' }).click();

    await reload(page, 'Application Payment Form');
    expect(await page.getByLabel('Payment Code').inputValue()).toBe(code);
    await payOffline(page);
    await heading(page, 'Payment Details Uploaded Successfully');
    expect(path(page)).toBe('/applicant/finalize_payment');
    await reload(page, 'Payment Details Uploaded Successfully');
    await proceed(page);
    await heading(page, 'Your payment is being verified');
    await reload(page, 'Your payment is being verified');

    await staffDecides(demo, 'verify', email);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByText('Step 4 of 9').waitFor();
    await page.locator('.standing').getByRole('button').click();
    await heading(page, 'Biographical Data');
    await fillBiography(page);
    await reload(page, 'Biographical Data');
    expect(await page.getByLabel('Native Language').inputValue()).toBe('Amharic');
    expect(await page.getByLabel('Year', { exact: true }).inputValue()).toBe('2001');
    expect(await page.getByLabel('female', { exact: true }).isChecked()).toBe(true);
    await attachBiography(page);
    await save(page);

    await heading(page, 'Education Background');
    await fillEducation(page);
    await reload(page, 'Education Background');
    await save(page);

    await heading(page, 'Emergency Contact');
    await fillContact(page);
    await reload(page, 'Emergency Contact');
    await save(page);

    await heading(page, 'Apply to Program');
    await page.locator('.radio').first().click();
    await reload(page, 'Apply to Program');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await heading(page, 'Application Submitted');
    await reload(page, 'Application Submitted');
    expect(path(page)).toBe('/applicant/apply_program_confirmation');
    expect(await page.locator('main').textContent()).toMatch(/You have applied to \w/);

    await page.goto(`${demo.site}/receipt/type1/${code}`);
    await ready(page);
    await heading(page, 'Student Registration Receipt');
    await page.getByText('Five hundred birr').waitFor();
    await page.getByText('HANA TESFAYE').first().waitFor();
    expect(demo.complaints).toEqual([]);
  }, 120_000);
});
