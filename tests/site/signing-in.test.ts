/** Signing in and where it leads, recovery, and who may see which page. */
import { precreatedPassword } from '@one-planet/mocks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant } from './applicants.ts';
import {
  type Demo,
  dialogText,
  heading,
  newAccount,
  newEmail,
  password,
  ready,
  register,
  signIn,
  startDemo,
} from './demo.ts';
import { proceed } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

test('a guarded page asks to sign in and is opened afterwards, query and all', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/applicant/take_exam?from=mail');
  await heading(page, 'Sign in');
  expect(page.url()).toBe(`${demo.site}/Login?redirectUrl=%2Fapplicant%2Ftake_exam%3Ffrom%3Dmail`);
  await signIn(page, email);
  await page.waitForURL(`${demo.site}/applicant/take_exam?from=mail`);
});

test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
  'after signing in nobody is led outside of the site: %s',
  async (address) => {
    const email = await newAccount(demo);
    const page = await demo.open(`/login?redirectUrl=${encodeURIComponent(address)}`);
    await signIn(page, email);
    await heading(page, 'Your application');
    expect(page.url()).toBe(`${demo.site}/`);
  },
);

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

test('Proceed with Application leads where the status says', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  await signIn(page, email);
  await proceed(page);
  await page.waitForURL(`${demo.site}/applicant/take_exam`);
});

test('a temporary password leads to a new one, which then works', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send' }).click();
  await heading(page, 'Check your e-mail');
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

test('an activation e-mail is sent again', async () => {
  const email = newEmail();
  await register(demo, email);
  const page = await demo.open('/login');
  await page.getByRole('link', { name: 'Resend Activation Email' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send' }).click();
  await heading(page, 'Activation e-mail sent');
  expect(new URL(page.url()).pathname).toBe('/resend-email-confirmation');
  expect(await demo.mails(email)).toHaveLength(2);
});

test.each([
  ['/reset_confirmation', '/forgot_password'],
  ['/resend-email-confirmation', '/forgot_password'],
  ['/change-password', '/login'],
  ['/applicant/password_confirmation', '/Login'],
])('%s without its navigation state leads to %s', async (from, to) => {
  const page = await demo.open(from);
  await page.waitForURL(demo.site + to);
});

test('Remember me brings the e-mail address back, and only that', async () => {
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

test.each([
  ['staff', 'staff@example.com', 'Staff2025', 'https://staff.oneplanet.example'],
  [
    'admitted students',
    newApplicant('ADMITTED'),
    precreatedPassword,
    'https://student.oneplanet.example',
  ],
])('%s are sent to their own portal with the token', async (_who, email, typed, portal) => {
  const page = await demo.open('/login');
  await page.route(`${portal}/**`, (route) => route.fulfill({ body: 'The portal' }));
  await signIn(page, email, typed);
  await page.waitForURL(`${portal}/login?token=*`);
  await page.goBack();
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
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

test('a second press while the first is on its way sends nothing more', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/auth/public/login', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await signIn(page, email);
  const busy = page.getByRole('button', { name: 'Signing In...' });
  await busy.click({ force: true });
  await busy.click({ force: true });
  release();
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
  expect(sent).toBe(1);
});
