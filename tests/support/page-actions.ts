/** Actions on an open page, and waiting for its contents. */
import type { Page } from 'playwright-core';

/** Aborts all API calls from now on. @param callPattern which calls to abort, e.g. `payments/**` */
export const disconnectBackend = (page: Page, callPattern = '**') =>
  page.route(`**/api/${callPattern}`, (route) => route.abort());

/** Gives API calls this response from now on. @param callPattern which calls, e.g. `payments/**`; default: all */
export const respondWith = (page: Page, status: number, body: string, callPattern = '**') =>
  page.route(`**/api/${callPattern}`, (route) =>
    route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
  );

/** Changes these fields of the site's `config.json` from now on. */
export const changeSettings = (page: Page, changes: object) =>
  page.route('**/config.json', async (route) => {
    if (route.request().method() === 'HEAD') return route.fallback();
    const settings = await (await route.fetch()).json();
    await route.fulfill({ json: { ...settings, ...changes } });
  });

/**
 * Holds requests back from now on.
 * @param url a glob
 * @returns a function that releases them
 */
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

/** Ends all changes to the page's requests, so that the backend is reached again. */
export const restoreBackend = (page: Page) => page.unrouteAll();

/** Presses a button of the page itself, not of the header or the footer. */
export const pressButton = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click();

/** Closes the open dialog. */
export const closeDialog = (page: Page) =>
  page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();

/** Waits until the page's main part shows a text. */
export const waitForText = (page: Page, text: string) =>
  page.locator('main').getByText(text).waitFor();

/** Collects the method and path of each API call from now on, e.g. `POST /files/private/upload_v2`. */
export function collectCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, apiPath] = request.url().split('/api');
    if (apiPath) calls.push(`${request.method()} ${apiPath}`);
  });
  return calls;
}

/** Waits until the page has loaded its data and shows no skeleton or spinner. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  // Some pages redirect to another one, which must have its heading first.
  await page.locator('main h1:visible').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main :is(.skeleton, .spinner)'));
}

/** Opens another page of the site as links do, without loading a document. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  const previousHeading = await page.locator('h1').elementHandle();
  await page.evaluate((path) => history.pushState(null, '', path), address);
  await page.waitForFunction((h1) => !h1?.isConnected, previousHeading);
  await waitUntilLoaded(page);
}

/** @returns the path of the page's address */
export const readPath = (page: Page) => new URL(page.url()).pathname;

/** Resizes the window, and waits for the frame in which the page notes whether its menu is folded. */
export async function resizeWindow(
  page: Page,
  size: { width: number; height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
