import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths as stepPaths } from '../../web/src/site/routes.ts';
import {
  attachBiographyFiles,
  fillBiography,
  fillEducation,
  payOffline,
  proceedWithApplication,
  saveForm,
} from '../support/applicant-steps.ts';
import {
  fillRegistration,
  newApplicant,
  newEmail,
  openLoggedIn,
  openStep,
  readDialogTexts,
  useDemo,
  waitForHeading,
} from '../support/demo.ts';
import {
  closeDialog,
  collectCalls,
  holdRequests,
  pressButton,
  readPath,
  respondWith,
  restoreBackend,
  waitForText,
} from '../support/page-actions.ts';
import { makePdfFile, makePictureFile } from '../support/upload-files.ts';

const demo = await useDemo();

test('from the answers to check, Back and a reload lead to the form with everything in it', async () => {
  const page = await openLoggedIn(demo, newApplicant('BIOGRAPHIC_APPLICANT2'), '/about');
  const calls = collectCalls(page);
  await proceedWithApplication(page);
  await waitForHeading(page, 'Education Background');
  await fillEducation(page);
  const checkHeading = page.getByRole('heading', { name: 'Check your answers' });
  const continueButton = page.getByRole('button', { name: 'Continue', exact: true });
  await continueButton.click();
  await checkHeading.waitFor();
  await page.goBack();
  await continueButton.waitFor();
  expect(await continueButton.evaluate((button) => button === document.activeElement)).toBe(true);
  await continueButton.click();
  await checkHeading.waitFor();
  await page.reload();
  await continueButton.waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
  await continueButton.click();
  await page.getByRole('button', { name: 'Change Grade 12 Result' }).click();
  await page.getByLabel('Grade 12 Result').fill('600');
  await continueButton.click();
  await page.locator('.answers').getByText('600').waitFor();
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await page.getByRole('button', { name: 'Save and Continue' }).dblclick();
  await waitForHeading(page, 'Emergency Contact');
  await page.goBack();
  await waitForHeading(page, 'About Us');
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

test('a form cannot be changed while it is being sent, and Back does not lose it', async () => {
  const page = await openLoggedIn(demo, newApplicant('BIOGRAPHIC_APPLICANT2'), '/about');
  await proceedWithApplication(page);
  await waitForHeading(page, 'Education Background');
  await fillEducation(page);
  await respondWith(page, 400, 'Not now.', '**/save_education_data');
  const releaseRefusal = await holdRequests(page, '**/save_education_data');
  await saveForm(page);
  await page.getByRole('button', { name: 'Saving...' }).waitFor();
  await page.getByRole('button', { name: 'Go back to the form' }).click({ force: true });
  await page.getByRole('button', { name: 'Change Grade 12 Result' }).click({ force: true });
  await page.goBack();
  expect(await page.getByRole('heading', { name: 'Check your answers' }).isVisible()).toBe(true);
  releaseRefusal();
  await closeDialog(page);
  await page.getByRole('button', { name: 'Go back to the form' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
  expect(readPath(page)).toBe('/applicant/education_background');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
});

const uploadCall = 'POST /files/private/upload_v2';
const countUploads = (calls: string[]) => calls.filter((call) => call === uploadCall).length;

describe('the receipt of a deposit', () => {
  const openForm = () => openLoggedIn(demo, newApplicant('TOOK_EXAM'), stepPaths.offlinePayment);
  const paymentCallPath = 'payments/private/make_offline_payment';

  test('is not uploaded again after the payment is refused, nor after a reload; another receipt replaces it', async () => {
    const page = await openForm();
    const calls = collectCalls(page);
    await respondWith(page, 413, 'The disk of the college is full.', 'files/**');
    await payOffline(page);
    expect(await readDialogTexts(page)).toEqual(['Error', 'The disk of the college is full.']);
    expect(calls.join()).not.toContain(paymentCallPath);
    await closeDialog(page);
    await restoreBackend(page);
    await respondWith(page, 400, 'Not today.', paymentCallPath);
    for (const [name, uploadCount] of [
      ['receipt.png', 2],
      ['receipt.png', 2],
      ['better.png', 3],
    ] as const) {
      if (name === 'better.png')
        await page.getByLabel('Payment receipt').setInputFiles(makePictureFile(name));
      await pressButton(page, 'Submit');
      expect(await readDialogTexts(page)).toEqual(['Error', 'Not today.']);
      expect(countUploads(calls)).toBe(uploadCount);
      await closeDialog(page);
    }
    await page.reload();
    await waitForText(page, 'better.png is already uploaded. Choose a file only to replace it.');
    await restoreBackend(page);
    await pressButton(page, 'Submit');
    await waitForHeading(page, 'Payment Details Uploaded Successfully');
    expect(countUploads(calls)).toBe(3);
  });

  test('shows the progress of its upload, can be cancelled, and is sent once, however often she presses', async () => {
    const page = await openForm();
    const calls = collectCalls(page);
    await page.route('**/files/private/upload_v2', () => {});
    await payOffline(page);
    const progressBar = page.getByRole('progressbar', { name: 'Uploading receipt.png' });
    await progressBar.waitFor();
    expect(await page.locator('.upload').textContent()).toMatch(/\d+%/);
    await page.getByRole('button', { name: 'Submitting...' }).waitFor();
    await pressButton(page, 'Cancel the upload');
    await progressBar.waitFor({ state: 'detached' });
    expect(await page.locator('dialog').count()).toBe(0);
    expect(calls.join()).not.toContain(paymentCallPath);
    await restoreBackend(page);
    calls.length = 0;
    await page.getByRole('button', { name: 'Submit' }).dblclick();
    await waitForHeading(page, 'Payment Details Uploaded Successfully');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      uploadCall,
      `POST /${paymentCallPath}`,
    ]);
  });
});

test('the picture of the biography is not uploaded again after the document was cancelled or refused, nor after a reload', async () => {
  const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
  const calls = collectCalls(page);
  await fillBiography(page);
  await attachBiographyFiles(page);
  await page.route('**/files/private/upload_v2', (route) =>
    countUploads(calls) === 1 ? route.continue() : undefined,
  );
  await saveForm(page);
  await page.getByRole('progressbar', { name: 'Uploading documents.pdf' }).waitFor();
  await pressButton(page, 'Cancel the upload');
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await restoreBackend(page);
  await respondWith(page, 415, 'This PDF is broken.', 'files/private/upload_v2');
  await saveForm(page);
  expect(await readDialogTexts(page)).toEqual(['Error', 'This PDF is broken.']);
  expect(countUploads(calls)).toBe(3);
  await page.reload();
  await waitForText(page, 'me.png is already uploaded');
  await page.getByLabel('Education Document').setInputFiles(makePdfFile('better.pdf'));
  await restoreBackend(page);
  await saveForm(page);
  await waitForHeading(page, 'Education Background');
  expect(countUploads(calls)).toBe(4);
});

/** Opens the registration, ticks the boxes that enable its button, and sends it otherwise empty. */
async function submitEmptyRegistration(width: number): Promise<Page> {
  const page = await demo.open('/register', { viewport: { width, height: 740 } });
  await page.getByLabel('I am 18 years or older').check();
  await page.getByLabel('I agree to the terms').check();
  await page.getByLabel('I agree to the privacy policy').check();
  await pressButton(page, 'Register');
  return page;
}

test.each([360, 1280])(
  'no field moves while its error is corrected, %i pixels wide',
  async (width) => {
    const page = await submitEmptyRegistration(width);
    const errorSummary = page.locator('.error-summary');
    await errorSummary.waitFor();
    for (const name of ['First name', 'Middle name', 'Last name', 'Email', 'Phone number']) {
      const field = page.getByLabel(name);
      const readTop = () => field.evaluate((input) => input.getBoundingClientRect().top + scrollY);
      const topBefore = await readTop();
      await field.fill({ Email: newEmail(), 'Phone number': '0911234567' }[name] ?? 'Hana');
      await page
        .locator(`a[href="#${await field.getAttribute('id')}"]`)
        .waitFor({ state: 'detached' });
      // The border of a field with an error is thicker.
      expect(Math.abs((await readTop()) - topBefore), name).toBeLessThan(2);
    }
  },
);

test('when all errors are corrected the summary says so in the same place, and is renewed when the form is sent again', async () => {
  const page = await submitEmptyRegistration(1280);
  const summary = page.locator('.error-summary');
  await summary.waitFor();
  const readHeight = () => summary.evaluate((box) => box.getBoundingClientRect().height);
  const heightBefore = await readHeight();
  await fillRegistration(page, newEmail());
  await expect.poll(() => page.locator('main .error').count()).toBe(0);
  expect(await summary.getByRole('heading').textContent()).toBe('All corrected');
  expect(await summary.getByRole('link').count()).toBe(0);
  expect(Math.abs((await readHeight()) - heightBefore)).toBeLessThan(1);
  await page.getByLabel('First name').fill('');
  await pressButton(page, 'Register');
  await summary.locator('li').waitFor();
  expect(await summary.locator('li').count()).toBe(1);
  expect(await readHeight()).toBeLessThan(heightBefore);
});
