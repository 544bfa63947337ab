/** Every message of the exam and the payment (journey specification, sections 5 and 8), provoked and read word for word. */
import { limits } from '@one-planet/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths as stepPaths } from '../../web/src/routes.ts';
import { newApplicant, openAs, openStep, stateOf } from '../site/applicants.ts';
import { type Demo, dialogText, heading, startDemo } from '../site/demo.ts';
import { brokenPicture, padded, pdf, picture } from '../site/files.ts';
import {
  answer,
  callsOf,
  closeDialog,
  cutTheNetwork,
  line,
  mend,
  messages,
  path,
  press,
  tryFiles,
} from '../site/page.ts';
import { finalize, payOffline, startExam } from '../site/steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo('--retakes', '0');
});
afterAll(() => demo?.close());

describe('starting the exam', () => {
  async function start(before: (page: Page) => Promise<unknown>) {
    const page = await openStep(demo, 'ACTIVATED');
    await before(page);
    await press(page, 'Start DLT');
    return page;
  }

  test('a refusal: Oops! and the message of the server', async () => {
    const page = await openStep(demo, 'ACTIVATED');
    await startExam(page);
    await page
      .getByRole('button', { name: /^Question \d+/ })
      .last()
      .click();
    await finalize(page);
    await page.getByRole('link', { name: 'Re-take DLT' }).click();
    await press(page, 'Start DLT');
    expect(await dialogText(page)).toEqual([
      'Oops!',
      'System notice: you have used all your attempts at the Digital Literacy Test. It cannot be taken again.',
    ]);
    await closeDialog(page);
    await page.getByRole('button', { name: 'Start DLT' }).waitFor();
  });

  test.each([
    [409, 'There is no test today.', 'There is no test today.'],
    [200, '{}', 'Error has happened. Please try again later.'],
    [500, '{"message":"The test is being changed."}', 'The test is being changed.'],
  ])('any other status than 201: %i', async (status, body, told) => {
    const page = await start((opened) => answer(opened, status, body, 'exams/**'));
    expect(await dialogText(page)).toEqual(['Oops!', told]);
  });

  test('no network', async () => {
    const page = await start(cutTheNetwork);
    expect(await dialogText(page)).toEqual([
      'Error',
      'Error has happened please check your internet connection.',
    ]);
    await closeDialog(page);
    await mend(page);
    expect(await startExam(page)).toBeGreaterThan(0);
  });
});

describe('the payment code', () => {
  test('is copied, and 4 seconds long it says so', async () => {
    const page = await openStep(demo, 'TOOK_EXAM', {
      permissions: ['clipboard-read', 'clipboard-write'],
      clock: true,
    });
    const button = page.locator('.code');
    const code = (await button.textContent()) ?? '';
    // The 4 seconds are the page's, not those this machine takes.
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.click();
    const toast = page.getByText(`Payment code ${code} copied to clipboard!`, { exact: true });
    await toast.waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await page.clock.fastForward(3_500);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.fastForward(600);
    await toast.waitFor({ state: 'detached' });
  });

  test('can be written down where it cannot be copied', async () => {
    const page = await openStep(demo, 'TOOK_EXAM', {
      before: (opened) =>
        opened.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: {} })),
    });
    const code = (await page.locator('.code').textContent()) ?? '';
    await page.locator('.code').click();
    await line(page, `We couldn't copy the code. Please write it down: ${code}`);
  });
});

describe('a deposit', () => {
  const form = (email = newApplicant('TOOK_EXAM')) => openAs(demo, email, stepPaths.offlinePayment);

  test('nothing is filled in', async () => {
    const page = await form();
    await page.getByLabel('Payment Code').fill(' ');
    await press(page, 'Submit');
    await messages(page, [
      'Payment code is required',
      'Please select one bank',
      'Transaction reference number is required',
      'Please attach the transaction receipt',
    ]);
  });

  test('the receipt: an image, by its name and by its content, of at most 4 MB', async () => {
    const page = await form();
    await page.getByLabel('Payment Bank').selectOption({ index: 1 });
    await page.getByLabel('Transaction Reference Number').fill('FT25324XKQ71');
    await press(page, 'Submit');
    await messages(page, ['Please attach the transaction receipt']);
    const { maxBytes } = limits.files.receipt;
    const notAnImage = 'Only image files are supported';
    await tryFiles(page, 'Payment receipt', {
      wrong: [
        [{ ...picture('receipt.jpg'), buffer: Buffer.from('I have paid.') }, notAnImage],
        [pdf('receipt.png'), notAnImage],
        [
          await padded(brokenPicture('receipt.png'), maxBytes + 1),
          "File too big, can't exceed 4MB",
        ],
      ],
      right: [
        await padded(brokenPicture('receipt.png'), maxBytes),
        picture('receipt.png'),
        picture('RECEIPT.JPEG'),
        picture('receipt.gif'),
        picture('receipt'),
        picture('receipt.jpg'),
      ],
    });
    await press(page, 'Submit');
    await heading(page, 'Payment Details Uploaded Successfully');
  });

  test('an upload that fails: the words of the server, and the payment is not sent', async () => {
    const email = newApplicant('TOOK_EXAM');
    const page = await form(email);
    const calls = callsOf(page);
    await answer(page, 413, 'The disk of the college is full.', 'files/**');
    await payOffline(page);
    expect(await dialogText(page)).toEqual(['Error', 'The disk of the college is full.']);
    expect(calls.join()).not.toContain('make_offline_payment');
    await closeDialog(page);
    await mend(page);
    await press(page, 'Submit');
    await heading(page, 'Payment Details Uploaded Successfully');
    expect(await stateOf(demo, email)).toBe('ACTIVATION_PAID');
  });

  test('a payment that fails: the words of the server', async () => {
    const page = await form();
    await answer(page, 400, 'This payment code is not known.', 'payments/private/make_offline*');
    await payOffline(page);
    expect(await dialogText(page)).toEqual(['Error', 'This payment code is not known.']);
  });

  test.each(['files/**', 'payments/**'])(
    'no network for %s: the form waits for it',
    async (calls) => {
      const page = await form();
      await page.getByLabel('Payment Bank').waitFor();
      await cutTheNetwork(page, calls);
      await payOffline(page);
      await line(page, 'This form is waiting for the connection');
    },
  );

  test('each account has its number to copy', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const email = newApplicant('TOOK_EXAM');
    const page = await openAs(demo, email, stepPaths.offlinePayment, { permissions });
    const first = page.locator('.accounts li').first();
    const account = (await first.locator('b').textContent()) ?? '';
    await first.getByRole('button', { name: `Copy the account number ${account}` }).click();
    await line(page, `Account number ${account} copied to clipboard!`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account);
  });

  test('no bank account is open', async () => {
    const page = await openAs(demo, newApplicant('TOOK_EXAM'), stepPaths.offlinePayment, {
      before: async (opened) => {
        const bankAccountList = [{ id: 1, bank: 'Old Bank', account: '1000', status: 'CLOSED' }];
        const paymentDto = { paymentCode: 'OPC-1', paymentAmount: 500 };
        const pending = JSON.stringify({ paymentDto, bankAccountList });
        await answer(opened, 200, pending, 'payments/private/get_pending_payment');
        await answer(opened, 200, JSON.stringify(bankAccountList), 'bank-accounts/private');
      },
    });
    await line(
      page,
      'No bank account is open for payments at the moment. Please contact the college.',
    );
    expect(await page.getByLabel('Payment Bank').locator('option').allTextContents()).toEqual([
      'Please choose',
    ]);
  });
});

describe('a payment online', () => {
  test('a failure: the words of the server', async () => {
    const page = await openAs(demo, newApplicant('TOOK_EXAM'), stepPaths.offlinePayment);
    await answer(page, 400, 'Arifpay is closed today.', 'payments/paypal/pay');
    await press(page, 'Arifpay');
    expect(await dialogText(page)).toEqual(['Error', 'Arifpay is closed today.']);
    await closeDialog(page);
    await page.getByRole('button', { name: 'Arifpay', disabled: false }).waitFor();
  });

  test('an address elsewhere is not followed', async () => {
    const page = await openAs(demo, newApplicant('TOOK_EXAM'), stepPaths.offlinePayment);
    await answer(page, 200, '{"redirect":"https://evil.example/pay"}', 'payments/paypal/pay');
    await press(page, 'Arifpay');
    expect((await dialogText(page))[1]).toContain('another website (https://evil.example)');
    expect(path(page)).toBe(stepPaths.offlinePayment);
  });
});
