/**
 * The whole journey on a phone, from a program to the receipt, with the mock and with a backend that shares no code
 * with it. Every page is reloaded once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proceedWithApplication, walkJourney } from '../support/applicant-steps.ts';
import {
  createDemo,
  type Demo,
  newEmail,
  startDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { readPath } from '../support/page-actions.ts';
import { startSecondSite } from '../support/second-site.ts';

const phoneOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const [backendName, startSite]: readonly [string, () => Promise<Demo>] =
  process.env.BACKEND === 'second'
    ? ['the second backend', async () => createDemo(await startSecondSite('canonical'))]
    : ['the mock', () => startDemo()];

/** The path of each page that is reloaded, by the page's title. */
const pathsByTitle: Readonly<Record<string, string>> = {
  'Digital Literacy Test': '/applicant/take_exam',
  'Digital Literacy Test Result': '/applicant/exam_result',
  'Application Payment Form': '/applicant/offline_payment',
  'Payment Details Uploaded Successfully': '/applicant/finalize_payment',
  'Your payment is being verified': '/applicant/pending_pay_verification',
  'Biographical Data': '/applicant/biography_data',
  'Education Background': '/applicant/education_background',
  'Emergency Contact': '/applicant/emergency_contact',
  'Apply to Program': '/applicant/apply_program',
  'Application Submitted': '/applicant/apply_program_confirmation',
};

describe(`with ${backendName}`, () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startSite();
  });
  afterAll(() => demo?.close());

  test('an applicant registers, passes the exam, pays, fills in the forms, applies and sees the receipt', async () => {
    const email = newEmail();
    const page = await demo.open('/admission/datascience', phoneOptions);
    const reloadedTitles: string[] = [];
    /** Reloads the page, and expects the same page with everything that she typed. */
    const reloadPage = async (title: string) => {
      await page.reload();
      await waitForHydration(page);
      await waitForHeading(page, title);
      expect(readPath(page)).toBe(pathsByTitle[title]);
      reloadedTitles.push(title);
      if (title === 'Payment Details Uploaded Successfully') {
        await proceedWithApplication(page);
        await waitForHeading(page, 'Your payment is being verified');
        await reloadPage('Your payment is being verified');
      } else if (title === 'Biographical Data') {
        expect(await page.getByLabel('Native Language').inputValue()).toBe('Amharic');
        expect(await page.getByLabel('Year', { exact: true }).inputValue()).toBe('2001');
        expect(await page.getByLabel('Female', { exact: true }).isChecked()).toBe(true);
      }
    };
    const { code, failureCount } = await walkJourney(demo, {
      page,
      email,
      onPageReached: reloadPage,
    });
    expect(failureCount).toBe(0);
    expect(reloadedTitles).toEqual(Object.keys(pathsByTitle));
    expect(await page.locator('main').textContent()).toMatch(/You have applied to \w/);

    await page.goto(`${demo.siteUrl}/receipt/type1/${code}`);
    await waitForHydration(page);
    await waitForHeading(page, 'Student Registration Receipt');
    await page.getByText('Five hundred birr').waitFor();
    await page.getByText('HANA TESFAYE').first().waitFor();
    expect(demo.pageErrors).toEqual([]);
  });
});
