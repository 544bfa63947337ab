/** axe finds nothing on the applicant's pages in any state, on a small phone and on a desktop. */
import { applicantStates } from '@one-planet/contract';
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { texts } from '../../web/src/features/home/application-status/words.ts';
import { type ApplicantRouteName, paths as stepPaths } from '../../web/src/routes.ts';
import { newApplicant, openAs, type State } from '../site/applicants.ts';
import { type Demo, heading, signIn, startDemo } from '../site/demo.ts';
import { pdf } from '../site/files.ts';
import { answer, press } from '../site/page.ts';
import { attachBiography, fillBiography, fillPayment, payOffline, save } from '../site/steps.ts';
import { expectNoFaults, onPhone } from './axe.ts';
import { shownIn } from './where-shown.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** Waits until everything fetched at first has arrived. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator('main :is(.skeleton, .spinner)').count()).toBe(0);
}

/** Sends a form as it is. */
const refused = (name: string) => async (page: Page) => {
  await settled(page);
  await press(page, name);
  await page.locator('.error-summary').waitFor();
};

/** From now on an upload never ends. */
const hold = (page: Page) => page.route('**/upload_v2', () => {});

type Case = [name: string, state: State, path: string, reach: (page: Page) => Promise<unknown>];

const pages = (Object.keys(shownIn) as ApplicantRouteName[]).map(
  (name): Case => [
    stepPaths[name],
    shownIn[name],
    stepPaths[name],
    async (page) => {
      await settled(page);
      expect(new URL(page.url()).pathname).toBe(stepPaths[name]);
    },
  ],
);

const homes = applicantStates
  .filter((state) => state !== 'NOT_ACTIVATED')
  .map(
    (state): Case => [
      `home, ${state}`,
      state,
      '/',
      async (page) => {
        await page.getByRole('heading', { name: texts.all }).waitFor();
        await settled(page);
      },
    ],
  );

const forms: Case[] = [
  ['a payment with errors', 'TOOK_EXAM', stepPaths.offlinePayment, refused('Submit')],
  [
    'a payment whose receipt is stored',
    'TOOK_EXAM',
    stepPaths.offlinePayment,
    async (page) => {
      await answer(page, 500, '', 'payments/private/make_offline_payment');
      await fillPayment(page);
      await press(page, 'Submit');
      await page.locator('dialog[open]').waitFor();
      await page.reload();
      await page.getByText('receipt.png is already uploaded').waitFor();
      await settled(page);
    },
  ],
  [
    'a payment that waits for the connection',
    'TOOK_EXAM',
    stepPaths.offlinePayment,
    async (page) => {
      await page.route('**/make_offline_payment', (route) => route.abort());
      await fillPayment(page);
      await press(page, 'Submit');
      await page.getByText('This form is waiting for the connection').waitFor();
      const told = page.getByRole('region', { name: 'Waiting to be sent' });
      await told.getByText('Waiting to be sent: 1').click();
      await settled(page);
    },
  ],
  [
    'a payment that was opened at a provider',
    'TOOK_EXAM',
    stepPaths.offlinePayment,
    async (page) => {
      await page.getByRole('button', { name: 'Arifpay' }).click();
      await page.waitForURL('**/_mock/pay/**');
      await page.goBack();
      await page.getByText('You opened a payment at Arifpay').waitFor();
      await page.getByRole('button', { name: 'Has my payment arrived?' }).click();
      await page.getByText('It has not arrived yet.').waitFor();
      await settled(page);
    },
  ],
  [
    'a receipt that cannot be sent',
    'TOOK_EXAM',
    stepPaths.offlinePayment,
    async (page) => {
      await page.getByLabel('Payment receipt').setInputFiles(pdf('receipt.pdf'));
      await page.getByText('Take a screenshot or a photo of it').waitFor();
      await refused('Submit')(page);
    },
  ],
  ['a biography with errors', 'BIOGRAPHIC_APPLICANT', stepPaths.biographyData, refused('Continue')],
  [
    'an upload on its way',
    'BIOGRAPHIC_APPLICANT',
    stepPaths.biographyData,
    async (page) => {
      await hold(page);
      await fillBiography(page);
      await attachBiography(page);
      await save(page);
      await page.locator('progress').waitFor();
    },
  ],
  [
    'an education background with errors',
    'BIOGRAPHIC_APPLICANT2',
    stepPaths.educationBackground,
    refused('Continue'),
  ],
  [
    'an emergency contact with errors',
    'BIOGRAPHIC_APPLICANT3',
    stepPaths.emergencyContact,
    async (page) => {
      await page.getByLabel('Relationship to You').selectOption('Other');
      await refused('Continue')(page);
    },
  ],
  ['an application with errors', 'READY_TO_APPLY', stepPaths.applyProgram, refused('Apply')],
  [
    'the biography settings of a profile',
    'READY_TO_APPLY',
    stepPaths.editProfile,
    async (page) => {
      await page.getByRole('tab', { name: 'Biography Settings' }).click();
      await page.getByText('Country of residence').waitFor();
      await settled(page);
    },
  ],
  [
    'a profile with errors',
    'ACTIVATED',
    stepPaths.editProfile,
    async (page) => {
      await page.getByLabel('First name').fill('');
      await refused('Save changes')(page);
    },
  ],
  [
    'a profile that was saved',
    'ACTIVATED',
    stepPaths.editProfile,
    async (page) => {
      await page.getByLabel('First name').fill('Hana');
      await press(page, 'Save changes');
      await page.locator('dialog[open]').getByText('successfully updated').waitFor();
    },
  ],
  [
    'a receipt',
    'TOOK_EXAM',
    stepPaths.offlinePayment,
    async (page) => {
      await payOffline(page);
      await page.getByRole('link', { name: 'See the receipt' }).click();
      await heading(page, 'Student Registration Receipt');
      await page.getByText('Five hundred birr').waitFor();
    },
  ],
];

test.each([...pages, ...homes, ...forms])('%s', async (_name, state, path, reach) => {
  const page = await openAs(demo, newApplicant(state), path, onPhone);
  await reach(page);
  await expectNoFaults(page);
});

test.each([stepPaths.offlinePayment, stepPaths.examResult, stepPaths.home])(
  'a payment that was rejected, on %s',
  async (shown) => {
    const email = newApplicant('TOOK_EXAM');
    const page = await openAs(demo, email, stepPaths.offlinePayment, onPhone);
    await payOffline(page);
    await page.getByText('Your payment now awaits verification').waitFor();
    await demo.decide('reject', email);
    await page.goto(demo.site + shown);
    await page.getByText('The college could not confirm the payment').waitFor();
    await settled(page);
    await expectNoFaults(page);
  },
);

test('the dialog after the login of somebody who has applied', async () => {
  const page = await demo.open('/login', onPhone);
  await signIn(page, newApplicant('APPLIED'), precreatedPassword);
  await page.locator('dialog[open]').waitFor();
  await expectNoFaults(page);
});
