/** Two tabs of one browser. */

import { precreatedPassword } from '@one-planet/mocks';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant } from './applicants.ts';
import { type Demo, heading, signIn, startDemo } from './demo.ts';
import {
  giveToWait,
  goOnTo,
  nothingLeft,
  onDevice,
  openAsIn,
  openOnPhone,
  waits,
} from './offline.ts';
import { fillContact, fillEducation, save } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const education = '/applicant/education_background';

/** Holds a tab up in one of its ciphers. */
async function hold(page: Page, name: 'encrypt' | 'generateKey') {
  const gate = await page.evaluateHandle((held) => {
    const { subtle } = crypto;
    const real = subtle[held] as (...given: unknown[]) => Promise<unknown>;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const inPage = { isReached: false, open };
    const value = async (...given: unknown[]) => {
      inPage.isReached = true;
      await opened;
      return real.apply(subtle, given);
    };
    Object.defineProperty(subtle, held, { value });
    return inPage;
  }, name);
  return {
    isReached: () => expect.poll(() => gate.evaluate(({ isReached }) => isReached)).toBe(true),
    goOn: () => gate.evaluate(({ open }) => open()),
  };
}

/** Waits until a tab has to wait for another one, or has gone on without it. */
async function isInTurn(page: Page, done: Locator): Promise<void> {
  const waiting = async () => ((await navigator.locks.query()).pending ?? []).length > 0;
  await expect.poll(async () => (await page.evaluate(waiting)) || done.isVisible()).toBe(true);
}

test('what is given in one tab does not bring back what is taken back in another', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const other = await openAsIn(phone, demo, email, education);
  await other.getByLabel('High School Address').waitFor();
  await phone.setOffline(true);
  await giveToWait(page, fillEducation);
  await goOnTo(page, 'Emergency Contact');
  await fillContact(page);
  await other.getByText(waits).waitFor();
  const writing = await hold(page, 'encrypt');
  await save(page);
  await writing.isReached();
  await other.locator('main').getByRole('button', { name: 'Take back' }).click();
  await isInTurn(other, other.getByLabel('High School Address'));
  await writing.goOn();
  await page.getByText(waits).waitFor();
  await other.getByLabel('High School Address').waitFor();
  const told = page.getByRole('region', { name: 'Waiting to be sent' });
  await page.reload();
  await told.getByText('Waiting to be sent: 1').click();
  await told.getByText(/^Emergency Contact /).waitFor();
  await phone.close();
});

test('two tabs that keep something for the first time agree on one key', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const other = await openAsIn(phone, demo, email, education);
  await fillEducation(other);
  await phone.setOffline(true);
  const making = await hold(page, 'generateKey');
  await page.getByLabel('Keep what I type on this device until I log out').check();
  await making.isReached();
  await save(other);
  await isInTurn(other, other.getByText(waits));
  await making.goOn();
  await other.getByText(waits).waitFor();
  await expect.poll(() => onDevice(page)).toContain('keeps-typing');
  await other.reload();
  const told = other.getByRole('region', { name: 'Waiting to be sent' });
  await told.getByText('Waiting to be sent: 1').waitFor();
  await phone.close();
});

test('what waits in another tab is gone once she logs out in this one', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const other = await openAsIn(phone, demo, email, education);
  await phone.setOffline(true);
  await giveToWait(other, fillEducation);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${demo.site}/`);
  await other.getByText(waits).waitFor({ state: 'detached' });
  await expect.poll(() => onDevice(page)).toMatch(nothingLeft);
  await phone.close();
});

test('a logout in one tab ends the session in the other, with what was typed there', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const other = await openAsIn(phone, demo, email, education);
  await other.getByLabel('High School Address').fill('Piassa');
  await page.getByLabel('High School Address').waitFor();
  await logOut(page);
  await other.getByText('You logged out in another tab of this browser.').waitFor();
  expect(await other.evaluate(() => [location.pathname, Object.values(sessionStorage)])).toEqual([
    '/',
    [],
  ]);
  expect(await onDevice(other)).not.toContain('Piassa');
  await phone.close();
});

test('a tab that slept meanwhile wakes up logged out', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const other = await openAsIn(phone, demo, email, education);
  await other.getByLabel('High School Address').waitFor();
  // No event reaches a page that the browser has put aside.
  await other.goto('about:blank');
  await logOut(page);
  await other.goBack();
  await heading(other, 'Sign in');
  await phone.close();
});

test('a logout loses nothing of somebody else, who only has to log in again', async () => {
  const { phone, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const somebody = newApplicant('BIOGRAPHIC_APPLICANT2');
  const other = await openAsIn(phone, demo, somebody, education);
  await other.getByLabel('High School Address').fill('Piassa');
  await logOut(page);
  await other.getByText('Your session has ended. What you typed is kept').waitFor();
  await other.getByRole('link', { name: 'Log in', exact: true }).click();
  await signIn(other, somebody, precreatedPassword);
  await heading(other, 'Education Background');
  expect(await other.getByLabel('High School Address').inputValue()).toBe('Piassa');
  await phone.close();
});

async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
}
