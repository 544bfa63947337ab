/** The site in the oldest engine that it supports (docs/browsers.md). */
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { walkJourney } from '../support/applicant-steps.ts';
import { newEmail, publicAddresses, useDemo } from '../support/demo.ts';
import { findStyleFaults } from '../support/layout-faults.ts';
import { resizeWindow } from '../support/page-actions.ts';

const demo = await useDemo();

const phone = { viewport: { width: 360, height: 740 } };

test('every public page has its styles and does not leave the screen', async () => {
  const faultsByPage: Record<string, string[]> = {};
  const page = await demo.open(paths.home);
  for (const address of publicAddresses) {
    await page.goto(demo.siteUrl + address);
    await page.locator('#root:not([data-page])').waitFor({ state: 'attached' });
    // Some addresses lead to the login page.
    await page.locator('main h1').waitFor();
    for (const viewport of [phone.viewport, { width: 1280, height: 720 }]) {
      await resizeWindow(page, viewport);
      const faults = await page.evaluate(findStyleFaults);
      if (faults.length > 0) faultsByPage[`${address}, ${viewport.width}`] = faults;
    }
  }
  expect(faultsByPage).toEqual({});
  expect(demo.pageErrors).toEqual([]);
});

test('an applicant registers, passes the exam, pays, fills in the forms and applies', async () => {
  const page = await demo.open('/admission/datascience', phone);
  const expectNoFaults = (title: string) =>
    expect.poll(() => page.evaluate(findStyleFaults), { message: title }).toEqual([]);
  const { failureCount } = await walkJourney(demo, {
    page,
    email: newEmail(),
    onPageReached: expectNoFaults,
  });
  expect(failureCount).toBe(0);
  expect(demo.pageErrors).toEqual([]);
});
