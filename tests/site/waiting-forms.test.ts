/** Forms that are sent without a connection wait, are sent once, and can be taken back. */
import { createHash } from 'node:crypto';
import { precreatedPassword } from '@one-planet/mocks';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  attachBiographyFiles,
  fillBiography,
  fillContact,
  fillEducation,
  fillPayment,
  logOut,
  saveForm,
  submitPayment,
} from '../support/applicant-steps.ts';
import {
  logIn,
  newApplicant,
  readState,
  useDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { collectCalls, respondWith } from '../support/page-actions.ts';
import {
  goToNextForm,
  newPhone,
  openLoggedInTab,
  openPageOnPhone,
  openTab,
  readDeviceEntries,
  readEntryNames,
  readLocalStorageKeys,
  submitOffline,
  waitingText,
} from '../support/phone.ts';

const demo = await useDemo();

const educationPath = '/applicant/education_background';
const biographyPath = '/applicant/biography_data';
const openEducation = () => openPageOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', educationPath);

test('the three forms wait in their order, with their files, and each is sent once', async () => {
  const { phone, email, page } = await openPageOnPhone(demo, 'BIOGRAPHIC_APPLICANT', biographyPath);
  await page.getByLabel('Nationality').waitFor();
  await phone.setOffline(true);
  await fillBiography(page);
  await submitOffline(page, attachBiographyFiles);
  await goToNextForm(page, 'Education Background');
  await submitOffline(page, fillEducation);
  await goToNextForm(page, 'Emergency Contact');
  await submitOffline(page, fillContact);
  const waitingList = page.getByRole('region', { name: 'Waiting to be sent' });
  await waitingList.getByText('Waiting to be sent: 3').click();
  expect(await waitingList.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Biographical Data \(\d+ KB\) /),
    expect.stringMatching(/^Education Background /),
    expect.stringMatching(/^Emergency Contact /),
  ]);
  // The keys contain the SHA-256 of her email address, and the site compares the address itself.
  const emailHash = createHash('sha256').update(email).digest('hex');
  const steps = ['saveBioData', 'saveContactData', 'saveEducationData'];
  expect(await readDeviceEntries(page)).toMatchObject(
    steps.map((step) => ({
      hash: emailHash,
      name: `waiting/applicants.${step}`,
      entry: { email },
    })),
  );
  const calls = collectCalls(page);
  await phone.setOffline(false);
  await waitForHeading(page, 'Apply to Program');
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
    'POST /files/private/upload_v2',
    'POST /files/private/upload_v2',
    'POST /applicants/private/save_bio_data',
    'POST /applicants/private/save_education_data',
    'POST /applicants/private/save_contact_data',
  ]);
  expect(await readState(demo, email)).toBe('READY_TO_APPLY');
});

test('payment details wait after the tab is closed, and are sent from any page after the next login', async () => {
  const { phone, email, page } = await openPageOnPhone(
    demo,
    'TOOK_EXAM',
    '/applicant/offline_payment',
  );
  await page.getByLabel('Payment Bank').waitFor();
  await phone.setOffline(true);
  await fillPayment(page);
  await submitPayment(page);
  await page.getByText(waitingText).waitFor();
  await page.close();
  await phone.setOffline(false);
  const newTab = await openTab(phone, demo, '/login');
  await logIn(newTab, email, precreatedPassword);
  await newTab.getByText('Sent: Payment details.').waitFor();
  expect(await readState(demo, email)).toBe('ACTIVATION_PAID');
});

test('the page does not call a form kept if the device is full', async () => {
  const { phone, page } = await openEducation();
  await phone.setOffline(true);
  await fillEducation(page);
  await page.evaluate(() => {
    // Acts like a full device, which refuses a write at the end of its transaction.
    const originalPut = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function full(...args: [unknown, IDBValidKey?]) {
      const request = originalPut.apply(this, args);
      const { transaction } = this;
      request.addEventListener('success', () => transaction.abort());
      return request;
    };
  });
  await saveForm(page);
  await page.getByText('This browser cannot keep it, so leave this page open').waitFor();
});

test('a form also waits without a service worker', async () => {
  const phone = await newPhone(demo, 'block');
  const email = newApplicant('BIOGRAPHIC_APPLICANT');
  const page = await openLoggedInTab(phone, demo, email, biographyPath);
  await page.getByLabel('Nationality').waitFor();
  await fillBiography(page);
  await attachBiographyFiles(page);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await page.waitForLoadState('networkidle');
  await phone.setOffline(true);
  await page.getByRole('button', { name: 'Save and Continue' }).click();
  await page.getByText(waitingText).waitFor();
});

const keepLabel = 'Keep what I type on this device';

/** Ticks the box to keep what she types, and fills in the form. */
async function fillAndKeepEducation(page: Page): Promise<void> {
  await page.getByLabel(keepLabel).check();
  await fillEducation(page);
  await expect.poll(() => readEntryNames(page)).toContain('draft/education');
}

test('what she typed is in a new tab after the next login, if she ticked the box', async () => {
  const { phone, email, page } = await openEducation();
  await fillAndKeepEducation(page);
  // Polls, because writing the last letter to the device takes a moment.
  await page.close();
  const newTab = await openTab(
    phone,
    demo,
    `/login?redirectUrl=${encodeURIComponent(educationPath)}`,
  );
  await logIn(newTab, email, precreatedPassword);
  await expect.poll(() => newTab.getByLabel('Grade 10 Result').inputValue()).toBe('3,5');
  expect(await newTab.getByLabel(keepLabel).isChecked()).toBe(true);
});

test('what she typed is removed from the device when she unticks the box and when the form is sent', async () => {
  const { phone, page } = await openEducation();
  await fillEducation(page);
  // Nothing is kept without the tick.
  expect(await readEntryNames(page)).toEqual([]);
  await page.getByLabel(keepLabel).check();
  await expect.poll(() => readEntryNames(page)).toContain('draft/education');
  await page.getByLabel(keepLabel).uncheck();
  await expect.poll(() => readEntryNames(page)).toEqual([]);
  await page.getByLabel(keepLabel).check();
  await expect.poll(() => readEntryNames(page)).toContain('draft/education');
  await phone.setOffline(true);
  await saveForm(page);
  await page.getByText(waitingText).waitFor();
  await phone.setOffline(false);
  await waitForHeading(page, 'Emergency Contact');
  await page.getByLabel(keepLabel).waitFor();
  await expect.poll(() => readEntryNames(page)).not.toContain('draft/education');
  await fillContact(page);
  await expect.poll(() => readEntryNames(page)).toContain('draft/contact');
  await saveForm(page);
  await waitForHeading(page, 'Apply to Program');
  await expect.poll(() => readEntryNames(page)).not.toContain('draft/contact');
});

test('kept drafts are removed once she has applied', async () => {
  const { page } = await openEducation();
  await fillAndKeepEducation(page);
  await respondWith(page, 200, '{"id":1,"status":"APPLIED"}', '**/get_by_email/*');
  await page.reload();
  await expect.poll(() => readEntryNames(page)).toEqual([]);
});

test('kept drafts are removed after 14 days, also without a login', async () => {
  const { phone, page } = await openEducation();
  await fillAndKeepEducation(page);
  const minuteMs = 60_000;
  await page.close();
  const home = await openTab(phone, demo, '/');
  await ageEntries(home, 14 * 24 * 60 * minuteMs - 10 * minuteMs);
  await home.reload();
  await waitForHydration(home);
  expect(await readEntryNames(home)).toEqual(['draft/education', 'keeps-typing']);
  await ageEntries(home, 20 * minuteMs);
  await home.reload();
  await expect.poll(() => readEntryNames(home)).toEqual([]);
  await expect.poll(() => readLocalStorageKeys(home)).toEqual([]);
});

/** Makes the stored entries older by some milliseconds. */
const ageEntries = (page: Page, ms: number) =>
  page.evaluate(async (olderMs) => {
    const openRequest = indexedDB.open('keyval-store');
    await new Promise((resolve) => {
      openRequest.onsuccess = resolve;
    });
    const transaction = openRequest.result.transaction('keyval', 'readwrite');
    const cursor = transaction.objectStore('keyval').openCursor();
    cursor.onsuccess = () => {
      const { result } = cursor;
      if (!result) return;
      result.update({ ...result.value, keptAt: result.value.keptAt - olderMs });
      result.continue();
    };
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    openRequest.result.close();
  }, ms);

/** Holds a tab at the reading of the names of its entries, with which each of its changes begins. */
async function holdReading(page: Page) {
  const gate = await page.evaluateHandle(() => {
    const { prototype } = IDBObjectStore;
    const readKeys = prototype.getAllKeys;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const gateState = { isReached: false, open };
    prototype.getAllKeys = function (this: IDBObjectStore, ...args) {
      const request = readKeys.apply(this, args);
      const heldRequest = Object.create(null, {
        result: { get: () => request.result },
        onsuccess: {
          set: (onSuccess: () => void) => {
            request.onsuccess = () => {
              gateState.isReached = true;
              void opened.then(onSuccess);
            };
          },
        },
      });
      return Object.assign(heldRequest, { oncomplete: null, onabort: null, onerror: null });
    };
    return gateState;
  });
  return {
    waitUntilReached: () =>
      expect.poll(() => gate.evaluate(({ isReached }) => isReached)).toBe(true),
    release: () => gate.evaluate(({ open }) => open()),
  };
}

/** Waits until a tab waits for a lock that another tab holds, or shows the next element without waiting. */
async function waitForTurn(page: Page, nextElement: Locator): Promise<void> {
  const hasPendingLock = async () => ((await navigator.locks.query()).pending ?? []).length > 0;
  await expect
    .poll(async () => (await page.evaluate(hasPendingLock)) || nextElement.isVisible())
    .toBe(true);
}

test('a form sent in one tab does not restore a form that another tab takes back at the same time', async () => {
  const { phone, email, page } = await openEducation();
  const secondTab = await openLoggedInTab(phone, demo, email, educationPath);
  await secondTab.getByLabel('High School Address').waitFor();
  await phone.setOffline(true);
  await submitOffline(page, fillEducation);
  await goToNextForm(page, 'Emergency Contact');
  await fillContact(page);
  await secondTab.getByText(waitingText).waitFor();
  const heldWrite = await holdReading(page);
  await saveForm(page);
  await heldWrite.waitUntilReached();
  await secondTab.locator('main').getByRole('button', { name: 'Take back' }).click();
  await waitForTurn(secondTab, secondTab.getByLabel('High School Address'));
  await heldWrite.release();
  await page.getByText(waitingText).waitFor();
  await secondTab.getByLabel('High School Address').waitFor();
  const waitingList = page.getByRole('region', { name: 'Waiting to be sent' });
  await page.reload();
  await waitingList.getByText('Waiting to be sent: 1').click();
  await waitingList.getByText(/^Emergency Contact /).waitFor();
});

test('a logout in one tab ends the session of the other, and removes its drafts and waiting forms', async () => {
  const { phone, email, page } = await openEducation();
  const secondTab = await openLoggedInTab(phone, demo, email, educationPath);
  await page.getByLabel('High School Address').waitFor();
  await phone.setOffline(true);
  await submitOffline(secondTab, fillEducation);
  await logOut(page);
  await page.waitForURL(`${demo.siteUrl}/`);
  await secondTab.getByText(waitingText).waitFor({ state: 'detached' });
  await secondTab.getByText('You logged out in another tab of this browser.').waitFor();
  expect(await secondTab.evaluate(() => [location.pathname, Object.keys(sessionStorage)])).toEqual([
    '/',
    [],
  ]);
  await expect.poll(() => readEntryNames(page)).toEqual([]);
  await expect.poll(() => readLocalStorageKeys(page)).toEqual(['logged-out']);
});

test('a tab that was in the back/forward cache during a logout is logged out, too', async () => {
  const { phone, email, page } = await openEducation();
  const secondTab = await openLoggedInTab(phone, demo, email, educationPath);
  await secondTab.getByLabel('High School Address').waitFor();
  // No event reaches a page that is in the browser's back/forward cache.
  await secondTab.goto('about:blank');
  await logOut(page);
  await secondTab.goBack();
  await waitForHeading(secondTab, 'Sign in');
});

test('a logout loses nothing of another applicant, who only has to log in again', async () => {
  const { phone, page } = await openEducation();
  const otherEmail = newApplicant('BIOGRAPHIC_APPLICANT2');
  const secondTab = await openLoggedInTab(phone, demo, otherEmail, educationPath);
  await secondTab.getByLabel('High School Address').fill('Piassa');
  await logOut(page);
  await secondTab.getByText('Your session has ended. What you typed is kept').waitFor();
  await secondTab.getByRole('link', { name: 'Log in', exact: true }).click();
  await logIn(secondTab, otherEmail, precreatedPassword);
  await waitForHeading(secondTab, 'Education Background');
  expect(await secondTab.getByLabel('High School Address').inputValue()).toBe('Piassa');
});
