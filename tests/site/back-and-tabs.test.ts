/** The back button, a second tab and the end of the session in a form do no harm. */

import { precreatedPassword } from '@one-planet/mocks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant, openAs, stateOf } from './applicants.ts';
import { type Demo, heading, signIn, startDemo } from './demo.ts';
import { callsOf, closeDialog, path } from './page.ts';
import {
  attachBiography,
  fillBiography,
  fillContact,
  fillEducation,
  payOffline,
  proceed,
  save,
} from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

test('from the answers to check, Back and a reload lead to the form with everything in it', async () => {
  const page = await openAs(demo, newApplicant('BIOGRAPHIC_APPLICANT2'), '/about');
  const calls = callsOf(page);
  await proceed(page);
  await heading(page, 'Education Background');
  await fillEducation(page);
  const check = page.getByRole('heading', { name: 'Check your answers' });
  const form = page.getByRole('button', { name: 'Continue', exact: true });
  await form.click();
  await check.waitFor();
  await page.goBack();
  await form.waitFor();
  expect(await form.evaluate((button) => button === document.activeElement)).toBe(true);
  await form.click();
  await check.waitFor();
  await page.reload();
  await form.waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
  await form.click();
  await page.getByRole('button', { name: 'Change Grade 12 Result' }).click();
  await page.getByLabel('Grade 12 Result').fill('600');
  await form.click();
  await page.locator('.answers').getByText('600').waitFor();
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await page.getByRole('button', { name: 'Save and Continue' }).dblclick();
  await heading(page, 'Emergency Contact');
  await page.goBack();
  await heading(page, 'About Us');
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

test('what is being sent cannot be changed any more, and Back does not lose the form behind it', async () => {
  const page = await openAs(demo, newApplicant('BIOGRAPHIC_APPLICANT2'), '/about');
  await proceed(page);
  await heading(page, 'Education Background');
  await fillEducation(page);
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/save_education_data', async (route) => {
    await refused;
    await route.fulfill({
      status: 400,
      body: 'Not now.',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await save(page);
  await page.getByRole('button', { name: 'Saving...' }).waitFor();
  await page.getByRole('button', { name: 'Go back to the form' }).click({ force: true });
  await page.getByRole('button', { name: 'Change Grade 12 Result' }).click({ force: true });
  await page.goBack();
  expect(await page.getByRole('heading', { name: 'Check your answers' }).isVisible()).toBe(true);
  refuse();
  await closeDialog(page);
  await page.getByRole('button', { name: 'Go back to the form' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
  expect(path(page)).toBe('/applicant/education_background');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
});

test('back and forward between the forms: nobody gets stuck, and nothing is sent again', async () => {
  const email = newApplicant('BIOGRAPHIC_APPLICANT');
  const page = await openAs(demo, email, '/about');
  const calls = callsOf(page);
  await proceed(page);
  await heading(page, 'Biographical Data');
  await fillBiography(page);
  await attachBiography(page);
  await save(page);
  await heading(page, 'Education Background');
  await page.goBack();
  await heading(page, 'About Us');
  await page.goForward();
  await heading(page, 'Education Background');
  await fillEducation(page);
  await page.goBack();
  await heading(page, 'About Us');
  await page.goForward();
  await heading(page, 'Education Background');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
  await save(page);
  await heading(page, 'Emergency Contact');
  await fillContact(page);
  await save(page);
  await heading(page, 'Apply to Program');
  await page.locator('.radio').nth(1).click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await page.getByRole('button', { name: 'Apply', exact: true }).dblclick();
  await heading(page, 'Application Submitted');
  await page.goBack();
  await heading(page, 'About Us');
  await page.goForward();
  await heading(page, 'Application Submitted');
  const sent = calls.filter((call) => call.startsWith('POST'));
  expect(sent).toEqual([
    'POST /files/private/upload_v2',
    'POST /files/private/upload_v2',
    'POST /applicants/private/save_bio_data',
    'POST /applicants/private/save_education_data',
    'POST /applicants/private/save_contact_data',
    'POST /applicants/private/apply_for_program',
  ]);
  expect(await stateOf(demo, email)).toBe('APPLIED');
});

test('back from a payment that was made does not lead into its form', async () => {
  const email = newApplicant('TOOK_EXAM');
  const page = await openAs(demo, email, '/applicant/exam_result');
  await page.getByRole('link', { name: 'Proceed To Payment' }).click();
  await payOffline(page);
  await heading(page, 'Payment Details Uploaded Successfully');
  await page.goBack();
  await heading(page, 'Your payment is being verified');
});

test('a form that was saved in another tab is not saved again: this tab goes on, too', async () => {
  const email = newApplicant('BIOGRAPHIC_APPLICANT2');
  const form = '/applicant/education_background';
  const [one, other] = [await openAs(demo, email, form), await openAs(demo, email, form)];
  for (const page of [one, other]) {
    await heading(page, 'Education Background');
    await fillEducation(page);
  }
  await save(one);
  await heading(one, 'Emergency Contact');
  await save(other);
  await heading(other, 'Emergency Contact');
  expect(await stateOf(demo, email)).toBe('BIOGRAPHIC_APPLICANT3');
  for (const page of [one, other]) await page.context().close();
});

test('the session ends in a form by the clock: after a new login what was typed is there', async () => {
  const email = newApplicant('BIOGRAPHIC_APPLICANT');
  const page = await openAs(demo, email, '/applicant/biography_data', {
    clock: true,
  });
  await heading(page, 'Biographical Data');
  await fillBiography(page);
  await page.clock.fastForward('50:01');
  await page.getByText('Your session has ended.').waitFor();
  expect(path(page)).toBe('/');
  await page.getByRole('link', { name: 'Login' }).click();
  await signIn(page, email, precreatedPassword);
  await page.getByText('Step 5 of 9').waitFor();
  await proceed(page);
  await heading(page, 'Biographical Data');
  expect(await page.getByLabel('Native Language').inputValue()).toBe('Amharic');
  expect(await page.getByLabel('female', { exact: true }).isChecked()).toBe(true);
});

test('the server ends the session at a save: log in, and the form is as it was', async () => {
  const email = newApplicant('BIOGRAPHIC_APPLICANT2');
  const page = await openAs(demo, email, '/applicant/education_background');
  await heading(page, 'Education Background');
  await fillEducation(page);
  await page.route('**/save_education_data', (route) =>
    route.fulfill({ status: 401, body: '', headers: { 'access-control-allow-origin': '*' } }),
  );
  await save(page);
  await heading(page, 'Sign in');
  await page.getByText('Your session has ended.').waitFor();
  await page.unrouteAll();
  await signIn(page, email, precreatedPassword);
  await heading(page, 'Education Background');
  expect(await page.getByLabel('High School Address').inputValue()).toBe('Addis Ababa');
  await save(page);
  await heading(page, 'Emergency Contact');
});

test('what one applicant typed is not shown to the next, and a logout wipes it', async () => {
  const [first, second] = [
    newApplicant('BIOGRAPHIC_APPLICANT3'),
    newApplicant('BIOGRAPHIC_APPLICANT3'),
  ];
  const form = '/applicant/emergency_contact';
  const page = await openAs(demo, first, form, { clock: true });
  await heading(page, 'Emergency Contact');
  await fillContact(page);
  await page.clock.fastForward('50:01');
  await page.getByText('Your session has ended.').waitFor();
  const openForm = async (email: string) => {
    await page.goto(`${demo.site}/login?redirectUrl=${encodeURIComponent(form)}`);
    await signIn(page, email, precreatedPassword);
    await heading(page, 'Emergency Contact');
    return await page.getByLabel('Contact Full Name').inputValue();
  };
  expect(await openForm(second)).toBe('');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Login' }).waitFor();
  expect(await openForm(first)).toBe('');
});

test('a refused save tells the words of the server and keeps the form', async () => {
  const page = await openAs(
    demo,
    newApplicant('BIOGRAPHIC_APPLICANT3'),
    '/applicant/emergency_contact',
  );
  await heading(page, 'Emergency Contact');
  await fillContact(page);
  await page.route('**/save_contact_data', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'The phone is that of another applicant.' },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await save(page);
  await page.getByText('The phone is that of another applicant.').waitFor();
  await closeDialog(page);
  expect(await page.getByLabel('Contact Full Name').inputValue()).toBe('Almaz Bekele');
});
