/** Accounts in a real browser: what is stored, which requests are sent, and which scripts may run. */

import { expect, test } from 'vitest';
import {
  logIn,
  newAccount,
  newEmail,
  password,
  readDialogTexts,
  registerByApi,
  useErrorFreeDemo,
  waitForHydration,
} from '../support/demo.ts';

const demo = await useErrorFreeDemo();

test('Remember me fills in the email address at the next visit, and nothing else', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  await page.getByLabel('Remember me').check();
  await logIn(page, email);
  await page.locator('#menu').getByText('Welcome Hana').waitFor({ state: 'attached' });
  const secondPage = await page.context().newPage();
  await secondPage.goto(`${demo.siteUrl}/login`);
  await waitForHydration(secondPage);
  await secondPage.waitForFunction(() => document.querySelector('input')?.value !== '');
  expect(await secondPage.getByLabel('Email Address').inputValue()).toBe(email);
  expect(await secondPage.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  expect(await secondPage.evaluate(() => localStorage.length)).toBe(0);
  await secondPage.getByLabel('Remember me').uncheck();
  await logIn(secondPage, email);
  await secondPage.getByText('Welcome Hana').waitFor({ state: 'attached' });
  const thirdPage = await page.context().newPage();
  await thirdPage.goto(`${demo.siteUrl}/login`);
  await waitForHydration(thirdPage);
  expect(await thirdPage.getByLabel('Remember me').isChecked()).toBe(false);
});

test('the content security policy forbids scripts, styles and frames of other origins', async () => {
  const policy = (await fetch(demo.siteUrl)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe-|\*/);
  const page = await demo.open('/');
  const scriptOutcome = await page.evaluate(() => {
    const script = document.createElement('script');
    return new Promise((resolve) => {
      addEventListener('securitypolicyviolation', () => resolve('refused'));
      try {
        script.src = 'data:text/javascript,window.ran=true';
        document.body.append(script);
      } catch {
        resolve('refused');
      }
    });
  });
  expect(scriptOutcome).toBe('refused');
  demo.pageErrors.length = 0;
});

test('no password and no token is in storage that outlives the tab, in a URL or in the console', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  const consoleAndUrlTexts: string[] = [];
  page.on('console', (message) => consoleAndUrlTexts.push(message.text()));
  page.on('request', (request) =>
    consoleAndUrlTexts.push(request.url(), request.headers().referer ?? ''),
  );
  await logIn(page, email, 'Wrong-Horse-7');
  await readDialogTexts(page);
  await page.keyboard.press('Escape');
  await logIn(page, email);
  await page.locator('#menu').getByText('Welcome Hana').waitFor({ state: 'attached' });
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  expect(token).toBeTruthy();
  const consoleAndUrlText = consoleAndUrlTexts.join('\n');
  expect(consoleAndUrlText).not.toContain(password);
  expect(consoleAndUrlText).not.toContain('Wrong-Horse-7');
  expect(consoleAndUrlText).not.toContain(token);
  expect(await page.evaluate(() => JSON.stringify([localStorage, document.cookie]))).toBe(
    '[{},""]',
  );
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);
});

test('the one-time token of a link is sent to the API and to no other server', async () => {
  const email = newEmail();
  await registerByApi(demo, email);
  const page = await demo.open('/about');
  const activationLink = (await demo.readMails(email))[0]?.link ?? '';
  const token = activationLink.split('/').at(-1) ?? '';
  const requestsWithToken: string[] = [];
  page.on('request', (request) => {
    const urlsWithToken = [request.url(), request.headers().referer ?? ''].filter((url) =>
      url.includes(token),
    );
    requestsWithToken.push(
      ...urlsWithToken.map((url) => `${request.resourceType()} ${new URL(url).origin}`),
    );
  });
  await page.goto(activationLink);
  await page.getByLabel('Confirm password', { exact: true }).waitFor();
  const apiOrigin = new URL(demo.apiUrl).origin;
  const allowedRequests = [
    `document ${demo.siteUrl}`,
    `fetch ${apiOrigin}`,
    `preflight ${apiOrigin}`,
  ];
  expect(requestsWithToken.filter((carrier) => !allowedRequests.includes(carrier))).toEqual([]);
  expect(page.url()).not.toContain(token);
});
