/** A browser with the site's service worker, and with or without a connection. */

import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { filesNamedIn, filesOf } from '../../web/worker/files.ts';
import { type Demo, heading, newApplicant, ready, type StoredSession, sessionOf } from './demo.ts';
import { save } from './person.ts';

/** A new browser profile, as a phone's, until the test ends: what a page keeps is there for the next one. */
export async function newPhone(
  { browser }: Demo,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<BrowserContext> {
  const phone = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers });
  onTestFinished(() => phone.close());
  phone.setDefaultTimeout(60_000);
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
    for (const another of filesNamedIn(await text(file)))
      if (another.endsWith('.js')) found.add(another);
  return [...found];
}

/** @returns the entries that the device keeps of applicants, by their names, and without whose they are */
export const entriesOn = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const opening = indexedDB.open('keyval-store');
    // The page itself has not opened it yet.
    opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
    const database = await done(opening);
    const store = database.transaction('keyval').objectStore('keyval');
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    database.close();
    return keys.map((key, index) => {
      const [hash = '', ...name] = String(key).split('/');
      return { hash, name: name.join('/'), entry: values[index] as { email: string } };
    });
  });

/** @returns the names of the entries that the device keeps of applicants */
export const namesOn = async (page: Page) => (await entriesOn(page)).map(({ name }) => name);

/** @returns the keys of local storage: after a logout only that somebody has logged out, for the other tabs */
export const marksOn = (page: Page) => page.evaluate(() => Object.keys(localStorage));

/** The page says so of a form that is sent without a connection. */
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

// A host in front of the site that takes its time for pages, as a network does that hangs, or answers otherwise.

export interface SlowHost {
  site: string;
  /** How long a page takes from now on, in milliseconds. */
  delayMs: number;
  /** Stands at the end of each page from now on. */
  mark: string;
  /** Is run by the worker, before its own script, from now on. */
  inWorker: string;
  /** Changes settings and policy from now on. */
  rewrite: (text: string) => string;
}

/** Serves until the test ends. @param site what it stands in front of */
export async function startSlowHost(site: string): Promise<SlowHost> {
  const server = createServer(async ({ method = 'GET', url = '/', headers }, answer) => {
    const isPage = headers['sec-fetch-dest'] === 'document';
    const given = await fetch(site + url, { method });
    const body = Buffer.from(await given.arrayBuffer());
    if (isPage || method === 'HEAD') await wait(host.delayMs);
    answer.writeHead(given.status, {
      'content-type': given.headers.get('content-type') ?? '',
      'content-security-policy': host.rewrite(given.headers.get('content-security-policy') ?? ''),
    });
    if (isPage) answer.write(body);
    if (url.startsWith('/worker.js')) answer.write(host.inWorker);
    answer.end(isPage ? host.mark : url === '/config.json' ? host.rewrite(String(body)) : body);
  });
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  const host: SlowHost = {
    site: url,
    delayMs: 0,
    mark: '',
    inWorker: '',
    rewrite: (text) => text,
  };
  return host;
}
