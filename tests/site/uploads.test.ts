/** Files are sent once, can be watched and can be cancelled (decisions, section 3). */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths as stepPaths } from '../../web/src/routes.ts';
import { newApplicant, openAs, openStep } from './applicants.ts';
import { type Demo, dialogText, heading, startDemo } from './demo.ts';
import { pdf, picture } from './files.ts';
import { answer, callsOf, closeDialog, line, mend, press } from './page.ts';
import { attachBiography, fillBiography, fillPayment, payOffline, save } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const upload = 'POST /files/private/upload_v2';
const uploads = (calls: string[]) => calls.filter((call) => call === upload).length;

describe('the receipt of a deposit', () => {
  const form = () => openAs(demo, newApplicant('TOOK_EXAM'), stepPaths.offlinePayment);
  const payment = 'payments/private/make_offline_payment';

  /** Sends the form; its receipt is stored, and the payment is refused. */
  async function refused(page: Page) {
    await answer(page, 400, 'Not today.', payment);
    await payOffline(page);
    await dialogText(page);
    await closeDialog(page);
  }

  test('is not sent again when the payment was refused, and not after a reload', async () => {
    const page = await form();
    const calls = callsOf(page);
    await refused(page);
    await press(page, 'Submit');
    await dialogText(page);
    expect(uploads(calls)).toBe(1);
    await page.reload();
    await line(page, 'receipt.png is already uploaded. Choose a file only to replace it.');
    await mend(page);
    await press(page, 'Submit');
    await heading(page, 'Payment Details Uploaded Successfully');
    expect(uploads(calls)).toBe(1);
  });

  test('is replaced by another one', async () => {
    const page = await form();
    const calls = callsOf(page);
    await refused(page);
    await page.getByLabel('Payment receipt').setInputFiles(picture('better.png'));
    await press(page, 'Submit');
    await dialogText(page);
    expect(uploads(calls)).toBe(2);
    await page.reload();
    await line(page, 'better.png is already uploaded');
  });

  test('pressed twice, it is sent once', async () => {
    const page = await form();
    const calls = callsOf(page);
    await fillPayment(page);
    await page.getByRole('button', { name: 'Submit' }).dblclick();
    await heading(page, 'Payment Details Uploaded Successfully');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([upload, `POST /${payment}`]);
  });

  test('shows how far it is, and can be cancelled', async () => {
    const page = await form();
    const calls = callsOf(page);
    await page.route('**/files/private/upload_v2', () => {});
    await payOffline(page);
    const bar = page.getByRole('progressbar', { name: 'Uploading receipt.png' });
    await bar.waitFor();
    expect(await page.locator('.upload').textContent()).toMatch(/\d+%/);
    await page.getByRole('button', { name: 'Submitting...' }).waitFor();
    await press(page, 'Cancel the upload');
    await bar.waitFor({ state: 'detached' });
    expect(await page.locator('dialog').count()).toBe(0);
    expect(calls.join()).not.toContain(payment);
    await mend(page);
    await press(page, 'Submit');
    await heading(page, 'Payment Details Uploaded Successfully');
  });
});

describe('the two files of the biography', () => {
  test('the picture is not sent again when the document was refused, and not after a reload', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
    await fillBiography(page);
    await attachBiography(page);
    let sent = 0;
    await page.route('**/files/private/upload_v2', (route) => {
      sent += 1;
      const headers = { 'access-control-allow-origin': '*' };
      return sent === 1
        ? route.continue()
        : route.fulfill({ status: 415, body: 'This PDF is broken.', headers });
    });
    await save(page);
    expect(await dialogText(page)).toEqual(['Error', 'This PDF is broken.']);
    await page.reload();
    await line(page, 'me.png is already uploaded');
    await page.getByLabel('Education Document').setInputFiles(pdf('better.pdf'));
    await mend(page);
    const calls = callsOf(page);
    await save(page);
    await heading(page, 'Education Background');
    expect(uploads(calls)).toBe(1);
  });

  test('cancelled at the second, neither the first is sent again', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
    const calls = callsOf(page);
    await fillBiography(page);
    await attachBiography(page);
    await page.route('**/files/private/upload_v2', (route) =>
      uploads(calls) === 1 ? route.continue() : undefined,
    );
    await save(page);
    await page.getByRole('progressbar', { name: 'Uploading documents.pdf' }).waitFor();
    await press(page, 'Cancel the upload');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await mend(page);
    await save(page);
    await heading(page, 'Education Background');
    expect(uploads(calls)).toBe(3);
  });
});
