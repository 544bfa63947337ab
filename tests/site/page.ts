/** What the tests do with an open page. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** From now on the backend is out of reach. @param calls only these, e.g. `payments/**` */
export const cutTheNetwork = (page: Page, calls = '**') =>
  page.route(`**/api/${calls}`, (route) => route.abort());

/** From now on every call is answered like this. @param calls only these, e.g. `payments/**` */
export const answer = (page: Page, status: number, body: string, calls = '**') =>
  page.route(`**/api/${calls}`, (route) =>
    route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
  );

/** The backend is reached again, and answers by itself. */
export const mend = (page: Page) => page.unrouteAll();

/** Presses a button of the page itself, not of the header or the footer. */
export const press = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click();

export const closeDialog = (page: Page) =>
  page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();

/** Waits until the fields of the page's form have these messages, and no others. */
export const messages = (page: Page, expected: string[]) =>
  expect
    .poll(() => page.locator('main :is(.field, .checkbox) .error').allTextContents())
    .toEqual(expected);

/** Collects what the page logs from now on. */
export function logOf(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  return logged;
}

/** Collects the paths that the page calls from now on, e.g. `POST /files/private/upload_v2`. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, to] = request.url().split('/api');
    if (to) calls.push(`${request.method()} ${to}`);
  });
  return calls;
}

export const path = (page: Page) => new URL(page.url()).pathname;
