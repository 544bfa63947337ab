/** Pages that are displayed before their script has arrived. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serveTest } from '../../cli/src/testing/support.ts';
import { openBlankPage, useDemo, waitForHeading, waitForHydration } from '../support/demo.ts';
import { holdRequests } from '../support/page-actions.ts';

const demo = await useDemo();

const openPhonePage = () => openBlankPage(demo, { viewport: { width: 360, height: 740 } });

/** Opens a page on a phone. Its scripts do not arrive before `release` is called. */
async function openWithHeldScripts(path: string, storage: Record<string, string> = {}) {
  const page = await openPhonePage();
  const releaseScripts = await holdRequests(page, '**/*.js');
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
  }, storage);
  await page.goto(demo.siteUrl + path, { waitUntil: 'commit' });
  return { page, release: releaseScripts };
}

test.each([
  ['', false],
  [', also if the page is translated meanwhile', true],
])(
  'what is typed and ticked before hydration is kept, and Register pressed before hydration is pressed once after it%s',
  async (_where, isTranslated) => {
    const { page, release } = await openWithHeldScripts('/register');
    let registrationCount = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/apply')) registrationCount += 1;
    });
    await page.getByLabel('First name').fill('Hana');
    await page.getByLabel('I am 18 years or older').check();
    await page.getByRole('button', { name: 'Register' }).click({ force: true });
    await page.locator('[data-pressed]').waitFor();
    const submitButton = page.locator('main [type=submit]');
    if (isTranslated)
      await submitButton.evaluate((button) => {
        const font = document.createElement('font');
        font.textContent = 'ይመዝገቡ';
        button.replaceChildren(font);
      });
    release();
    await waitForHydration(page);
    // The button was pressed again after hydration: the form shows its errors.
    await page.locator('.error-summary').waitFor();
    expect(await submitButton.textContent()).toBe('Register');
    expect(await page.getByLabel('First name').inputValue()).toBe('Hana');
    expect(await page.getByLabel('I am 18 years or older').isChecked()).toBe(true);
    expect(await page.locator('[data-pressed]').count()).toBe(0);
    expect(registrationCount).toBe(0);
  },
);

test('Enter pressed in the login form before hydration logs in after it', async () => {
  const { page, release } = await openWithHeldScripts('/login');
  const loginRequest = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByLabel('Email Address').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.keyboard.press('Enter');
  release();
  expect((await loginRequest).postDataJSON()).toMatchObject({ email: 'nobody@example.com' });
  await page.locator('dialog[open]').waitFor();
});

test('a menu that was pressed before hydration opens after it, and links work before it', async () => {
  const { page, release } = await openWithHeldScripts('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  release();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const closeButton = page.getByRole('button', { name: 'Close', exact: true });
  expect(await closeButton.getAttribute('aria-expanded')).toBe('true');

  const linkVisit = await openWithHeldScripts('/');
  await linkVisit.page.getByRole('link', { name: 'See the degree programs' }).first().click();
  await waitForHeading(linkVisit.page, 'Degree Programs');
});

test('a logged-in applicant does not see the built contents for visitors', async () => {
  const user = JSON.stringify({ endsAt: Date.now() + 60_000 });
  const { page } = await openWithHeldScripts('/', { 'user-data': user });
  await page.locator('html[data-returning]').waitFor();
  expect(await page.getByRole('link', { name: 'Apply Now' }).count()).toBe(0);
});

test('if a file of a page cannot be loaded, the page says so and can be loaded again', async () => {
  const page = await openPhonePage();
  await page.route('**/login-*.js', (route) => route.abort());
  await page.goto(`${demo.siteUrl}/login`);
  await waitForHeading(page, "We couldn't load this page");
  await page.unroute('**/login-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Email Address').waitFor();
});

test('without a connection the built page stays, and an interaction requests its files again', async () => {
  const page = await openPhonePage();
  const failedRequest = page.waitForEvent('requestfailed');
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${demo.siteUrl}/login`);
  await failedRequest;
  await page.unroute('**/*.js');
  await expect
    .poll(async () => {
      await page.getByLabel('Email Address').focus();
      await page.getByLabel('Email Address').press('Tab');
      return page.locator('#root[data-page]').count();
    })
    .toBe(0);
});

describe('an engine that remembers that a file could not be loaded', () => {
  /** Opens a page whose scripts cannot be loaded, although HEAD requests find them on the server. */
  async function openWithFailedScripts(): Promise<Page> {
    const page = await openPhonePage();
    await page.route('**/*.js', (route) =>
      route.request().method() === 'HEAD' ? route.continue() : route.abort(),
    );
    const failedRequest = page.waitForEvent('requestfailed');
    await page.goto(`${demo.siteUrl}/login`);
    await failedRequest;
    return page;
  }

  test('reloads the page at the next interaction', async () => {
    const page = await openWithFailedScripts();
    const loadEvent = page.waitForEvent('load');
    const pageHeading = page.getByRole('heading', { level: 1 });
    await expect
      .poll(async () => {
        await pageHeading.click();
        return Promise.race([loadEvent.then(() => 'loaded'), pageHeading.isVisible()]);
      })
      .toBe('loaded');
  });

  test('keeps what is typed, and offers a link that reloads the page', async () => {
    const page = await openWithFailedScripts();
    const emailField = page.getByLabel('Email Address');
    await emailField.fill('nobody@example.com');
    const reloadAlert = page.getByRole('alert').filter({ hasText: 'did not load completely' });
    await expect
      .poll(async () => {
        await emailField.press('End');
        return reloadAlert.isVisible();
      })
      .toBe(true);
    expect(await emailField.inputValue()).toBe('nobody@example.com');
    await page.unrouteAll();
    await reloadAlert.getByRole('link', { name: 'Load the page again' }).click();
    await waitForHydration(page);
  });
});

test('if the settings cannot be loaded, the page says so without loading another file', async () => {
  const page = await openPhonePage();
  let areSettingsLost = false;
  await page.route('**/config.json', (route) => {
    areSettingsLost = true;
    return route.abort();
  });
  await page.route('**/*.js', (route) => (areSettingsLost ? route.abort() : route.continue()));
  await page.goto(`${demo.siteUrl}/login`);
  await page.getByRole('alert').waitFor();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Load the page again' }).click();
  await waitForHydration(page);
});

test('an interaction before the document is complete requests no script', async () => {
  const html = await (await fetch(`${demo.siteUrl}/login`)).text();
  const footerIndex = html.indexOf('<footer');
  let sendRest = () => {};
  const testServerUrl = await serveTest((request, response) => {
    if (request.url !== '/login') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    response.write(html.slice(0, footerIndex));
    sendRest = () => response.end(html.slice(footerIndex));
  });
  const page = await openPhonePage();
  const scriptUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scriptUrls.push(request.url());
  });
  await page.goto(`${testServerUrl}/login`, { waitUntil: 'commit' });
  const field = page.getByLabel('Email Address');
  await field.fill('nobody@example.com');
  await field.press('Tab');
  expect(scriptUrls).toEqual([]);
  const scriptRequest = page.waitForRequest(/\.js$/);
  sendRest();
  await scriptRequest;
});
