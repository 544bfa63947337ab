/**
 * A browser and a server that all test files of a process share, because starting them takes longer than most tests.
 * The files do not disturb each other: each applicant is used once, and a page's storage is emptied before reuse.
 */

import type { StaffDecision } from '@one-planet/contract';
import { applicantsForEveryState } from '@one-planet/mocks';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { launchEngine } from './engines.ts';
import { serveDemo } from './run-command.ts';

export interface Server {
  siteUrl: string;
  /** Ends with `/api`. */
  apiUrl: string;
  backOffice: BackOffice;
  pool: PagePool;
  close(): Promise<void>;
}

/**
 * The number of applicants when a server starts: 90 in each state, because the staff page shows at most 100 payments.
 */
const applicantCount = 90 * applicantsForEveryState;

/** The page pools of all servers in this process. */
export const pagePools = new Set<PagePool>();

let browserPromise: Promise<Browser> | undefined;
let serverPromise: Promise<Server> | undefined;

/** @returns the browser of this process, which the first call starts */
export function getSharedBrowser(): Promise<Browser> {
  browserPromise ??= launchEngine();
  return browserPromise;
}

/** @returns the browser of this process if it was started */
export const getStartedBrowser = (): Promise<Browser> | undefined => browserPromise;

/**
 * @returns the server of this process, which the first call starts; its `close` does nothing, because other files use
 *   it
 */
export async function getSharedServer(): Promise<Server> {
  serverPromise ??= startServer();
  return { ...(await serverPromise), close: async () => {} };
}

/** Starts `admissions demo` on free ports. @param flags of the command, in addition */
export async function startServer(...flags: string[]): Promise<Server> {
  const [browser, { siteUrl, apiUrl, close }] = await Promise.all([
    getSharedBrowser(),
    serveDemo('--applicants', String(applicantCount), ...flags),
  ]);
  return withPagePool(
    browser,
    { siteUrl, apiUrl, backOffice: createMockBackOffice(new URL(apiUrl).origin) },
    close,
  );
}

/** Adds a pool of pages to running servers. @param stopServers is called after the pages are closed */
export function withPagePool(
  browser: Browser,
  { siteUrl, apiUrl, backOffice }: Pick<Server, 'siteUrl' | 'apiUrl' | 'backOffice'>,
  stopServers: () => Promise<unknown>,
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
      await stopServers();
    },
  };
}

/** Closes the shared server and the shared browser, for scripts, which otherwise would not end. */
export async function closeShared(): Promise<void> {
  await (await serverPromise)?.close();
  await (await browserPromise)?.close();
}

// A test process is ended by this signal. Only `process.exit` runs the listeners that end the browser and the server.
process.once('SIGTERM', () => process.exit());

// A pool of reusable pages: opening a window takes three times as long as most tests.

interface PooledPage {
  page: Page;
  optionsKey: string;
  /** Something was done to the page that cannot be undone, so it cannot be reused. */
  isSpent: boolean;
  /** Undo what was done to the page, by its kind. */
  undoByKind: Map<string, () => Promise<unknown>>;
}

/** With what a page is opened. A page that is reused was opened with the same. */
interface PageOptions extends BrowserContextOptions {
  /** The test controls the page's clock; a reused page gets the current time, but not its own clock. */
  hasTestClock?: true;
  /** Runs in every document of the page before its own scripts. */
  initScript?: () => void;
}

const defaultViewport = { width: 1280, height: 720 };

export class PagePool {
  readonly #browser: Browser;
  readonly #siteUrl: string;
  readonly #idlePages: PooledPage[] = [];
  readonly #usedPages = new Set<PooledPage>();

  constructor(browser: Browser, siteUrl: string) {
    this.#browser = browser;
    this.#siteUrl = siteUrl;
  }

  /**
   * Returns an idle page that was opened with the same options, or a new one, with empty storage.
   * @param session the contents of its session storage
   */
  async takePage(
    { viewport, ...options }: PageOptions,
    session: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const { hasTestClock, initScript } = options;
    const optionsKey = JSON.stringify({ ...options, initScript: initScript?.toString() });
    const idleIndex = this.#idlePages.findIndex((pooled) => pooled.optionsKey === optionsKey);
    const [pooledPage = await this.#createPage(options, optionsKey)] =
      idleIndex < 0 ? [] : this.#idlePages.splice(idleIndex, 1);
    this.#usedPages.add(pooledPage);
    const { page } = pooledPage;
    if (hasTestClock && idleIndex >= 0) await page.clock.setSystemTime(Date.now());
    await page.setViewportSize(viewport ?? defaultViewport);
    // The site's storage can be reached on any of its addresses; this file is small.
    await openAddress(page, `${this.#siteUrl}/mark.svg`);
    await page.evaluate(resetStorage, session);
    return page;
  }

  /** @returns whether the page of this browser context is not in use */
  isIdle(context: BrowserContext): boolean {
    return this.#idlePages.some(({ page }) => page.context() === context);
  }

  /** Closes all pages. */
  async close(): Promise<void> {
    const pooledPages = [...this.#idlePages.splice(0), ...this.#usedPages];
    this.#usedPages.clear();
    await Promise.all(pooledPages.map(({ page }) => page.context().close()));
  }

  /**
   * Returns all used pages to the pool, and closes those that cannot be reused.
   * @param hasTestFailed then all are closed: the test may have ended anywhere, offline for example
   */
  async giveBackPages(hasTestFailed: boolean): Promise<void> {
    for (const pooledPage of this.#usedPages) {
      if (hasTestFailed) pooledPage.isSpent = true;
      await this.#giveBackPage(pooledPage);
    }
  }

  async #giveBackPage(pooledPage: PooledPage): Promise<void> {
    this.#usedPages.delete(pooledPage);
    const { page, isSpent, undoByKind } = pooledPage;
    if (page.isClosed()) return;
    if (isSpent || page.context().pages().length > 1) await page.context().close();
    else {
      for (const undo of undoByKind.values()) await undo();
      undoByKind.clear();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const eventName of pageEventNames) page.removeAllListeners(eventName);
      this.#idlePages.push(pooledPage);
    }
  }

  async #createPage(
    { hasTestClock, initScript, ...options }: PageOptions,
    optionsKey: string,
  ): Promise<PooledPage> {
    // A service worker would remain when the page is reused; tests of it use `newPhone`.
    const serviceWorkers = 'block';
    const reducedMotion = 'reduce';
    const contextOptions = { reducedMotion, serviceWorkers, ...options } as const;
    const context = await this.#browser.newContext(contextOptions);
    // A busy machine may take this long.
    context.setDefaultTimeout(60_000);
    if (hasTestClock) {
      await context.clock.install();
      await context.route('**/config.json', respondWithPageTime);
    }
    const page = await context.newPage();
    if (initScript) await page.addInitScript(initScript);
    const undoByKind = new Map<string, () => Promise<unknown>>();
    const pooledPage = { page, optionsKey, isSpent: false, undoByKind };
    const spendPageOnCall = <F extends (...args: never[]) => unknown>(method: F) =>
      ((...args: Parameters<F>) => {
        pooledPage.isSpent = true;
        return method(...args);
      }) as F;
    context.newCDPSession = spendPageOnCall(context.newCDPSession.bind(context));
    const setOffline = context.setOffline.bind(context);
    context.setOffline = (isOffline) => {
      undoByKind.set('offline', () => setOffline(false));
      return setOffline(isOffline);
    };
    const emulateMedia = page.emulateMedia.bind(page);
    const { colorScheme = 'light', forcedColors = 'none' } = options;
    page.emulateMedia = (media) => {
      const initialMedia = { colorScheme, forcedColors, media: null };
      undoByKind.set('media', () =>
        emulateMedia({ ...initialMedia, reducedMotion: contextOptions.reducedMotion }),
      );
      return emulateMedia(media);
    };
    const contextClock = context.clock;
    const clockMethodNames = ['install', 'setFixedTime', 'pauseAt'] as const;
    for (const methodName of hasTestClock
      ? clockMethodNames
      : [...clockMethodNames, 'setSystemTime' as const]) {
      contextClock[methodName] = spendPageOnCall(
        contextClock[methodName].bind(contextClock) as never,
      ) as never;
    }
    page.addInitScript = spendPageOnCall(page.addInitScript.bind(page));
    return pooledPage;
  }
}

/**
 * Gives responses to HEAD requests the page's time as their date, because the site asks its host for the time before it
 * ends a session or an exam.
 */
async function respondWithPageTime(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() !== 'HEAD') return route.fallback();
  // A page that is being left needs no response.
  const pageTime = await request
    .frame()
    .evaluate(() => Date.now())
    .catch(() => undefined);
  if (pageTime === undefined) return route.abort().catch(() => {});
  return route.fulfill({ headers: { date: new Date(pageTime).toUTCString() } });
}

/**
 * Opens an address, in up to three attempts: after a late response the previous page may navigate at this moment, which
 * aborts ours.
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

const pageEventNames = [
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

// What happens outside of the site: mails, decisions of the staff, the answer key of the exam.

interface Mail {
  subject?: string;
  link?: string;
  temporaryPassword?: string;
}

export interface BackOffice {
  /** The mails to an address, newest first. */
  readMails(email: string): Promise<Mail[]>;
  /** Verifies or rejects the payment of an applicant. */
  decide(decision: StaffDecision, email: string): Promise<void>;
  /** The texts of the right choices of the exam, by the texts of the questions. */
  readAnswerKey(): Promise<ReadonlyMap<string, string>>;
}

/** The mock's back office is its helper pages. @param origin of the backend */
function createMockBackOffice(origin: string): BackOffice {
  const helperPagesUrl = `${origin}/_mock`;
  return {
    readMails: (email) =>
      fetchJson(`${helperPagesUrl}/outbox.json?to=${encodeURIComponent(email)}`),
    decide: async (decision, email) => {
      const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json' };
      const emailBody = JSON.stringify({ email });
      await fetchChecked(`${helperPagesUrl}/staff/${decision}`, {
        method: 'POST',
        headers: jsonHeaders,
        body: emailBody,
      });
    },
    readAnswerKey: cachePromise(async () => {
      const rightAnswers = await fetchJson<{ questionText: string; choiceText: string }[]>(
        `${helperPagesUrl}/exam-key.json`,
      );
      return new Map(
        rightAnswers.map(({ questionText, choiceText }) => [questionText, choiceText]),
      );
    }),
  };
}

/** The second backend's back office is beside its API, under `/ops`. @param origin of the backend */
export function createSecondBackOffice(origin: string): BackOffice {
  const opsUrl = `${origin}/ops`;
  return {
    readMails: async (email) => {
      const mails = await fetchJson<{ kind: string; text: string }[]>(
        `${opsUrl}/mail?to=${encodeURIComponent(email)}`,
      );
      return mails.map(({ text }) => {
        const [link] = /https?:\/\/\S+/.exec(text) ?? [];
        // A temporary password is alone on its line.
        const [temporaryPassword] = /^\S{8,}$/m.exec(text) ?? [];
        return link ? { link } : temporaryPassword ? { temporaryPassword } : {};
      });
    },
    decide: async (decision, email) => {
      const decisionUrl = `${opsUrl}/staff/${decision}?email=${encodeURIComponent(email)}`;
      await fetchChecked(decisionUrl, { method: 'POST' });
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
  let cachedPromise: Promise<T> | undefined;
  return () => {
    cachedPromise ??= create();
    return cachedPromise;
  };
}
