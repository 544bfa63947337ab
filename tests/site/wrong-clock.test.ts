/** A device whose clock is wrong and is corrected while the site is open. Runs in every engine (docs/browsers.md). */
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import {
  chooseAnswer,
  logOut,
  readAnsweredNumbers,
  readSecondsLeft,
  startExam,
} from '../support/applicant-steps.ts';
import { logIn, newApplicant, useDemo, waitForHeading, waitForHydration } from '../support/demo.ts';
import { oneInOtherEngines } from '../support/engines.ts';

const demo = await useDemo();
const hourMs = 60 * 60_000;

/**
 * Runs in every page: moves `Date` ahead by the milliseconds in session storage. `performance.now()` is not changed.
 */
function replaceDate(): void {
  const storageKey = 'device-ahead';
  const RealDate = Date;
  const readAheadMs = () => Number(sessionStorage.getItem(storageKey) ?? 0);
  class DeviceDate extends RealDate {
    constructor(...args: [] | [number]) {
      if (args.length === 0) super(RealDate.now() + readAheadMs());
      else super(...args);
    }
    static override now = () => RealDate.now() + readAheadMs();
  }
  globalThis.Date = DeviceDate as DateConstructor;
}

const setClockAhead = (page: Page, aheadMs: number) =>
  page.evaluate((value) => sessionStorage.setItem('device-ahead', String(value)), aheadMs);

/** Logs in on a device whose clock is wrong. */
async function logInWithClock(aheadMs: number, email: string, path = ''): Promise<Page> {
  const address = `${paths.login}${path && `?redirectUrl=${encodeURIComponent(path)}`}`;
  const page = await demo.open(address, {
    session: { 'device-ahead': String(aheadMs) },
    initScript: replaceDate,
  });
  await logIn(page, email, precreatedPassword);
  return page;
}

test.each(oneInOtherEngines([6 * hourMs, -6 * hourMs]))(
  'an applicant who logged out while the clock was %i ms ahead can log in after it is corrected',
  async (aheadMs) => {
    const email = newApplicant('ACTIVATED');
    const page = await logInWithClock(aheadMs, email);
    await page.getByText('Step 2 of 9').waitFor();
    await logOut(page);
    await page.locator('#menu').getByRole('link', { name: 'Login' }).click();
    await waitForHeading(page, 'Sign in');
    await setClockAhead(page, 0);
    await logIn(page, email, precreatedPassword);
    await page.getByText('Step 2 of 9').waitFor();
    expect(await page.getByText('You logged out in another tab').count()).toBe(0);
  },
);

test.each(oneInOtherEngines([-hourMs, hourMs, 48 * hourMs]))(
  'an exam that was started %i ms ahead keeps its time and its answers after the clock is corrected and the page reloaded',
  async (aheadMs) => {
    const page = await logInWithClock(aheadMs, newApplicant('ACTIVATED'), paths.takeExam);
    await startExam(page);
    await chooseAnswer(page, 1);
    const secondsBefore = await readSecondsLeft(page);
    expect(secondsBefore).toBeGreaterThan(19 * 60);
    await setClockAhead(page, 0);
    await page.reload();
    await waitForHydration(page);
    await expect.poll(() => readSecondsLeft(page)).toBeLessThanOrEqual(secondsBefore + 3);
    expect(await readSecondsLeft(page)).toBeGreaterThan(secondsBefore - 300);
    expect(await readAnsweredNumbers(page)).toEqual([1]);
    // The same holds if the clock changes while the page is open.
    for (const newAheadMs of [aheadMs, -aheadMs]) {
      await setClockAhead(page, newAheadMs);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Prev' }).click();
      expect(await readSecondsLeft(page)).toBeGreaterThan(secondsBefore - 300);
      expect(await readSecondsLeft(page)).toBeLessThanOrEqual(secondsBefore + 3);
    }
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  },
);
