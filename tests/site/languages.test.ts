/** The site in her language: the switch, what it keeps, and what the first visit shows. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../../web/src/language/languages.ts';
import { type Demo, ready, startDemo } from './demo.ts';
import { choose, chosen, openExam } from './exam-page.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

/** Goes to the page in another language, by the list above the header. */
async function switchTo(page: Page, name: string): Promise<void> {
  await page.locator('.languages').first().getByRole('link', { name, exact: true }).click();
  await ready(page);
}

const shownLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);
const pathOf = (page: Page) => page.url().slice(demo.site.length);

test.each(Object.entries(languages))('the page is there in %s', async (code, name) => {
  const page = await demo.open('/about?from=mail#main');
  await switchTo(page, name);
  expect(pathOf(page)).toBe(`${code === 'en' ? '' : `/${code}`}/about?from=mail#main`);
  expect(await shownLanguage(page)).toBe(code);
  const here = page.locator('.languages').first().locator('[aria-current=true]');
  expect(await here.textContent()).toBe(name);
});

test('the switch stands in the menu, too', async () => {
  const page = await demo.open('/contact', { viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.header nav .languages').getByRole('link', { name: 'አማርኛ' }).click();
  await page.waitForURL(/\/am\/contact$/i);
});

test('what is typed into a form is still there in the other language, but for a password', async () => {
  const page = await demo.open('/register');
  await page.locator('[name=firstName]').fill('Hana');
  await page.locator('[name=iAm18]').check();
  await switchTo(page, 'አማርኛ');
  expect(await page.locator('[name=firstName]').inputValue()).toBe('Hana');
  expect(await page.locator('[name=iAm18]').isChecked()).toBe(true);
});

test('a choice is remembered, and English is a choice, too', async () => {
  const page = await demo.open('/about');
  await switchTo(page, 'አማርኛ');
  await page.goto(`${demo.site}/contact`);
  await page.waitForURL('**/am/contact');
  await ready(page);
  await switchTo(page, 'English');
  await page.goto(`${demo.site}/about`);
  await ready(page);
  expect(pathOf(page)).toBe('/about');
});

test.each([
  ['am-ET', '/am/login?redirectUrl=%2F'],
  ['om-ET', '/om/login?redirectUrl=%2F'],
  ['fr-FR', '/login?redirectUrl=%2F'],
  ['en-US', '/login?redirectUrl=%2F'],
])('the first visit with a browser in %s shows %s', async (locale, path) => {
  const page = await demo.open('/login?redirectUrl=%2F', { locale });
  await expect.poll(() => pathOf(page)).toBe(path);
});

test('an address that names a language keeps it, whatever the browser prefers', async () => {
  const page = await demo.open('/om/about', { locale: 'am-ET' });
  expect(pathOf(page)).toBe('/om/about');
});

test('an activation link opens in the language that was chosen', async () => {
  const page = await demo.open('/am/about');
  await switchTo(page, 'English');
  await switchTo(page, 'አማርኛ');
  await page.goto(`${demo.site}/applicant/activate/a.b.c`);
  await page.waitForURL('**/am/applicant/activate/a.b.c');
});

test('a running test goes on in the other language, with its answers and its time', async () => {
  const { page } = await openExam(demo);
  const answer = await choose(page, 1);
  await switchTo(page, 'አማርኛ');
  await expect.poll(() => chosen(page)).toBe(answer);
  expect(await shownLanguage(page)).toBe('am');
});

test('what breaks a rule is told in her language', async () => {
  const page = await demo.open('/am/login');
  await page.locator('[type=submit]').click();
  await page.locator('.error').first().waitFor();
  const said = await page.locator('main').innerText();
  expect(said).not.toContain('required');
});

test('a page that has no words yet is English, says so to screen readers, and has the frame in her language', async () => {
  const page = await demo.open('/om/terms_and_conditions');
  expect(await page.locator('main').getAttribute('lang')).toBe('en');
  await page.getByRole('heading', { name: 'Terms and Conditions' }).waitFor();
  const amharic = await demo.open('/am/terms_and_conditions');
  expect(await amharic.locator('main').getAttribute('lang')).toBeNull();
});

test('until somebody has reviewed a language, its footer says so', async () => {
  const page = await demo.open('/am/');
  await page.locator('footer').getByText('ይህ ትርጉም ገና አልተገመገመም').waitFor();
});
