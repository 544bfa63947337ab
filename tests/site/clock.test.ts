/** A device whose clock was wrong and is put right, while its own time goes on: in every engine (docs/browsers.md). */
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { waitForHeading, newApplicant, waitForHydration, signIn, useDemo } from '../support/demo.ts';
import { readAnsweredNumbers, chooseAnswer, startExam, readSecondsLeft } from '../support/person.ts';

const demo = await useDemo();
const hour = 60 * 60_000;

/** Runs in every page: its `Date` is as far ahead as the test says, across reloads; `performance.now()` goes on. */
function moveDate(): void {
  const key = 'device-ahead';
  const RealDate = Date;
  const ahead = () => Number(sessionStorage.getItem(key) ?? 0);
  class DeviceDate extends RealDate {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(RealDate.now() + ahead());
      else super(...given);
    }
    static override now = () => RealDate.now() + ahead();
  }
  globalThis.Date = DeviceDate as DateConstructor;
}

const setDevice = (page: Page, ms: number) =>
  page.evaluate((ahead) => sessionStorage.setItem('device-ahead', String(ahead)), ms);

/** Logs in on a device whose clock is wrong. */
async function logInOn(ms: number, email: string, path = ''): Promise<Page> {
  const address = `${paths.login}${path && `?redirectUrl=${encodeURIComponent(path)}`}`;
  const page = await demo.open(address, {
    session: { 'device-ahead': String(ms) },
    beforeLoad: (opened) => opened.addInitScript(moveDate),
  });
  await signIn(page, email, precreatedPassword);
  return page;
}

test.each([6 * hour, -6 * hour])(
  'logged out with a clock %i ms ahead, which is then put right, she can log in',
  async (ms) => {
    const email = newApplicant('ACTIVATED');
    const page = await logInOn(ms, email);
    await page.getByText('Step 2 of 9').waitFor();
    await page.locator('#menu').getByRole('button', { name: 'Logout' }).click();
    await page.locator('#menu').getByRole('link', { name: 'Login' }).click();
    await waitForHeading(page, 'Sign in');
    await setDevice(page, 0);
    await signIn(page, email, precreatedPassword);
    await page.getByText('Step 2 of 9').waitFor();
    expect(await page.getByText('You logged out in another tab').count()).toBe(0);
  },
);

test.each([hour, -hour, 48 * hour])(
  'started %i ms ahead, a test has its time and its answers when the clock is put right and the page opened again',
  async (ms) => {
    const page = await logInOn(ms, newApplicant('ACTIVATED'), paths.takeExam);
    await startExam(page);
    await chooseAnswer(page, 1);
    const before = await readSecondsLeft(page);
    expect(before).toBeGreaterThan(19 * 60);
    await setDevice(page, 0);
    await page.reload();
    await waitForHydration(page);
    await expect.poll(() => readSecondsLeft(page)).toBeLessThanOrEqual(before + 3);
    expect(await readSecondsLeft(page)).toBeGreaterThan(before - 120);
    expect(await readAnsweredNumbers(page)).toEqual([1]);
    // And while it is open.
    for (const ahead of [ms, -ms]) {
      await setDevice(page, ahead);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Prev' }).click();
      expect(await readSecondsLeft(page)).toBeGreaterThan(before - 240);
      expect(await readSecondsLeft(page)).toBeLessThanOrEqual(before + 3);
    }
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  },
);
