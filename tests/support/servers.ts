/**
 * Shared by all files of a test process, because starting it takes longer than most tests: a browser, and a server for tests without special needs. Files do not collide: each applicant is used once, and each page is emptied before reuse.
 */

import type { StaffDecision } from '@one-planet/contract';
import { oneInEachState } from '@one-planet/mocks';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { serveDemo } from './admissions.ts';
import { launchEngine } from './engines.ts';

export interface Server {
  site: string;
  /** With its `/api`. */
  api: string;
  office: Office;
  pool: PagePool;
  close(): Promise<void>;
}

/** How many exist from the start: 90 in each state, because the staff page shows a hundred payments. */
const applicants = 90 * oneInEachState;

/** The pages of every server in this process. */
export const pools = new Set<PagePool>();

let browser: Promise<Browser> | undefined;
let server: Promise<Server> | undefined;

/** @returns the browser of this process, started by the first who asks */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchEngine();
  return browser;
}

/** @returns the browser of this process, if somebody has asked for it */
export const startedBrowser = (): Promise<Browser> | undefined => browser;

/** @returns the server of this process, started by the first who asks; it stays as it is when it is closed */
export async function sharedServer(): Promise<Server> {
  server ??= startServer();
  return { ...(await server), close: async () => {} };
}

/** Starts `admissions demo` on free ports. @param flags more of its flags */
export async function startServer(...flags: string[]): Promise<Server> {
  const [inBrowser, { site, api, close }] = await Promise.all([
    sharedBrowser(),
    serveDemo('--applicants', String(applicants), ...flags),
  ]);
  return pooled(inBrowser, { site, api, office: mockOffice(new URL(api).origin) }, close);
}

/** @param end ends the servers, after their pages */
export function pooled(
  inBrowser: Browser,
  { site, api, office }: Pick<Server, 'site' | 'api' | 'office'>,
  end: () => Promise<unknown>,
): Server {
  const pool = new PagePool(inBrowser, site);
  pools.add(pool);
  return {
    site,
    api,
    office,
    pool,
    async close() {
      pools.delete(pool);
      await pool.close();
      await end();
    },
  };
}

/** Ends what is shared, for a program that ends by itself. */
export async function closeShared(): Promise<void> {
  await (await server)?.close();
  await (await browser)?.close();
}

// This signal ends a test process, which would otherwise leave the browser and the server behind.
process.once('SIGTERM', () => process.exit());

// * A pool of reusable pages: a new one costs a browser window, three times as much as most tests.

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

  /** Ends the use of all pages. */
  async giveBack(): Promise<void> {
    for (const pooled of this.#used) await this.#end(pooled);
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
    if (clock) {
      await context.clock.install();
      await context.route('**/config.json', answerWithPageTime);
    }
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
    pooled.page.emulateMedia = spend(pooled.page.emulateMedia.bind(pooled.page));
    return pooled;
  }
}

/** The site's host has the clock that the test gives the page: the page asks for it before anything ends for its time. */
async function answerWithPageTime(route: Route): Promise<void> {
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

// Outside of the site while somebody applies: her mails, decisions of the staff, the key of the exam.

interface Mail {
  subject?: string;
  link?: string;
  temporaryPassword?: string;
}

export interface Office {
  /** The mails to an address, newest first. */
  mails(email: string): Promise<Mail[]>;
  decide(decision: StaffDecision, email: string): Promise<void>;
  /** The right answers of the test, by question. */
  answerKey(): Promise<ReadonlyMap<string, string>>;
}

/** The pages of the mock backend. @param origin of the backend */
function mockOffice(origin: string): Office {
  const pages = `${origin}/_mock`;
  return {
    mails: (email) => read(`${pages}/outbox.json?to=${encodeURIComponent(email)}`),
    decide: async (decision, email) => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const body = JSON.stringify({ email });
      await send(`${pages}/staff/${decision}`, { method: 'POST', headers, body });
    },
    answerKey: once(async () => {
      const key = await read<{ questionText: string; choiceText: string }[]>(
        `${pages}/exam-key.json`,
      );
      return new Map(key.map(({ questionText, choiceText }) => [questionText, choiceText]));
    }),
  };
}

/** The second backend's own, beside its API. @param origin of the backend */
export function secondOffice(origin: string): Office {
  const ops = `${origin}/ops`;
  return {
    mails: async (email) => {
      const mails = await read<{ kind: string; text: string }[]>(
        `${ops}/mail?to=${encodeURIComponent(email)}`,
      );
      return mails.map(({ text }) => {
        const [link] = /https?:\/\/\S+/.exec(text) ?? [];
        // A password stands alone on a line.
        const [temporaryPassword] = /^\S{8,}$/m.exec(text) ?? [];
        return link ? { link } : temporaryPassword ? { temporaryPassword } : {};
      });
    },
    decide: async (decision, email) => {
      const address = `${ops}/staff/${decision}?email=${encodeURIComponent(email)}`;
      await send(address, { method: 'POST' });
    },
    answerKey: once(
      async () =>
        new Map(Object.entries(await read<Record<string, string>>(`${ops}/exam-key.json`))),
    ),
  };
}

async function read<T>(address: string): Promise<T> {
  return (await (await send(address)).json()) as T;
}

async function send(address: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
