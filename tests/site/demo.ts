/** The site and its mock backend, as `npm start` serves them, and what a visitor does there. */
import { applicantExamples, toRegistration } from '@one-planet/contract';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { isWrong } from '../translator.ts';
import type { Office } from './office.ts';
import { pools, type Server, sharedBrowser, sharedServer, startServer } from './shared.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** Gets the page ready, before anything is loaded. */
  before?: (page: Page) => Promise<unknown>;
  /** The test controls the page's clock, which starts at the current time. */
  clock?: true;
  /** What the session storage holds from the start. */
  session?: Readonly<Record<string, string>>;
}

/** A site, the backend behind it, and a browser beside it. */
export interface Demo extends Office {
  site: string;
  api: string;
  browser: Browser;
  /** A page as in a new browser: see page-pool.ts. Its errors are collected in `complaints`. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Gives a page back; only concurrent tests have to. */
  giveBack(page: Page): Promise<void>;
  /** Errors of scripts, of hydration and of the content security policy, from all pages. */
  complaints: string[];
  /** Calls the API without the site. */
  call(path: string, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/**
 * The site and its mock backend, with a browser beside it.
 * @param flags of `admissions demo`, for a server of its own; without any, all files share one
 */
export async function startDemo(...flags: string[]): Promise<Demo> {
  return visit(await (flags.length > 0 ? startServer(...flags) : sharedServer()));
}

/** Puts a browser beside a site. */
export async function visit(server: Server): Promise<Demo> {
  const browser = await sharedBrowser();
  const { site, api, office, pool } = server;
  const before = new Set(browser.contexts());
  const complaints: string[] = [];
  return {
    site,
    api,
    browser,
    complaints,
    async open(path, { before, session, clock, ...options } = {}) {
      const page = await pool.take(options, session, clock);
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`));
      page.on('console', (message) => {
        const text = message.text();
        if (/content security|trusted|hydrat|#4\d\d/i.test(text) || isWrong(text))
          complaints.push(`${path}: ${text}`);
      });
      await before?.(page);
      await page.goto(site + path);
      await ready(page);
      return page;
    },
    giveBack: (page) => pool.giveBackPage(page),
    ...office,
    call: (path, body) =>
      fetch(api + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async close() {
      await server.close();
      const known = (one: BrowserContext) =>
        before.has(one) || [...pools].some((all) => all.has(one));
      const strays = browser.contexts().filter((context) => !known(context));
      await Promise.all(strays.map((context) => context.close()));
    },
  };
}

/** Waits until the script has taken the whole page over: the frame first, then the screen. */
export async function ready(page: Page): Promise<void> {
  // A running test hides the footer.
  await page.locator('footer address a').first().waitFor({ state: 'attached' });
  await page.locator('#root:not([data-page])').waitFor();
}

let people = 0;

/** @returns an address nobody else has */
export function newEmail(): string {
  people += 1;
  return `hana.tesfaye+site${people}@example.com`;
}

/** Types a valid registration into the form. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Hana');
  await page.getByLabel('Middle name').fill('Tesfaye');
  await page.getByLabel('Last name').fill('ወርቁ');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone number').fill('+251 91-123 4567');
  await page.getByLabel('I am 18 years or older').check();
  await page.getByLabel('I agree to the terms').check();
  await page.getByLabel('I agree to the privacy policy').check();
}

export const password = 'Correct-Horse-7';

/** An account with a password, made by the API. @returns its address */
export async function newAccount({ call, mails }: Demo): Promise<string> {
  const email = newEmail();
  await register({ call }, email);
  const link = (await mails(email))[0]?.link?.split('/').at(-1);
  await createPassword({ call }, email, await activate({ call }, link));
  return email;
}

/** @param token of the link @returns the token that the password is created with */
async function activate({ call }: Pick<Demo, 'call'>, token?: string): Promise<string> {
  const answer = await call(`/applicants/public/active/${token}`, undefined);
  return ((await answer.json()) as { token: string }).token;
}

export async function createPassword(
  { call }: Pick<Demo, 'call'>,
  email: string,
  token: string,
): Promise<void> {
  await call(`/applicants/public/create_password/${token}`, { name: email, email, password });
}

/** A registration that is not activated yet, made by the API. */
export async function register({ call }: Pick<Demo, 'call'>, email: string): Promise<void> {
  await call(
    '/applicants/public/apply',
    toRegistration({ ...applicantExamples.hana.register, email }),
  );
}

/** Signs in on the login page that is open. */
export async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** @returns the title and the text of the dialog that is open */
export async function dialogText(page: Page): Promise<string[]> {
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  return [
    (await dialog.locator('h2').textContent()) ?? '',
    ...(await dialog.locator('p').allTextContents()),
  ];
}

/** Waits for the page's heading. */
export async function heading(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text }).waitFor();
}
