/** The site and its mock backend, as `npm start` serves them, and actions of visitors and applicants on it. */

import {
  type ApplicantState,
  applicantExamples,
  proceedTo,
  toRegistration,
} from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { type Client, createClient, unwrap } from '@one-planet/sdk';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { type ApplicantRouteName, paths, routeNames, routes } from '../../web/src/site/routes.ts';
import type { Session } from '../../web/src/site/stored-session.ts';
import {
  type BackOffice,
  getSharedBrowser,
  getSharedServer,
  type Server,
  startServer,
} from './servers.ts';
import { isTranslationFault } from './translator.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** Prepares the page before it loads anything. */
  beforeLoad?: (page: Page) => Promise<unknown>;
  /** The test controls the page's clock, which starts at the current time. */
  hasTestClock?: true;
  /** Runs in every document of the page before its own scripts. Unlike with `addInitScript`, the page is reused. */
  initScript?: () => void;
  /** The contents of the session storage when the page is opened. */
  session?: Readonly<Record<string, string>>;
}

/** A site, its backend, and a browser that opens the site. */
export interface Demo extends BackOffice {
  siteUrl: string;
  apiUrl: string;
  browser: Browser;
  /**
   * Opens a page with empty storage, as in a new browser, and waits for hydration. Its errors are added to
   * `pageErrors`.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Errors of scripts and of hydration and violations of the content security policy, from all pages. */
  pageErrors: string[];
  /** Calls the API without a login. */
  client: Client;
  close(): Promise<void>;
}

/**
 * Starts the site with its mock backend and a browser.
 * @param flags of `admissions demo`; with any, a new server is started, otherwise all test files share one
 */
export async function startDemo(...flags: string[]): Promise<Demo> {
  return createDemo(await (flags.length > 0 ? startServer(...flags) : getSharedServer()));
}

/** Starts a demo for all tests of a file, and closes it after them. */
export async function useDemo(...flags: string[]): Promise<Demo> {
  const demo = await startDemo(...flags);
  afterAll(() => demo.close());
  return demo;
}

/** Like `useDemo`; the file fails if a page had errors. */
export async function useErrorFreeDemo(...flags: string[]): Promise<Demo> {
  const demo = await useDemo(...flags);
  afterAll(() => expect(demo.pageErrors).toEqual([]));
  return demo;
}

/** Connects the shared browser to a running server. */
export async function createDemo(server: Server): Promise<Demo> {
  const browser = await getSharedBrowser();
  const { siteUrl, apiUrl, backOffice, pool, close } = server;
  const pageErrors: string[] = [];
  return {
    siteUrl,
    apiUrl,
    browser,
    pageErrors,
    async open(path, { beforeLoad, session, ...options } = {}) {
      const page = await pool.takePage(options, session);
      page.on('pageerror', (error) => pageErrors.push(`${path}: ${error.message}`));
      page.on('console', (message) => {
        const text = message.text();
        if (/content security|trusted|hydrat|#4\d\d/i.test(text) || isTranslationFault(text))
          pageErrors.push(`${path}: ${text}`);
      });
      await beforeLoad?.(page);
      await page.goto(siteUrl + path);
      await waitForHydration(page);
      return page;
    },
    ...backOffice,
    client: createClient({ baseUrl: apiUrl }),
    close,
  };
}

/** Opens an empty page in a new browser profile, which is closed when the test ends. */
export async function openBlankPage(
  { browser }: Pick<Demo, 'browser'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

/** Waits until the page is hydrated: the frame first, then the screen. */
export async function waitForHydration(page: Page): Promise<void> {
  // The footer is hidden while an exam runs.
  await page.locator('footer address a').first().waitFor({ state: 'attached' });
  await page.locator('#root:not([data-page])').waitFor();
}

let emailCount = 0;

/** @returns an email address that no other test uses */
export function newEmail(): string {
  emailCount += 1;
  return `hana.tesfaye+site${emailCount}@example.com`;
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

/** Creates an account with a password by the API. @returns its email address */
export async function newAccount(demo: Demo): Promise<string> {
  const { applicants } = demo.client;
  const email = newEmail();
  await registerByApi(demo, email);
  const activationToken = (await demo.readMails(email))[0]?.link?.split('/').at(-1) ?? '';
  const { token } = await unwrap(
    applicants.activate({ params: { token: activationToken }, body: undefined }),
  );
  await unwrap(
    applicants.createPassword({ params: { token }, body: { name: email, email, password } }),
  );
  return email;
}

/** Registers an applicant by the API. The account is not activated. */
export const registerByApi = ({ client }: Demo, email: string) =>
  unwrap(
    client.applicants.register({
      body: toRegistration({ ...applicantExamples.hana.register, email }),
    }),
  );

/** Logs in on the open login page. */
export async function logIn(page: Page, email: string, typedPassword = password): Promise<void> {
  const emailField = page.getByLabel('Email Address');
  // The address may be filled in already, and Firefox's driver would append to it.
  const prefilledEmail = await emailField.inputValue();
  if (prefilledEmail !== '' && prefilledEmail !== email) {
    await emailField.press('ControlOrMeta+a');
    await emailField.press('Delete');
  }
  if (prefilledEmail !== email) await emailField.fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typedPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** @returns the title and the paragraphs of the open dialog */
export async function readDialogTexts(page: Page): Promise<string[]> {
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  return [
    (await dialog.locator('h2').textContent()) ?? '',
    // The code of a failed call, and the note that the service is down, have tests of their own.
    ...(await dialog.locator('p:not(.call-code, .notice *)').allTextContents()),
  ];
}

/** Waits for the page's heading. */
export async function waitForHeading(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text }).waitFor();
}

// Applicants in every state, who exist when the server starts, and pages opened as one of them.

/** The states of applicants who have a password and can log in. */
export type LoginState = Exclude<ApplicantState, 'NOT_ACTIVATED'>;

/** Something with the address of the API, which ends with `/api`. */
type HasApiUrl = Pick<Demo, 'apiUrl'>;

const takenCountsByState = new Map<LoginState, number>();

/**
 * @returns the email address of an applicant in this state whom no other test of the process uses
 * @throws {Error} if all of them are used
 */
export function newApplicant(state: LoginState): string {
  const takenCount = takenCountsByState.get(state) ?? 0;
  takenCountsByState.set(state, takenCount + 1);
  if (takenCount >= 90) throw new Error(`There are no more applicants in ${state}: see servers.ts`);
  return precreatedEmailIn(state, takenCount + 1);
}

/** Opens a page as an applicant who is logged in already. */
export async function openLoggedIn(
  demo: Demo,
  email: string,
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  return await demo.open(path, { ...options, session: await createSession(demo, email) });
}

/** Opens the page of the next step, as a new applicant in this state. */
export function openStep(demo: Demo, state: LoginState, options?: OpenOptions): Promise<Page> {
  const path = state in proceedTo ? paths[proceedTo[state as keyof typeof proceedTo]] : paths.home;
  return openLoggedIn(demo, newApplicant(state), path, options);
}

/** The session storage of an applicant who is logged in, by key. */
export type StoredSession = Readonly<Record<string, string>>;

/** Logs in by the API. @returns the session storage that the site would have after this login */
export async function createSession(backend: HasApiUrl, email: string): Promise<StoredSession> {
  const { token, id, firstName, middleName } = await logInByApi(backend, email);
  const endsAt = Date.now() + 50 * 60_000;
  const nameFields = { firstName: firstName ?? '', middleName: middleName ?? '' };
  const userSession: Session = { id: id ?? null, email, ...nameFields, endsAt, lastLogOut: '' };
  return { token, 'user-data': JSON.stringify(userSession) };
}

/** Logs in as a pre-created applicant. @returns her profile and her new token */
async function logInByApi({ apiUrl }: HasApiUrl, email: string) {
  let token = '';
  const client = createClient({ baseUrl: apiUrl, session: { token: () => token } });
  const loginInput = { body: { email, password: precreatedPassword } };
  token = (await unwrap(client.auth.login(loginInput))).token;
  return { token, ...(await unwrap(client.applicants.getByEmail({ params: { email } }))) };
}

/** @returns the state of a pre-created applicant, read from the backend */
export const readState = async (demo: Demo, email: string) =>
  (await logInByApi(demo, email)).status;

// How each page can be opened: an example address if its path has a parameter, a state if it needs a login.

const exampleAddresses: Readonly<Record<string, string>> = {
  [paths.admission]: '/admission/datascience',
  [paths.activate]: '/applicant/activate/wrong-token',
  [paths.receipt]: '/receipt/type1/OPC-UNKNOWN',
  [paths.receiptSample]: '/receipt/type2/sample',
  [paths.notFound]: '/no/such/page',
};

/** @returns an address of the route with this path */
function exampleAddressOf(path: string): string {
  const address = exampleAddresses[path] ?? path;
  if (address.includes('/:')) throw new Error(`${path} needs an example address`);
  return address;
}

/** An address of every page that needs no login. */
export const publicAddresses: readonly string[] = routeNames
  .filter((routeName) => routes[routeName].guard !== 'applicant')
  .map((name) => exampleAddressOf(paths[name]));

/** The state in which each page that needs a login is shown. */
export const stateByPage: Record<ApplicantRouteName, LoginState> = {
  takeExam: 'ACTIVATED',
  examResult: 'TOOK_EXAM',
  offlinePayment: 'TOOK_EXAM',
  finalizePayment: 'ACTIVATION_PAID',
  pendingPayVerification: 'ACTIVATION_PAID',
  editProfile: 'READY_TO_APPLY',
  biographyData: 'BIOGRAPHIC_APPLICANT',
  educationBackground: 'BIOGRAPHIC_APPLICANT2',
  emergencyContact: 'BIOGRAPHIC_APPLICANT3',
  applyProgram: 'READY_TO_APPLY',
  applyProgramConfirmation: 'APPLIED',
};
