/** Steps and questions on an open page. */
import type { Page } from 'playwright-core';

/** From now on the backend is out of reach. @param callPattern only these, e.g. `payments/**` */
export const disconnectBackend = (page: Page, callPattern = '**') =>
  page.route(`**/api/${callPattern}`, (route) => route.abort());

/** From now on every call is answered like this. @param callPattern only these, e.g. `payments/**` */
export const respondWith = (page: Page, status: number, body: string, callPattern = '**') =>
  page.route(`**/api/${callPattern}`, (route) =>
    route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
  );

/** From now on the settings of the site are changed like this. */
export const changeSettings = (page: Page, changes: object) =>
  page.route('**/config.json', async (route) => {
    if (route.request().method() === 'HEAD') return route.fallback();
    const settings = await (await route.fetch()).json();
    await route.fulfill({ json: { ...settings, ...changes } });
  });

/** From now on these requests wait. @param url a glob @returns lets them go */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** The backend is reached again, and answers by itself. */
export const restoreBackend = (page: Page) => page.unrouteAll();

/** Presses a button of the page itself, not of the header or the footer. */
export const pressButton = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click();

export const closeDialog = (page: Page) =>
  page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();

/** Waits until the page itself says this. */
export const waitForText = (page: Page, text: string) =>
  page.locator('main').getByText(text).waitFor();

/** Collects the paths that the page calls from now on, e.g. `POST /files/private/upload_v2`. */
export function collectCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, apiPath] = request.url().split('/api');
    if (apiPath) calls.push(`${request.method()} ${apiPath}`);
  });
  return calls;
}

/** Waits until everything that was fetched has arrived. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  // Some pages lead on to another.
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main :is(.skeleton, .spinner)'));
}

/** Goes to another page as links do. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  const previousHeading = await page.locator('h1').elementHandle();
  await page.evaluate((path) => history.pushState(null, '', path), address);
  await page.waitForFunction((h1) => !h1?.isConnected, previousHeading);
  await waitUntilLoaded(page);
}

export const readPath = (page: Page) => new URL(page.url()).pathname;
