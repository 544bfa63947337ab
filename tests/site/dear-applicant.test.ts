/** The dialog for those whose application is submitted (journey specification, section 2; decisions, section 3). */

import { precreatedPassword } from '@one-planet/mocks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant, openAs } from './applicants.ts';
import { type Demo, dialogText, heading, ready, signIn, startDemo } from './demo.ts';
import { closeDialog, path } from './page.ts';
import { apply } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

async function logIn(address = '/login') {
  const page = await demo.open(address);
  await signIn(page, newApplicant('APPLIED'), precreatedPassword);
  return page;
}

const confirmation = '/applicant/apply_program_confirmation';

test('it opens after a login, also once the page is loaded anew, and Close logs out', async () => {
  const page = await logIn();
  const [title, ...paragraphs] = await dialogText(page);
  expect(title).toBe('Dear Applicant');
  expect(paragraphs.join(' ')).toMatch(
    /submitted.*review your documents.*e-mail.*before logging in/,
  );
  await page.reload();
  await dialogText(page);
  await closeDialog(page);
  await heading(page, 'Sign in');
  expect(page.url()).toBe(`${demo.site}/login`);
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
});

test('it leads to the confirmation, which can be opened again as long as she is logged in', async () => {
  const page = await logIn();
  await page.getByRole('button', { name: 'See your application' }).click();
  await heading(page, 'Application Submitted');
  for (const where of ['/', '/about', confirmation]) {
    await page.goto(demo.site + where);
    await ready(page);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
  }
});

test('it does not open on top of the confirmation', async () => {
  const page = await logIn(`/Login?redirectUrl=${encodeURIComponent(confirmation)}`);
  await heading(page, 'Application Submitted');
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
});

test('it does not open for somebody who applies while she is logged in', async () => {
  const page = await openAs(demo, newApplicant('READY_TO_APPLY'), '/applicant/apply_program');
  await page.locator('.radio').first().click();
  await apply(page);
  await heading(page, 'Application Submitted');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.getByText('Step 9 of 9').waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
  expect(path(page)).toBe('/');
});
