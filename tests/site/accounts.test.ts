/** Signing in and where it leads, recovery, and who may see which page. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Demo,
  dialogText,
  fillRegistration,
  heading,
  newAccount,
  newApplicant,
  newEmail,
  openAs,
  password,
  ready,
  signIn,
  startDemo,
  useCleanDemo,
} from '../support/demo.ts';
import { closeDialog, path } from '../support/page.ts';
import { apply } from '../support/person.ts';

const demo = await useCleanDemo();

test('a guarded page asks to sign in and is opened afterwards, query and all', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/applicant/take_exam?from=mail');
  await heading(page, 'Sign in');
  expect(page.url()).toBe(`${demo.site}/Login?redirectUrl=%2Fapplicant%2Ftake_exam%3Ffrom%3Dmail`);
  await signIn(page, email);
  await page.waitForURL(`${demo.site}/applicant/take_exam?from=mail`);
});

test('a logged-in user finds her name, can log out, and is not shown the pages for visitors', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  await signIn(page, email);
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
  await page.locator('#menu').getByRole('button', { name: 'Proceed with Application' }).waitFor();
  expect(await page.getByRole('link', { name: 'Apply now' }).count()).toBe(0);
  for (const path of ['/register', '/login', '/forgot_password', '/change-password']) {
    await page.goto(demo.site + path);
    await heading(page, 'Your application');
    expect(page.url()).toBe(`${demo.site}/`);
  }
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Login' }).waitFor();
  const kept = () => [Object.keys(sessionStorage), Object.keys(localStorage)];
  expect(await page.evaluate(kept)).toEqual([[], ['logged-out']]);
});

test('a temporary password leads to a new one, which then works', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send' }).click();
  await heading(page, 'Check your email');
  expect(await page.locator('main strong').textContent()).toBe(email);
  await page.getByRole('link', { name: 'Proceed to Login' }).click();

  await signIn(page, email, (await demo.mails(email))[0]?.temporaryPassword);
  await heading(page, 'Set a new password');
  await page.reload();
  await page.getByLabel('New password').fill('Another-Horse-8');
  await page.getByLabel('Confirm password').fill('Another-Horse-8');
  await page.getByRole('button', { name: 'Save' }).click();
  await heading(page, 'Congratulations!');
  expect(new URL(page.url()).pathname).toBe('/change-password-confirmation');
  await page.getByRole('link', { name: 'Proceed to Login' }).click();
  await signIn(page, email);
  expect((await dialogText(page))[0]).toBe('Oops');
  await page.keyboard.press('Escape');
  await signIn(page, email, 'Another-Horse-8');
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
});

test('Remember me brings the email address back, and only that', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  await page.getByLabel('Remember me').check();
  await signIn(page, email);
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
  const later = await page.context().newPage();
  await later.goto(`${demo.site}/login`);
  await ready(later);
  await later.waitForFunction(() => document.querySelector('input')?.value !== '');
  expect(await later.getByLabel('Email Address').inputValue()).toBe(email);
  expect(await later.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  expect(await later.evaluate(() => localStorage.length)).toBe(0);
  await later.getByLabel('Remember me').uncheck();
  await signIn(later, email);
  await later.getByText('Welcome HANA').waitFor();
  const last = await page.context().newPage();
  await last.goto(`${demo.site}/login`);
  await ready(last);
  expect(await last.getByLabel('Remember me').isChecked()).toBe(false);
});

test('a password can be looked at, and is not kept when the page is loaded again', async () => {
  const page = await demo.open('/login');
  await page.getByLabel('Email Address').fill('hana@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Show the password' }).click();
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);
  await page.reload();
  await ready(page);
  expect(await page.getByLabel('Email Address').inputValue()).toBe('hana@example.com');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
});

test('a portal that is not on the list is refused, and it is said', async () => {
  const page = await demo.open('/about');
  await page.route('**/config.json', async (route) => {
    const settings = await (await route.fetch()).json();
    await route.fulfill({ json: { ...settings, redirectOrigins: [] } });
  });
  await page.goto(`${demo.site}/login`);
  await ready(page);
  await signIn(page, 'staff@example.com', 'Staff2025');
  const [title, text] = await dialogText(page);
  expect(title).toBe('Oops');
  expect(text).toContain('this website is not allowed to send you there');
  expect(page.url()).toBe(`${demo.site}/login`);
});

test('after signing in nobody is led outside of the site', async () => {
  const page = await demo.open(`/login?redirectUrl=${encodeURIComponent('https://evil.example/')}`);
  await signIn(page, await newAccount(demo));
  await heading(page, 'Your application');
  expect(page.url()).toBe(`${demo.site}/`);
});

describe('where activation sets the password', () => {
  let demo: Demo;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dialect-'));
    const file = join(folder, 'one-call.json');
    const operations = { 'applicants.activate': { withPassword: true } };
    await writeFile(file, JSON.stringify({ operations }));
    demo = await startDemo('--dialect', file);
  });
  afterAll(async () => {
    await demo?.close();
    await rm(folder, { recursive: true });
  });

  test('the password form comes first, and the link is spent with it', async () => {
    const email = newEmail();
    const page = await demo.open('/register');
    await fillRegistration(page, email);
    await page.getByRole('button', { name: 'Register' }).click();
    await heading(page, 'Applicant Registration Successful');
    const [mail] = await demo.mails(email);
    await page.goto(mail?.link ?? '');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Password Registration Successful');
    await page.goto(`${demo.site}/login`);
    await ready(page);
    await signIn(page, email);
    await page.locator('#menu').getByText('Welcome HANA').waitFor();
  });
});

/** Logs in on a page whose clock is ours, then opens another page of the site. */
async function logIn(path: string): Promise<{ page: Page; email: string }> {
  const email = await newAccount(demo);
  const page = await demo.open(`/login?redirectUrl=${encodeURIComponent(path)}`, { clock: true });
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(demo.site + path);
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
  return { page, email };
}

const warning = (page: Page, minutes: string) =>
  page.getByText(`Your session ends in ${minutes}. Log in again here to stay`);

test('it warns 5 minutes and 1 minute before, and then goes home and says so', async () => {
  const { page } = await logIn('/about');
  await page.clock.fastForward('44:30');
  expect(await page.locator('dialog').count()).toBe(0);
  await page.clock.fastForward('00:31');
  await warning(page, '5 minutes').waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  expect(await page.locator('dialog').count()).toBe(0);
  await page.clock.fastForward('04:00');
  await warning(page, '1 minute').waitFor();
  await page.clock.fastForward('01:00');
  await page.waitForURL(`${demo.site}/`);
  await page.getByText('Your session has ended.').waitFor();
  await page.getByRole('link', { name: 'Login' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
});

test('logging in again in place keeps the page, its input and 50 more minutes', async () => {
  const { page } = await logIn('/about');
  await page.clock.fastForward('46:00');
  await warning(page, '5 minutes').waitFor();
  await page.locator('dialog').getByLabel('Password', { exact: true }).fill('Wrong-Horse-7');
  await page.getByRole('button', { name: 'Log in again' }).click();
  await page.locator('dialog [role=alert]').waitFor();
  await page.locator('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in again' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${demo.site}/about`);
  await page.clock.fastForward('30:00');
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
});

test('a reload after the end shows nobody, and a guarded page asks to sign in', async () => {
  const { page } = await logIn('/applicant/take_exam');
  // A request after the end would end the session by itself.
  await page.getByRole('button', { name: 'Start DLT' }).waitFor();
  await page.clock.setSystemTime(Date.now() + 51 * 60_000);
  await page.reload();
  await page.waitForURL(`${demo.site}/Login?redirectUrl=%2Fapplicant%2Ftake_exam`);
});

async function logInAfterApplying(address = '/login') {
  const page = await demo.open(address);
  await signIn(page, newApplicant('APPLIED'), precreatedPassword);
  return page;
}

const confirmation = '/applicant/apply_program_confirmation';

test('it opens after a login, also once the page is loaded anew, and Close logs out', async () => {
  const page = await logInAfterApplying();
  const [title, ...paragraphs] = await dialogText(page);
  expect(title).toBe('Dear Applicant');
  expect(paragraphs.join(' ')).toMatch(
    /submitted.*review your documents.*email.*before logging in/,
  );
  await page.reload();
  await dialogText(page);
  await closeDialog(page);
  await heading(page, 'Sign in');
  expect(page.url()).toBe(`${demo.site}/login`);
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
});

test('it leads to the confirmation, which can be opened again as long as she is logged in', async () => {
  const page = await logInAfterApplying();
  await page.getByRole('button', { name: 'See your application' }).click();
  await heading(page, 'Application Submitted');
  for (const where of ['/', '/about', confirmation]) {
    await page.goto(demo.site + where);
    await ready(page);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
  }
});

test('it does not open on top of the confirmation', async () => {
  const page = await logInAfterApplying(`/Login?redirectUrl=${encodeURIComponent(confirmation)}`);
  await heading(page, 'Application Submitted');
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
});

test('it does not open for somebody who applies while she is logged in', async () => {
  const page = await openAs(demo, newApplicant('READY_TO_APPLY'), '/applicant/apply_program');
  await page.locator('.radio').first().click();
  await apply(page);
  await heading(page, 'Application Submitted');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.getByText('Step 9 of 9').waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
  expect(path(page)).toBe('/');
});

test('the site runs under a policy that lets in no foreign script, style or frame', async () => {
  const policy = (await fetch(demo.site)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe-|\*/);
  const page = await demo.open('/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    return new Promise((resolve) => {
      addEventListener('securitypolicyviolation', () => resolve('refused'));
      try {
        script.src = 'data:text/javascript,window.ran=true';
        document.body.append(script);
      } catch {
        resolve('refused');
      }
    });
  });
  expect(ran).toBe('refused');
  demo.complaints.length = 0;
});

test('a text of the server is shown as text, whatever it holds', async () => {
  const page = await demo.open('/about');
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> Study here';
  await page.route('**/contents/private', (route) =>
    route.fulfill({
      json: [{ id: 1, content: evil }],
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.goto(demo.site);
  await page.getByText('Study here').waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.locator('.why img, .why script').count()).toBe(0);
});

test('no password and no token is in storage that outlives the tab, in an address or in the log', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''));
  await signIn(page, email, 'Wrong-Horse-7');
  await dialogText(page);
  await page.keyboard.press('Escape');
  await signIn(page, email);
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  expect(token).toBeTruthy();
  const everything = seen.join('\n');
  expect(everything).not.toContain(password);
  expect(everything).not.toContain('Wrong-Horse-7');
  expect(everything).not.toContain(token);
  expect(await page.evaluate(() => JSON.stringify([localStorage, document.cookie]))).toBe(
    '[{},""]',
  );
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);
});

test('the one-time token of a link is sent to the API and to nobody else', async () => {
  const email = newEmail();
  const page = await demo.open('/register');
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/registration-successful');
  const link = (await demo.mails(email))[0]?.link ?? '';
  const token = link.split('/').at(-1) ?? '';
  const carriers: string[] = [];
  page.on('request', (request) => {
    const found = [request.url(), request.headers().referer ?? ''].filter((at) =>
      at.includes(token),
    );
    carriers.push(...found.map((at) => `${request.resourceType()} ${new URL(at).origin}`));
  });
  await page.goto(link);
  await page.getByLabel('Confirm password').waitFor();
  const api = new URL(demo.api).origin;
  const allowed = [`document ${demo.site}`, `fetch ${api}`, `preflight ${api}`];
  expect(carriers.filter((carrier) => !allowed.includes(carrier))).toEqual([]);
  expect(page.url()).not.toContain(token);
});
