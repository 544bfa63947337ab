/** What the tests do with an open page. */
import type { Page } from 'playwright-core';

/** From now on the backend is out of reach. */
export const cutTheNetwork = (page: Page) => page.route('**/api/**', (route) => route.abort());

/** From now on every call is answered like this. */
export const answer = (page: Page, status: number, body: string) =>
  page.route('**/api/**', (route) =>
    route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
  );

/** Presses a button of the page itself, not of the header or the footer. */
export const press = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click();

export const closeDialog = (page: Page) =>
  page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();

export const path = (page: Page) => new URL(page.url()).pathname;
