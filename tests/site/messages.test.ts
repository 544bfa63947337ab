/**
 * Messages of pages that need a real browser, word for word (website specification, sections 5 and 8; journey
 * specification, sections 5 and 8). Those of the other forms are tried in web/src/features, rules in contract.
 */
import { limits } from '@one-planet/contract';
import { lifecycle } from '@one-planet/contract/lifecycle';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '../../web/src/app/routes.ts';
import {
  dialogText,
  fillRegistration,
  heading,
  newApplicant,
  newEmail,
  openAs,
  openStep,
  stateOf,
  useDemo,
} from '../support/demo.ts';
import { padded, pdf, picture } from '../support/files.ts';
import {
  answer,
  callsOf,
  closeDialog,
  cutTheNetwork,
  line,
  logOf,
  mend,
  messages,
  path,
  press,
  tryFiles,
  tryValues,
} from '../support/page.ts';
import { attachBiography, fillBiography, fillPayment, proceed, save } from '../support/person.ts';

const demo = await useDemo();

test('a field says what is wrong beside it and in the summary, which takes the focus, is no alert, and leads there', async () => {
  const page = await demo.open(paths.register);
  await fillRegistration(page, newEmail());
  const summary = page.locator('.error-summary:not([data-mended])');
  for (const [label, typed, message] of [
    ['First name', '', 'First name is required'],
    [
      'Phone number',
      '1234567',
      'Phone number must be 8 to 15 digits long and contain only numbers',
    ],
  ] as const) {
    const field = page.getByLabel(label);
    const right = await field.inputValue();
    await field.fill(typed);
    await press(page, 'Register');
    await summary.waitFor();
    expect(await summary.getByRole('link').allTextContents()).toEqual([message]);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('error-summary');
    expect(await page.locator('main [role=alert], main [aria-live=assertive]').count()).toBe(0);
    await summary.getByRole('link').click();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await messages(page, [message]);
    await field.fill(right);
    await summary.waitFor({ state: 'detached' });
  }
});

test('the biography needs its fields, a day that exists, and files that are what they are called', async () => {
  const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
  await save(page);
  await messages(page, [
    'Country of Birth is required',
    'Country of Residence is required',
    'Nationality is required',
    'Native language is required',
    'Gender is required',
    'Date of birth is required',
    'Education level is required',
    'Please attach your profile picture',
    'Please attach your education document',
  ]);
  await fillBiography(page);
  await save(page);
  await attachBiography(page);
  await messages(page, []);
  const put = async ([day, month, year]: (number | string)[]) => {
    await page.getByLabel('Day').fill(String(day));
    await page.getByLabel('Month').fill(String(month));
    await page.getByLabel('Year', { exact: true }).fill(String(year));
  };
  await tryValues(page, put, {
    wrong: [
      [[30, 2, 2000], 'Please enter a valid date of birth'],
      [[1, 1, ''], 'Please enter a valid date of birth'],
      [['', '', ''], 'Date of birth is required'],
    ],
    right: [[29, 2, 2000]],
  });
  await tryFiles(page, 'Profile Picture', {
    wrong: [[pdf('me.jpg'), 'Only image files are supported']],
    right: [picture('me.jpeg')],
  });
  const { maxBytes } = limits.files.educationDocument;
  await tryFiles(page, 'Education Document', {
    wrong: [
      [picture('documents.pdf'), 'Only PDF files are supported'],
      [await padded(pdf('documents.pdf'), maxBytes + 1), 'File too big, cannot exceed 10MB'],
    ],
    right: [await padded(pdf('documents.pdf'), maxBytes)],
  });
  await page.getByText('max 4 MB').waitFor();
  expect(await page.locator('main').textContent()).not.toContain('5 MB');
  await save(page);
  await heading(page, 'Education Background');
});

describe('a number to copy', () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('is that of the payment, and 4 seconds long the page says so', async () => {
    const page = await openStep(demo, 'TOOK_EXAM', { permissions, clock: true });
    const button = page.locator('.code');
    const code = (await button.textContent()) ?? '';
    // The 4 seconds are the page's, not those this machine takes.
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.click();
    const toast = page.getByText(`Payment code ${code} copied to clipboard!`, { exact: true });
    await toast.waitFor();
    expect(await copied(page)).toBe(code);
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

  test('is that of each bank account', async () => {
    const email = newApplicant('TOOK_EXAM');
    const page = await openAs(demo, email, paths.offlinePayment, { permissions });
    const first = page.locator('.accounts li').first();
    const account = (await first.locator('b').textContent()) ?? '';
    await first.getByRole('button', { name: `Copy the account number ${account}` }).click();
    await line(page, `Account number ${account} copied to clipboard!`);
    expect(await copied(page)).toBe(account);
  });
});

test('a deposit needs all its fields; a receipt that cannot be stored: the words of the server, and no payment is sent', async () => {
  const email = newApplicant('TOOK_EXAM');
  const page = await openAs(demo, email, paths.offlinePayment);
  const code = await page.getByLabel('Payment Code').inputValue();
  await page.getByLabel('Payment Code').fill(' ');
  await press(page, 'Submit');
  await messages(page, [
    'Payment code is required',
    'Please select one bank',
    'Transaction reference number is required',
    'Please attach the transaction receipt',
  ]);
  const calls = callsOf(page);
  await answer(page, 413, 'The disk of the college is full.', 'files/**');
  await page.getByLabel('Payment Code').fill(code);
  await fillPayment(page);
  await press(page, 'Submit');
  expect(await dialogText(page)).toEqual(['Error', 'The disk of the college is full.']);
  expect(calls.join()).not.toContain('make_offline_payment');
  await closeDialog(page);
  await mend(page);
  await press(page, 'Submit');
  await heading(page, 'Payment Details Uploaded Successfully');
  expect(await stateOf(demo, email)).toBe(lifecycle['payments.makeOffline'].to);
});

describe('what cannot be read is logged, and a quiet line offers to try again', () => {
  const pending = 'payments/private/get_pending_payment';
  const own = 'applicants/private/get_by_email/*';

  test.each([
    ['TOOK_EXAM', paths.examResult, pending, 500, "We couldn't load your payment.", 'to be paid'],
    ['TOOK_EXAM', paths.offlinePayment, pending, 403, "We couldn't load your payment.", 'Online'],
    ['APPLIED', '/', own, 500, "We couldn't load your application.", 'You have applied.'],
    [undefined, '/', 'programs/**', 0, "We couldn't load the programs.", 'Social Work'],
  ] as const)('%s at %s: %s', async (state, at, call, status, said, after) => {
    let log: string[] = [];
    const before = async (opened: Page) => {
      log = logOf(opened);
      await (status ? answer(opened, status, '', call) : cutTheNetwork(opened, call));
    };
    const page = await (state
      ? openAs(demo, newApplicant(state), at, { before })
      : demo.open(at, { before }));
    await line(page, said);
    const about = status
      ? new RegExp(`^\\w+\\.\\w+: .* ${status}$`)
      : /^programs\.list: ConnectionError$/;
    expect(log).toContainEqual(expect.stringMatching(about));
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('main h1').count()).toBe(1);
    await mend(page);
    await page.locator('main .retry', { hasText: said }).getByRole('button').click();
    await page.locator('main').getByText(after).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.locator('main').getByText(said).count()).toBe(0);
  });

  test('Proceed with Application says which of its two readings failed', async () => {
    const page = await openAs(demo, newApplicant('TOOK_EXAM'), paths.about);
    const log = logOf(page);
    await answer(page, 500, '', own);
    await proceed(page);
    await line(
      page,
      "We couldn't open your application. Please check your internet connection and try again.",
    );
    await mend(page);
    await answer(page, 403, 'No.', pending);
    await proceed(page);
    await line(page, "We couldn't load your payment. Please try again.");
    expect(path(page)).toBe(paths.about);
    for (const failed of [/^applicants\.getByEmail: .* 500$/, /^payments\.getPending: .* 403$/])
      expect(log).toContainEqual(expect.stringMatching(failed));
    await mend(page);
    await proceed(page);
    await heading(page, 'Digital Literacy Test Result');
  });
});
