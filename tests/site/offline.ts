/** A browser with the site's service worker, and with or without a connection. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { filesOf, named } from '../../web/worker/files.ts';
import { newApplicant, type StoredSession, sessionOf } from './applicants.ts';
import { type Demo, heading, ready } from './demo.ts';
import { save } from './steps.ts';

/** A new browser profile, as a phone's: what a page keeps is there for the next one. */
export async function newPhone({ browser }: Demo): Promise<BrowserContext> {
  const phone = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'allow' });
  phone.setDefaultTimeout(15_000);
  return phone;
}

/** Opens a page in a new tab. @param session what its session storage holds */
export async function openIn(
  phone: BrowserContext,
  { site }: Pick<Demo, 'site'>,
  path: string,
  session?: StoredSession,
): Promise<Page> {
  const page = await phone.newPage();
  if (session) {
    await page.goto(`${site}/mark.svg`);
    await page.evaluate((values) => {
      for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
    }, session);
  }
  await page.goto(site + path);
  await ready(page);
  return page;
}

/** Opens a page in a new tab as an applicant who is logged in there. */
export const openAsIn = async (phone: BrowserContext, demo: Demo, email: string, path: string) =>
  openIn(phone, demo, path, await sessionOf(demo, email));

/** Opens a step on a phone of its own, as an applicant whose step it is. */
export async function openOnPhone(
  demo: Demo,
  state: Parameters<typeof newApplicant>[0],
  step: string,
) {
  const phone = await newPhone(demo);
  const email = newApplicant(state);
  const page = await openAsIn(phone, demo, email, step);
  await keepsAll(page);
  return { phone, email, page };
}

/** @returns the paths of all that the worker keeps */
export const keptBy = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const requests = await (await caches.open('site')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

/** Waits until the worker has the page in its hands and keeps these paths. */
export async function keeps(page: Page, ...paths: string[]): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  await expect.poll(() => keptBy(page)).toEqual(expect.arrayContaining(paths));
}

/** Waits until the worker keeps every script of the site in English. */
export async function keepsAll(page: Page): Promise<void> {
  const files = await everyScript(new URL(page.url()).origin);
  await expect.poll(() => keptBy(page)).toEqual(expect.arrayContaining(files));
}

/** @returns every script that a page may come to need, read as the site names them */
async function everyScript(site: string): Promise<string[]> {
  const text = async (address: string) => (await fetch(site + address)).text();
  const found = new Set(filesOf(await text('/shell.html')));
  for (const file of found)
    for (const another of named(await text(file))) if (another.endsWith('.js')) found.add(another);
  return [...found];
}

/** What the device holds, in every place a page can write to. */
export const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('vault');
      opening.onsuccess = () => resolve(opening.result);
    });
    const store = database.transaction('vault').objectStore('vault');
    const all = <T>(request: IDBRequest<T[]>) =>
      new Promise<T[]>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const [names, values] = [await all(store.getAllKeys()), await all(store.getAll())];
    database.close();
    const texts = values.map((value) => {
      const { sealed } = value as { sealed?: ArrayBuffer };
      return sealed ? new TextDecoder().decode(sealed) : '';
    });
    return JSON.stringify([names, texts, { ...localStorage }]);
  });

/** Nothing of hers: only that somebody has logged out, and when, for the other tabs. */
export const nothingLeft = /^\[\[\],\[\],\{"logged-out":"[^,]*,[^,]*"\}\]$/;

/** What the page says of a form that is given without a connection. */
export const waits = 'This form is waiting for the connection';

/** Fills a form in and gives it without a connection: it waits. */
export async function giveToWait(
  page: Page,
  fill: (page: Page) => Promise<unknown>,
): Promise<void> {
  await fill(page);
  await save(page);
  await page.getByText(waits).waitFor();
}

/** Goes on from a form that waits. @param next the heading of the next one */
export async function goOnTo(page: Page, next: string): Promise<void> {
  await page.getByRole('link', { name: 'Go on to the next form' }).click();
  await heading(page, next);
}
