/** What cannot be read is logged, and a quiet line offers a retry (journey specification, section 8; decisions, section 3). For a step's status, see guards.test.ts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths as stepPaths } from '../../web/src/routes.ts';
import { newApplicant, openAs } from '../site/applicants.ts';
import { type Demo, heading, type OpenOptions, startDemo } from '../site/demo.ts';
import { answer, callsOf, line, logOf, mend, path, press } from '../site/page.ts';
import { proceed } from '../site/steps.ts';

let demo: Demo;
beforeAll(async () => {
  // The staff page shows only the first hundred payments, so this file has its own server.
  demo = await startDemo('--seed', '1');
});
afterAll(() => demo?.close());

/** A failing call, and what is logged about it. */
type Failure = [name: string, fail: (page: Page, calls: string) => Promise<unknown>, log: RegExp];

const failures: Failure[] = [
  ['500', (page, calls) => answer(page, 500, '', calls), / 500$/],
  ['403', (page, calls) => answer(page, 403, 'No.', calls), / 403$/],
];

/** What is logged about an operation. */
const about = (log: string[], operation: string) =>
  log.filter((text) => text.startsWith(`${operation}: `));

interface Reading {
  state: Parameters<typeof newApplicant>[0];
  at: string | ((payer: string) => Promise<string>);
  operation: string;
  call: string;
  /** Opens the page that reads it. */
  reach?: (page: Page) => Promise<unknown>;
  said: string;
  /** Appears once it has been read. */
  after: string;
}

const readings: [name: string, Reading][] = [
  [
    'the pending payment of the result',
    {
      state: 'TOOK_EXAM',
      at: stepPaths.examResult,
      operation: 'payments.getPending',
      call: 'payments/private/get_pending_payment',
      said: "We couldn't load your payment.",
      after: 'to be paid within the next 10 days',
    },
  ],
  [
    'the pending payment of the payment form',
    {
      state: 'TOOK_EXAM',
      at: stepPaths.offlinePayment,
      operation: 'payments.getPending',
      call: 'payments/private/get_pending_payment',
      said: "We couldn't load your payment.",
      after: 'Transaction Reference Number',
    },
  ],
  [
    'the programs to apply to',
    {
      state: 'READY_TO_APPLY',
      at: stepPaths.applyProgram,
      operation: 'batchPrograms.applicable',
      call: 'batch_programs/private/applicable',
      said: "We couldn't load the programs.",
      after: 'Data Science',
    },
  ],
  [
    'the biography of the profile',
    {
      state: 'APPLIED',
      at: stepPaths.editProfile,
      operation: 'applicants.getBioData',
      call: 'applicants/private/get_bio_data',
      reach: (page) => page.getByRole('tab', { name: 'Biography Settings' }).click(),
      said: "We couldn't load your biographical data.",
      after: 'Ethiopian',
    },
  ],
  [
    'where she stands',
    {
      state: 'APPLIED',
      at: '/',
      operation: 'applicants.getByEmail',
      call: 'applicants/private/get_by_email/*',
      said: "We couldn't load your application.",
      after: 'You have applied.',
    },
  ],
  [
    'the receipt',
    {
      state: 'ACTIVATION_PAID',
      at: async (payer) => `/receipt/type1/${await codeOf(payer)}`,
      operation: 'payments.getReceipt',
      call: 'payments/private/get_receipt1/*',
      said: "We couldn't load the receipt.",
      after: 'Five hundred birr',
    },
  ],
];

describe.each(readings)('%s', (_name, { state, at, operation, call, reach, said, after }) => {
  test.each(failures)('%s', async (_failure, fail, logged) => {
    const email = newApplicant(state);
    let log: string[] = [];
    const page = await openAs(demo, email, typeof at === 'string' ? at : await at(email), {
      before: async (opened) => {
        log = logOf(opened);
        await fail(opened, call);
      },
    });
    await reach?.(page);
    await line(page, said);
    expect(about(log, operation)).toEqual([expect.stringMatching(logged)]);
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('main h1').count()).toBe(1);
    await mend(page);
    await press(page, 'Try again');
    await page.locator('main').getByText(after).filter({ visible: true }).first().waitFor();
    expect(await page.locator('main').getByText(said).count()).toBe(0);
  });
});

describe('Proceed with Application', () => {
  test.each(failures)('%s', async (_failure, fail, logged) => {
    const page = await openAs(demo, newApplicant('TOOK_EXAM'), '/about');
    const log = logOf(page);
    await fail(page, 'applicants/private/get_by_email/*');
    await proceed(page);
    await line(
      page,
      "We couldn't open your application. Please check your internet connection and try again.",
    );
    expect(about(log, 'applicants.getByEmail')).toEqual([expect.stringMatching(logged)]);
    await mend(page);
    await fail(page, 'payments/private/get_pending_payment');
    await proceed(page);
    await line(page, "We couldn't load your payment. Please try again.");
    expect(about(log, 'payments.getPending')).toEqual([expect.stringMatching(logged)]);
    expect(path(page)).toBe('/about');
    await mend(page);
    await proceed(page);
    await heading(page, 'Digital Literacy Test Result');
  });
});

describe('a receipt', () => {
  test('that is not there yet: it says so, and keeps its layout', async () => {
    const page = await demo.open('/receipt/type1/OPC-UNKNOWN');
    await line(page, 'There is no receipt for this payment code yet.');
    await heading(page, 'Student Registration Receipt');
    for (const label of ['Date paid', 'Transaction reference', 'Account number', 'Total']) {
      await page.locator('main').getByText(label, { exact: true }).waitFor();
    }
  });

  test('without a payment code is not asked for; that is logged', async () => {
    let [log, calls]: [string[], string[]] = [[], []];
    const before: OpenOptions['before'] = async (opened) => {
      [log, calls] = [logOf(opened), callsOf(opened)];
    };
    const page = await demo.open('/receipt/type1/%20', { before });
    await heading(page, 'Student Registration Receipt');
    await expect.poll(() => log).toContain('payments.getReceipt: there is no payment code');
    expect(calls.join()).not.toContain('get_receipt1');
  });
});

test('no program is open for applications', async () => {
  const page = await openAs(demo, newApplicant('READY_TO_APPLY'), stepPaths.applyProgram, {
    before: (opened) => answer(opened, 200, '[]', 'batch_programs/private/applicable'),
  });
  await line(page, 'No program is open for applications at the moment. Please check again later.');
});

test('there is no biography yet', async () => {
  const page = await openAs(demo, newApplicant('ACTIVATED'), stepPaths.editProfile);
  await page.getByRole('tab', { name: 'Biography Settings' }).click();
  await line(page, 'No biographical data is available yet.');
});

test('a path among the steps that is not there', async () => {
  const page = await openAs(demo, newApplicant('ACTIVATED'), '/applicant/no_such_step');
  await heading(page, 'Page Not Found');
  await page.locator('main').getByRole('link', { name: 'Go to Home' }).click();
  await heading(page, 'Your application');
});

/** @returns the code of the payment an applicant has made, as the staff see it */
async function codeOf(email: string): Promise<string> {
  const desk = await fetch(demo.api.replace(/\/api$/, '/_mock/staff.json'));
  const { payments } = (await desk.json()) as {
    payments: { email: string; paymentCode: string }[];
  };
  return payments.find((payment) => payment.email === email)?.paymentCode ?? '';
}
