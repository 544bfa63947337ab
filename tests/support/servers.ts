/**
 * Shared by all files of a test process, because starting it takes longer than most tests: a browser, and a server for tests without special needs. Files do not collide: each applicant is used once, and each page is emptied before reuse.
 */

import type { StaffDecision } from '@one-planet/contract';
import { oneInEachState } from '@one-planet/mocks';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { launchEngine } from './engines.ts';
import { serveDemo } from './run-command.ts';

export interface Server {
  siteUrl: string;
  /** With its `/api`. */
  apiUrl: string;
  backOffice: BackOffice;
  pool: PagePool;
  close(): Promise<void>;
}

/** How many exist from the start: 90 in each state, because the staff page shows a hundred payments. */
const applicantCount = 90 * oneInEachState;

/** The pages of every server in this process. */
export const pagePools = new Set<PagePool>();

let browserPromise: Promise<Browser> | undefined;
let serverPromise: Promise<Server> | undefined;

/** @returns the browser of this process, started by the first who asks */
export function sharedBrowser(): Promise<Browser> {
  browserPromise ??= launchEngine();
  return browserPromise;
}

/** @returns the browser of this process, if somebody has asked for it */
export const startedBrowser = (): Promise<Browser> | undefined => browserPromise;

/** @returns the server of this process, started by the first who asks; it stays as it is when it is closed */
export async function sharedServer(): Promise<Server> {
  serverPromise ??= startServer();
  return { ...(await serverPromise), close: async () => {} };
}

/** Starts `admissions demo` on free ports. @param flags more of its flags */
export async function startServer(...flags: string[]): Promise<Server> {
  const [browser, { siteUrl, apiUrl, close }] = await Promise.all([
    sharedBrowser(),
    serveDemo('--applicants', String(applicantCount), ...flags),
  ]);
  return withPagePool(
    browser,
    { siteUrl, apiUrl, backOffice: mockBackOffice(new URL(apiUrl).origin) },
    close,
  );
}

/** @param endServers ends the servers, after their pages */
export function withPagePool(
  browser: Browser,
  { siteUrl, apiUrl, backOffice }: Pick<Server, 'siteUrl' | 'apiUrl' | 'backOffice'>,
  endServers: () => Promise<unknown>,
): Server {
  const pool = new PagePool(browser, siteUrl);
  pagePools.add(pool);
  return {
    siteUrl,
    apiUrl,
    backOffice,
    pool,
    async close() {
      pagePools.delete(pool);
      await pool.close();
      await endServers();
    },
  };
}

/** Ends what is shared, for a program that ends by itself. */
export async function closeShared(): Promise<void> {
  await (await serverPromise)?.close();
  await (await browserPromise)?.close();
}

// This signal ends a test process, which would otherwise leave the browser and the server behind.
process.once('SIGTERM', () => process.exit());

// * A pool of reusable pages: a new one costs a browser window, three times as much as most tests.

interface PooledPage {
  page: Page;
  optionsKey: string;
  /** Something irreversible was done to it. */
  isSpent: boolean;
}

const defaultViewport = { width: 1280, height: 720 };

export class PagePool {
  readonly #browser: Browser;
  readonly #site: string;
  readonly #idlePages: PooledPage[] = [];
  readonly #usedPages = new Set<PooledPage>();

  constructor(browser: Browser, site: string) {
    this.#browser = browser;
    this.#site = site;
  }

  /**
   * @param session what is in the session storage from the start
   * @param hasTestClock the test controls the page's clock; a page cannot get its own back, only the right time
   */
  async take(
    options: BrowserContextOptions,
    session: Readonly<Record<string, string>> = {},
    hasTestClock?: true,
  ): Promise<Page> {
    const { viewport, ...contextOptions } = options;
    const optionsKey = JSON.stringify({ ...contextOptions, hasTestClock });
    const idleIndex = this.#idlePages.findIndex((pooled) => pooled.optionsKey === optionsKey);
    const [pooledPage = await this.#createPage(contextOptions, optionsKey, hasTestClock)] =
      idleIndex < 0 ? [] : this.#idlePages.splice(idleIndex, 1);
    this.#usedPages.add(pooledPage);
    const { page } = pooledPage;
    if (hasTestClock && idleIndex >= 0) await page.clock.setSystemTime(Date.now());
    await page.setViewportSize(viewport ?? defaultViewport);
    // Any small file of the site will do to reach its storage.
    await openAddress(page, `${this.#site}/mark.svg`);
    await page.evaluate(resetStorage, session);
    return page;
  }

  /** @returns whether nobody uses the pages that live there */
  isIdle(context: BrowserContext): boolean {
    return this.#idlePages.some(({ page }) => page.context() === context);
  }

  /** Closes all pages. */
  async close(): Promise<void> {
    const pages = [...this.#idlePages.splice(0), ...this.#usedPages];
    this.#usedPages.clear();
    await Promise.all(pages.map(({ page }) => page.context().close()));
  }

  /** Ends the use of all pages. */
  async giveBack(): Promise<void> {
    for (const pooledPage of this.#usedPages) await this.#giveBackPage(pooledPage);
  }

  async #giveBackPage(pooledPage: PooledPage): Promise<void> {
    this.#usedPages.delete(pooledPage);
    const { page, isSpent } = pooledPage;
    if (page.isClosed()) return;
    if (isSpent || page.context().pages().length > 1) await page.context().close();
    else {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const event of pageEvents) page.removeAllListeners(event);
      this.#idlePages.push(pooledPage);
    }
  }

  async #createPage(
    options: BrowserContextOptions,
    optionsKey: string,
    hasTestClock?: true,
  ): Promise<PooledPage> {
    // A service worker would outlive the use of a page; offline.test.ts has its own.
    const serviceWorkers = 'block';
    const context = await this.#browser.newContext({
      reducedMotion: 'reduce',
      serviceWorkers,
      ...options,
    });
    // As long as a busy machine may take.
    context.setDefaultTimeout(60_000);
    if (hasTestClock) {
      await context.clock.install();
      await context.route('**/config.json', respondWithPageTime);
    }
    const pooledPage = { page: await context.newPage(), optionsKey, isSpent: false };
    const markSpent = <F extends (...args: never[]) => unknown>(method: F) =>
      ((...args: Parameters<F>) => {
        pooledPage.isSpent = true;
        return method(...args);
      }) as F;
    context.newCDPSession = markSpent(context.newCDPSession.bind(context));
    const contextClock = context.clock;
    const clockMethods = ['install', 'setFixedTime', 'pauseAt'] as const;
    for (const name of hasTestClock ? clockMethods : [...clockMethods, 'setSystemTime' as const]) {
      contextClock[name] = markSpent(contextClock[name].bind(contextClock) as never) as never;
    }
    pooledPage.page.addInitScript = markSpent(pooledPage.page.addInitScript.bind(pooledPage.page));
    pooledPage.page.emulateMedia = markSpent(pooledPage.page.emulateMedia.bind(pooledPage.page));
    return pooledPage;
  }
}

/** The site's host has the clock that the test gives the page: the page asks for it before anything ends for its time. */
async function respondWithPageTime(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() !== 'HEAD') return route.fallback();
  // A page that is being left waits for no answer.
  const time = await request
    .frame()
    .evaluate(() => Date.now())
    .catch(() => undefined);
  if (time === undefined) return route.abort().catch(() => {});
  return route.fulfill({ headers: { date: new Date(time).toUTCString() } });
}

/**
 * Opens an address that has nothing to do with what the page did last. Where an answer comes late, that page may be on
 * its own way somewhere at this moment, which ends ours: then it is taken again.
 */
async function openAddress(page: Page, address: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await page.goto(address);
      return;
    } catch (error) {
      if (attempt === 3 || !String(error).includes('ERR_ABORTED')) throw error;
    }
  }
}

const pageEvents = [
  'console',
  'dialog',
  'filechooser',
  'pageerror',
  'request',
  'requestfailed',
  'response',
] as const;

/** Runs in the page. */
async function resetStorage(session: Readonly<Record<string, string>>): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
}

// Outside of the site while somebody applies: her mails, decisions of the staff, the key of the exam.

interface Mail {
  subject?: string;
  link?: string;
  temporaryPassword?: string;
}

export interface BackOffice {
  /** The mails to an address, newest first. */
  readMails(email: string): Promise<Mail[]>;
  decide(decision: StaffDecision, email: string): Promise<void>;
  /** The right answers of the test, by question. */
  readAnswerKey(): Promise<ReadonlyMap<string, string>>;
}

/** The pages of the mock backend. @param origin of the backend */
function mockBackOffice(origin: string): BackOffice {
  const pagesUrl = `${origin}/_mock`;
  return {
    readMails: (email) => fetchJson(`${pagesUrl}/outbox.json?to=${encodeURIComponent(email)}`),
    decide: async (decision, email) => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const body = JSON.stringify({ email });
      await fetchChecked(`${pagesUrl}/staff/${decision}`, { method: 'POST', headers, body });
    },
    readAnswerKey: cachePromise(async () => {
      const rightAnswers = await fetchJson<{ questionText: string; choiceText: string }[]>(
        `${pagesUrl}/exam-key.json`,
      );
      return new Map(
        rightAnswers.map(({ questionText, choiceText }) => [questionText, choiceText]),
      );
    }),
  };
}

/** The second backend's own, beside its API. @param origin of the backend */
export function secondBackOffice(origin: string): BackOffice {
  const opsUrl = `${origin}/ops`;
  return {
    readMails: async (email) => {
      const mails = await fetchJson<{ kind: string; text: string }[]>(
        `${opsUrl}/mail?to=${encodeURIComponent(email)}`,
      );
      return mails.map(({ text }) => {
        const [link] = /https?:\/\/\S+/.exec(text) ?? [];
        // A password stands alone on a line.
        const [temporaryPassword] = /^\S{8,}$/m.exec(text) ?? [];
        return link ? { link } : temporaryPassword ? { temporaryPassword } : {};
      });
    },
    decide: async (decision, email) => {
      const address = `${opsUrl}/staff/${decision}?email=${encodeURIComponent(email)}`;
      await fetchChecked(address, { method: 'POST' });
    },
    readAnswerKey: cachePromise(
      async () =>
        new Map(Object.entries(await fetchJson<Record<string, string>>(`${opsUrl}/exam-key.json`))),
    ),
  };
}

async function fetchJson<T>(address: string): Promise<T> {
  return (await (await fetchChecked(address)).json()) as T;
}

async function fetchChecked(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response;
}

function cachePromise<T>(create: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => {
    cached ??= create();
    return cached;
  };
}
