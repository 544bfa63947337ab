/** What is sent without a connection waits, is sent once, and can be taken back. */
import { precreatedPassword } from '@one-planet/mocks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant, stateOf } from './applicants.ts';
import { type Demo, heading, ready, signIn, startDemo } from './demo.ts';
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
} from './offline.ts';
import { callsOf } from './page.ts';
import {
  attachBiography,
  fillBiography,
  fillContact,
  fillEducation,
  fillPayment,
  pay,
  save,
} from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

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
  const told = page.getByRole('region', { name: 'Waiting to be sent' });
  await told.getByText('Waiting to be sent: 3').click();
  expect(await told.getByRole('listitem').allTextContents()).toEqual([
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
  await phone.close();
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
  await phone.close();
});

test('payment details that wait are followed by their page once they are sent', async () => {
  const { phone, page } = await openOnPhone(demo, 'TOOK_EXAM', '/applicant/offline_payment');
  await page.getByLabel('Payment Bank').waitFor();
  await phone.setOffline(true);
  await fillPayment(page);
  await pay(page);
  await page.getByText(waits).waitFor();
  await phone.setOffline(false);
  await heading(page, 'Payment Details Uploaded Successfully');
  await phone.close();
});

test('what waits can be taken back, and shows again what was typed', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await phone.setOffline(true);
  await giveToWait(page, fillEducation);
  await page.locator('main').getByRole('button', { name: 'Take back' }).click();
  expect(await page.getByLabel('High School Address').inputValue()).toBe('Addis Ababa');
  await phone.setOffline(false);
  await page.reload();
  await ready(page);
  await heading(page, 'Education Background');
  expect(await stateOf(demo, email)).toBe('BIOGRAPHIC_APPLICANT2');
  await phone.close();
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
  await phone.close();
});

test('what waits also waits where no worker keeps the site', async () => {
  const phone = await demo.browser.newContext({ serviceWorkers: 'block' });
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
  await phone.close();
});

test('what was saved meanwhile from another device is not sent again', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await phone.setOffline(true);
  await giveToWait(page, fillEducation);
  const other = await openAsIn(await newPhone(demo), demo, email, education);
  await fillEducation(other);
  await save(other);
  await heading(other, 'Emergency Contact');
  await other.context().close();
  const calls = callsOf(page);
  await phone.setOffline(false);
  await heading(page, 'Emergency Contact');
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await page.getByText('Education Background: the college has this form already').waitFor();
  await phone.close();
});

test('what waits is gone once she logs out, and so is the key to it', async () => {
  const { phone, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await phone.setOffline(true);
  await giveToWait(page, fillEducation);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${demo.site}/`);
  await expect.poll(() => onDevice(page)).toMatch(nothingLeft);
  await phone.close();
});
