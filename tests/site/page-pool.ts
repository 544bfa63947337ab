/**
 * Pages that are used again: a new one costs a browser window of its own, three times as much as what most tests
 * do in it. Before each use its storage is empty, its routes and listeners are gone, and its size is as asked.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

interface Pooled {
  page: Page;
  key: string;
  /** Something was done that can't be undone. */
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

  /** @param session what is in the session storage from the start */
  async take(
    options: BrowserContextOptions,
    session: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const key = JSON.stringify(options);
    const at = this.#idle.findIndex((pooled) => pooled.key === key);
    const [pooled = await this.#make(options, key)] = at < 0 ? [] : this.#idle.splice(at, 1);
    this.#used.add(pooled);
    const { page } = pooled;
    await page.setViewportSize(options.viewport ?? size);
    // Any small file of the site will do: its storage is the site's.
    await page.goto(`${this.#site}/mark.svg`);
    await page.evaluate(empty, session);
    return page;
  }

  /** @returns what has to be given to `giveBack` to end what was begun since */
  inUse(): ReadonlySet<object> {
    return new Set(this.#used);
  }

  /** Ends the use of all pages but these. */
  async giveBack(but: ReadonlySet<object>): Promise<void> {
    for (const pooled of [...this.#used].filter((one) => !but.has(one))) {
      this.#used.delete(pooled);
      const { page, isSpent } = pooled;
      if (page.isClosed()) continue;
      if (isSpent || page.context().pages().length > 1) await page.context().close();
      else {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        for (const event of events) page.removeAllListeners(event);
        this.#idle.push(pooled);
      }
    }
  }

  async #make(options: BrowserContextOptions, key: string): Promise<Pooled> {
    const context = await this.#browser.newContext({ reducedMotion: 'reduce', ...options });
    const pooled = { page: await context.newPage(), key, isSpent: false };
    const spend = <F extends (...given: never[]) => unknown>(call: F) =>
      ((...given: Parameters<F>) => {
        pooled.isSpent = true;
        return call(...given);
      }) as F;
    const { clock } = context;
    context.newCDPSession = spend(context.newCDPSession.bind(context));
    for (const name of ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const) {
      clock[name] = spend(clock[name].bind(clock) as never) as never;
    }
    pooled.page.addInitScript = spend(pooled.page.addInitScript.bind(pooled.page));
    return pooled;
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
