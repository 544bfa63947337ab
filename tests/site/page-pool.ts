/**
 * A pool of reusable pages: a new one costs a browser window, three times as much as most tests. Before each use its storage is empty, its routes and listeners are gone, and its size is set.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

interface Pooled {
  page: Page;
  key: string;
  /** Something irreversible was done to it. */
  isSpent: boolean;
}

const size = { width: 1280, height: 720 };

export class PagePool {
  readonly #browser: Browser;
  readonly #site: string;
  readonly #idle: Pooled[] = [];
  readonly #used = new Set<Pooled>();

  constructor(browser: Browser, site: string) {
    this.#browser = browser;
    this.#site = site;
  }

  /**
   * @param session what is in the session storage from the start
   * @param clock the test controls the page's clock; a page cannot get its own back, only the right time
   */
  async take(
    options: BrowserContextOptions,
    session: Readonly<Record<string, string>> = {},
    clock?: true,
  ): Promise<Page> {
    const { viewport, ...others } = options;
    const key = JSON.stringify({ ...others, clock });
    const at = this.#idle.findIndex((pooled) => pooled.key === key);
    const [pooled = await this.#make(others, key, clock)] = at < 0 ? [] : this.#idle.splice(at, 1);
    this.#used.add(pooled);
    const { page } = pooled;
    if (clock && at >= 0) await page.clock.setSystemTime(Date.now());
    await page.setViewportSize(viewport ?? size);
    // Any small file of the site will do to reach its storage.
    await leave(page, `${this.#site}/mark.svg`);
    await page.evaluate(empty, session);
    return page;
  }

  /** @returns whether a page of the pool lives there */
  has(context: BrowserContext): boolean {
    return [...this.#idle, ...this.#used].some(({ page }) => page.context() === context);
  }

  /** @returns whether nobody uses the pages that live there */
  isIdle(context: BrowserContext): boolean {
    return this.#idle.some(({ page }) => page.context() === context);
  }

  /** Closes all pages. */
  async close(): Promise<void> {
    const pages = [...this.#idle.splice(0), ...this.#used];
    this.#used.clear();
    await Promise.all(pages.map(({ page }) => page.context().close()));
  }

  /** @returns the pages in use, for `giveBack` to spare */
  inUse(): ReadonlySet<object> {
    return new Set(this.#used);
  }

  /** Ends the use of all pages but these. */
  async giveBack(but: ReadonlySet<object>): Promise<void> {
    for (const pooled of [...this.#used].filter((one) => !but.has(one))) await this.#end(pooled);
  }

  /** Ends the use of one page. */
  async giveBackPage(page: Page): Promise<void> {
    for (const pooled of this.#used) if (pooled.page === page) await this.#end(pooled);
  }

  async #end(pooled: Pooled): Promise<void> {
    this.#used.delete(pooled);
    const { page, isSpent } = pooled;
    if (page.isClosed()) return;
    if (isSpent || page.context().pages().length > 1) await page.context().close();
    else {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const event of events) page.removeAllListeners(event);
      this.#idle.push(pooled);
    }
  }

  async #make(options: BrowserContextOptions, key: string, clock?: true): Promise<Pooled> {
    // A service worker would outlive the use of a page; offline.test.ts has its own.
    const serviceWorkers = 'block';
    const context = await this.#browser.newContext({
      reducedMotion: 'reduce',
      serviceWorkers,
      ...options,
    });
    // As long as a busy machine may take.
    context.setDefaultTimeout(60_000);
    if (clock) await context.clock.install();
    const pooled = { page: await context.newPage(), key, isSpent: false };
    const spend = <F extends (...given: never[]) => unknown>(call: F) =>
      ((...given: Parameters<F>) => {
        pooled.isSpent = true;
        return call(...given);
      }) as F;
    context.newCDPSession = spend(context.newCDPSession.bind(context));
    const watch = context.clock;
    const changes = ['install', 'setFixedTime', 'pauseAt'] as const;
    for (const name of clock ? changes : [...changes, 'setSystemTime' as const]) {
      watch[name] = spend(watch[name].bind(watch) as never) as never;
    }
    pooled.page.addInitScript = spend(pooled.page.addInitScript.bind(pooled.page));
    return pooled;
  }
}

/**
 * Opens an address that has nothing to do with what the page did last. Where an answer comes late, that page may be on
 * its own way somewhere at this moment, which ends ours: then it is taken again.
 */
async function leave(page: Page, address: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await page.goto(address);
      return;
    } catch (error) {
      if (tries === 3 || !String(error).includes('ERR_ABORTED')) throw error;
    }
  }
}

const events = [
  'console',
  'dialog',
  'filechooser',
  'pageerror',
  'request',
  'requestfailed',
  'response',
] as const;

/** Runs in the page. */
async function empty(session: Readonly<Record<string, string>>): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
}
