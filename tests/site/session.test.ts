/** A session ends 50 minutes after the login, by the clock (decisions, section 3). */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, newAccount, password, ready, startDemo } from './demo.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** Logs in on a page whose clock is ours, then opens another page of the site. */
async function logIn(path: string): Promise<{ page: Page; email: string }> {
  const email = await newAccount(demo);
  const page = await demo.open(`/login?redirectUrl=${encodeURIComponent(path)}`, { clock: true });
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(demo.site + path);
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
  return { page, email };
}

const warning = (page: Page, minutes: string) =>
  page.getByText(`Your session ends in ${minutes}. Log in again here to stay`);

test('it warns 5 minutes and 1 minute before, and then goes home and says so', async () => {
  const { page } = await logIn('/about');
  await page.clock.fastForward('44:30');
  expect(await page.locator('dialog').count()).toBe(0);
  await page.clock.fastForward('00:31');
  await warning(page, '5 minutes').waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  expect(await page.locator('dialog').count()).toBe(0);
  await page.clock.fastForward('04:00');
  await warning(page, '1 minute').waitFor();
  await page.clock.fastForward('01:00');
  await page.waitForURL(`${demo.site}/`);
  await page.getByText('Your session has ended.').waitFor();
  await page.getByRole('link', { name: 'Login' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
});

test('logging in again in place keeps the page, its input and 50 more minutes', async () => {
  const { page } = await logIn('/about');
  await page.clock.fastForward('46:00');
  await warning(page, '5 minutes').waitFor();
  await page.locator('dialog').getByLabel('Password', { exact: true }).fill('Wrong-Horse-7');
  await page.getByRole('button', { name: 'Log in again' }).click();
  await page.locator('dialog [role=alert]').waitFor();
  await page.locator('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in again' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${demo.site}/about`);
  await page.clock.fastForward('30:00');
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
});

test('a device that slept past the end finds nobody logged in, and what was typed is kept', async () => {
  const { page } = await logIn('/about');
  await page.evaluate(() => sessionStorage.setItem('draft:register', '{"firstName":"Hana"}'));
  await page.clock.setSystemTime(Date.now() + 8 * 3_600_000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.waitForURL(`${demo.site}/`);
  await page.getByText('Your session has ended.').waitFor();
  await page.goto(`${demo.site}/register`);
  await ready(page);
  expect(await page.getByLabel('First name').inputValue()).toBe('Hana');
});

test('a reload after the end shows nobody, and a guarded page asks to sign in', async () => {
  const { page } = await logIn('/applicant/take_exam');
  // A request after the end would end the session by itself.
  await page.getByRole('button', { name: 'Start DLT' }).waitFor();
  await page.clock.setSystemTime(Date.now() + 51 * 60_000);
  await page.reload();
  await page.waitForURL(`${demo.site}/Login?redirectUrl=%2Fapplicant%2Ftake_exam`);
});
