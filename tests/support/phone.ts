/** A phone: a browser profile with the site's service worker, with or without a connection. */

import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { filePathsOf, filesNamedIn } from '../../web/worker/files.ts';
import { saveForm } from './applicant-steps.ts';
import {
  createSession,
  type Demo,
  type LoginState,
  newApplicant,
  type StoredSession,
  waitForHeading,
  waitForHydration,
} from './demo.ts';

/** Creates a browser profile that is closed when the test ends. Its tabs share what pages store, as on a phone. */
export async function newPhone(
  { browser }: Demo,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<BrowserContext> {
  const phoneContext = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers });
  onTestFinished(() => phoneContext.close());
  phoneContext.setDefaultTimeout(60_000);
  return phoneContext;
}

/** Opens a page in a new tab. @param session the contents of its session storage */
export async function openTab(
  phone: BrowserContext,
  { siteUrl }: Pick<Demo, 'siteUrl'>,
  path: string,
  session?: StoredSession,
): Promise<Page> {
  const page = await phone.newPage();
  if (session) {
    await page.goto(`${siteUrl}/mark.svg`);
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
    }, session);
  }
  await page.goto(siteUrl + path);
  await waitForHydration(page);
  return page;
}

/** Opens a page in a new tab as a logged-in applicant. */
export const openLoggedInTab = async (
  phone: BrowserContext,
  demo: Demo,
  email: string,
  path: string,
) => openTab(phone, demo, path, await createSession(demo, email));

/** Opens a page on a new phone, as a new applicant in this state, and waits until all scripts are cached. */
export async function openPageOnPhone(demo: Demo, state: LoginState, path: string) {
  const phone = await newPhone(demo);
  const email = newApplicant(state);
  const page = await openLoggedInTab(phone, demo, email, path);
  await waitUntilAllCached(page);
  return { phone, email, page };
}

/** @returns the paths in the service worker's cache */
export const readCachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const requests = await (await caches.open('site')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

/** Waits until the service worker controls the page and has cached these paths. */
export async function waitUntilCached(page: Page, ...paths: string[]): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  await expect.poll(() => readCachedPaths(page)).toEqual(expect.arrayContaining(paths));
}

/** Waits until the service worker has cached every script of the English site. */
export async function waitUntilAllCached(page: Page): Promise<void> {
  const scriptPaths = await findAllScripts(new URL(page.url()).origin);
  await expect.poll(() => readCachedPaths(page)).toEqual(expect.arrayContaining(scriptPaths));
}

/** @returns the paths of all scripts that the frame names, or a script that it names, and so on */
async function findAllScripts(siteUrl: string): Promise<string[]> {
  const readText = async (address: string) => (await fetch(siteUrl + address)).text();
  const scriptPaths = new Set(filePathsOf(await readText('/shell.html')));
  for (const file of scriptPaths)
    for (const fileName of filesNamedIn(await readText(file)))
      if (fileName.endsWith('.js')) scriptPaths.add(fileName);
  return [...scriptPaths];
}

/**
 * @returns the applicants' entries in IndexedDB: the hash of the email address and the name, of which a key consists,
 *   and the value
 */
export const readDeviceEntries = (page: Page) =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const openRequest = indexedDB.open('keyval-store');
    // Needed if the page has not opened the database yet.
    openRequest.onupgradeneeded = () => openRequest.result.createObjectStore('keyval');
    const database = await resultOf(openRequest);
    const store = database.transaction('keyval').objectStore('keyval');
    const [keys, values] = await Promise.all([
      resultOf(store.getAllKeys()),
      resultOf(store.getAll()),
    ]);
    database.close();
    return keys.map((key, index) => {
      const [hash = '', ...nameParts] = String(key).split('/');
      return { hash, name: nameParts.join('/'), entry: values[index] as { email: string } };
    });
  });

/** @returns the names of the applicants' entries in IndexedDB */
export const readEntryNames = async (page: Page) =>
  (await readDeviceEntries(page)).map(({ name }) => name);

/** @returns the keys of local storage; after a logout it is only the one that tells other tabs of the logout */
export const readLocalStorageKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

/** The page shows this when a form is sent without a connection. */
export const waitingText = 'This form is waiting for the connection';

/** Fills in a form and sends it without a connection, so that it waits. */
export async function submitOffline(
  page: Page,
  fillForm: (page: Page) => Promise<unknown>,
): Promise<void> {
  await fillForm(page);
  await saveForm(page);
  await page.getByText(waitingText).waitFor();
}

/** Continues from a waiting form to the next form. @param nextHeading the heading of the next form */
export async function goToNextForm(page: Page, nextHeading: string): Promise<void> {
  await page.getByRole('link', { name: 'Go on to the next form' }).click();
  await waitForHeading(page, nextHeading);
}

// A host in front of the site that delays or changes its responses.

export interface SlowHost {
  siteUrl: string;
  /** Delays each page from now on, in milliseconds. */
  delayMs: number;
  /** Is appended to each page from now on. */
  appendedHtml: string;
  /** JavaScript that the service worker runs before its own script from now on. */
  workerPrelude: string;
  /** Changes `config.json` and the content security policy from now on. */
  rewriteConfigAndPolicy: (text: string) => string;
}

/**
 * Starts the host; it is closed when the test ends.
 * @param siteUrl the address of the site behind it
 * @param port the one on which it listens
 */
export async function startSlowHost(siteUrl: string, port: number): Promise<SlowHost> {
  const server = createServer(async ({ method = 'GET', url = '/', headers }, response) => {
    const isPage = headers['sec-fetch-dest'] === 'document';
    const siteResponse = await fetch(siteUrl + url, { method });
    const body = Buffer.from(await siteResponse.arrayBuffer());
    if (isPage || method === 'HEAD') await delay(host.delayMs);
    response.writeHead(siteResponse.status, {
      'content-type': siteResponse.headers.get('content-type') ?? '',
      'content-security-policy': host.rewriteConfigAndPolicy(
        siteResponse.headers.get('content-security-policy') ?? '',
      ),
    });
    if (isPage) response.write(body);
    if (url.startsWith('/worker.js')) response.write(host.workerPrelude);
    response.end(
      isPage
        ? host.appendedHtml
        : url === '/config.json'
          ? host.rewriteConfigAndPolicy(String(body))
          : body,
    );
  });
  const { url, close } = await listen(server, port);
  onTestFinished(close);
  const host: SlowHost = {
    siteUrl: url,
    delayMs: 0,
    appendedHtml: '',
    workerPrelude: '',
    rewriteConfigAndPolicy: (text) => text,
  };
  return host;
}
