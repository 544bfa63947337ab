/** Steps and questions on an open page. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Content } from './files.ts';

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

/** Waits until the page itself says this. */
export const line = (page: Page, text: string) => page.locator('main').getByText(text).waitFor();

interface Values<T> {
  /** Each with the message it is refused with. */
  wrong: readonly (readonly [value: T, message: string])[];
  right: readonly T[];
}

/**
 * Puts values into the one field of a form that may be wrong, after the form was refused once. Right and wrong
 * take turns: a message cannot be left over from the value before.
 */
export async function tryValues<T>(
  page: Page,
  put: (value: T) => Promise<unknown>,
  { wrong, right }: Values<T>,
): Promise<void> {
  for (let at = 0; at < Math.max(wrong.length, right.length); at += 1) {
    const [refused, message] = wrong[at] ?? (wrong[0] as [T, string]);
    await put(refused);
    await messages(page, [message]);
    await put(right[at] ?? (right[0] as T));
    await messages(page, []);
  }
}

/** The same with files. */
export const tryFiles = (page: Page, label: string, values: Values<string | Content>) =>
  tryValues(page, (file) => page.getByLabel(label).setInputFiles(file), values);

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
