/** A form that is sent without a connection waits, is sent once, and can be taken back. */
import { precreatedPassword } from '@one-planet/mocks';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { heading, newApplicant, signIn, stateOf, useDemo } from '../support/demo.ts';
import { callsOf } from '../support/page.ts';
import {
  attachBiography,
  fillBiography,
  fillContact,
  fillEducation,
  fillPayment,
  pay,
  save,
} from '../support/person.ts';
import {
  giveToWait,
  goOnTo,
  newPhone,
  nothingLeft,
  onDevice,
  openAsIn,
  openIn,
  openOnPhone,
  waits,
} from '../support/phone.ts';

const demo = await useDemo();

const education = '/applicant/education_background';
const biography = '/applicant/biography_data';

test('the three forms wait in their order, with their files, and each is sent once', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT', biography);
  await page.getByLabel('Nationality').waitFor();
  await phone.setOffline(true);
  await fillBiography(page);
  await attachBiography(page);
  await save(page);
  await page.getByText(waits).waitFor();
  await goOnTo(page, 'Education Background');
  await giveToWait(page, fillEducation);
  await goOnTo(page, 'Emergency Contact');
  await giveToWait(page, fillContact);
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  await waiting.getByText('Waiting to be sent: 3').click();
  expect(await waiting.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Biographical Data \(\d+ KB\) /),
    expect.stringMatching(/^Education Background /),
    expect.stringMatching(/^Emergency Contact /),
  ]);
  expect(await onDevice(page)).not.toMatch(/Menelik|Almaz|Amharic|hana|example\.com/i);
  const calls = callsOf(page);
  await phone.setOffline(false);
  await heading(page, 'Apply to Program');
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
    'POST /files/private/upload_v2',
    'POST /files/private/upload_v2',
    'POST /applicants/private/save_bio_data',
    'POST /applicants/private/save_education_data',
    'POST /applicants/private/save_contact_data',
  ]);
  expect(await stateOf(demo, email)).toBe('READY_TO_APPLY');
});

test('payment details wait beyond the tab, and are sent from wherever she logs in again', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'TOOK_EXAM', '/applicant/offline_payment');
  await page.getByLabel('Payment Bank').waitFor();
  await phone.setOffline(true);
  await fillPayment(page);
  await pay(page);
  await page.getByText(waits).waitFor();
  await page.close();
  await phone.setOffline(false);
  const again = await openIn(phone, demo, '/login');
  await signIn(again, email, precreatedPassword);
  await again.getByText('Sent: Payment details.').waitFor();
  expect(await stateOf(demo, email)).toBe('ACTIVATION_PAID');
});

test('what a full device does not keep is not called kept', async () => {
  const { phone, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await phone.setOffline(true);
  await fillEducation(page);
  await page.evaluate(() => {
    // As a full device does: what was written is refused at the end.
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function full(...given: [unknown, IDBValidKey?]) {
      const request = put.apply(this, given);
      const { transaction } = this;
      request.addEventListener('success', () => transaction.abort());
      return request;
    };
  });
  await save(page);
  await page.getByText('This browser cannot keep it, so leave this page open').waitFor();
});

test('what waits also waits where no worker keeps the site', async () => {
  const phone = await newPhone(demo, 'block');
  const email = newApplicant('BIOGRAPHIC_APPLICANT');
  const page = await openAsIn(phone, demo, email, biography);
  await page.getByLabel('Nationality').waitFor();
  await fillBiography(page);
  await attachBiography(page);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await page.waitForLoadState('networkidle');
  await phone.setOffline(true);
  await page.getByRole('button', { name: 'Save and Continue' }).click();
  await page.getByText(waits).waitFor();
});

test('what was saved meanwhile from another device is not sent again', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await phone.setOffline(true);
  await giveToWait(page, fillEducation);
  const other = await openAsIn(await newPhone(demo), demo, email, education);
  await fillEducation(other);
  await save(other);
  await heading(other, 'Emergency Contact');
  const calls = callsOf(page);
  await phone.setOffline(false);
  await heading(page, 'Emergency Contact');
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await page.getByText('Education Background: the college has this form already').waitFor();
});

const keep = 'Keep what I type on this device';

test('what is typed is there in a new tab after logging in again, where she asked for it', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await page.getByLabel(keep).check();
  await fillEducation(page);
  await expect.poll(() => onDevice(page)).toContain('draft/education');
  expect(await onDevice(page)).not.toMatch(/Menelik|Addis|example\.com/i);
  // A little time to write the last letter: the device is asked until the new tab has it.
  await page.close();
  const again = await openIn(phone, demo, `/login?redirectUrl=${encodeURIComponent(education)}`);
  await signIn(again, email, precreatedPassword);
  await expect.poll(() => again.getByLabel('Grade 10 Result').inputValue()).toBe('3,5');
  expect(await again.getByLabel(keep).isChecked()).toBe(true);
});

test('what is typed goes from the device with the tick, and with what is sent', async () => {
  const { phone, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await fillEducation(page);
  // Not by itself.
  expect(await onDevice(page)).not.toContain('draft');
  await page.getByLabel(keep).check();
  await expect.poll(() => onDevice(page)).toContain('draft/education');
  await page.getByLabel(keep).uncheck();
  await expect.poll(() => onDevice(page)).not.toMatch(/draft|keeps-typing/);
  await page.getByLabel(keep).check();
  await expect.poll(() => onDevice(page)).toContain('draft/education');
  await phone.setOffline(true);
  await save(page);
  await page.getByText(waits).waitFor();
  await phone.setOffline(false);
  await heading(page, 'Emergency Contact');
  await page.getByLabel(keep).waitFor();
  await expect.poll(() => onDevice(page)).not.toContain('draft/education');
  await fillContact(page);
  await expect.poll(() => onDevice(page)).toContain('draft/contact');
  await save(page);
  await heading(page, 'Apply to Program');
  await expect.poll(() => onDevice(page)).not.toContain('draft/contact');
});

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
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  await page.reload();
  await waiting.getByText('Waiting to be sent: 1').click();
  await waiting.getByText(/^Emergency Contact /).waitFor();
});

test('two tabs that keep something for the first time agree on one key', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const other = await openAsIn(phone, demo, email, education);
  await fillEducation(other);
  await phone.setOffline(true);
  const making = await hold(page, 'generateKey');
  await page.getByLabel('Keep what I type on this device').check();
  await making.isReached();
  await save(other);
  await isInTurn(other, other.getByText(waits));
  await making.goOn();
  await other.getByText(waits).waitFor();
  await expect.poll(() => onDevice(page)).toContain('keeps-typing');
  await other.reload();
  const waiting = other.getByRole('region', { name: 'Waiting to be sent' });
  await waiting.getByText('Waiting to be sent: 1').waitFor();
});

test('a logout in one tab ends the session in the other, with what was typed and what waits there', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  const other = await openAsIn(phone, demo, email, education);
  await page.getByLabel('High School Address').waitFor();
  await phone.setOffline(true);
  await giveToWait(other, fillEducation);
  await logOut(page);
  await page.waitForURL(`${demo.site}/`);
  await other.getByText(waits).waitFor({ state: 'detached' });
  await other.getByText('You logged out in another tab of this browser.').waitFor();
  expect(await other.evaluate(() => [location.pathname, Object.values(sessionStorage)])).toEqual([
    '/',
    [],
  ]);
  await expect.poll(() => onDevice(page)).toMatch(nothingLeft);
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
});

async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
}
