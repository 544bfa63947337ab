/** From registration to the first login, through the mail, in both dialects and with activation in one call. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Demo,
  dialogText,
  fillRegistration,
  heading,
  newEmail,
  password,
  ready,
  signIn,
  startDemo,
} from './demo.ts';

describe.each([
  ['canonical', []],
  ['alternate', ['--dialect', 'alternate']],
])('in the dialect %s', (_name, flags) => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo(...flags);
  });
  afterAll(() => demo?.close());

  test('somebody registers, follows the link, sets a password and logs in', async () => {
    const email = newEmail();
    const page = await demo.open('/register');
    await fillRegistration(page, email);
    await page.getByRole('button', { name: 'Register' }).click();
    await heading(page, 'Applicant Registration Successful');
    expect(new URL(page.url()).pathname).toBe('/registration-successful');

    const [mail] = await demo.mails(email);
    await page.goto(mail?.link ?? '');
    await heading(page, 'Set your password');
    expect(new URL(page.url()).pathname).toBe('/applicant/password_confirmation');
    await page.reload();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Password Registration Successful');
    expect(new URL(page.url()).pathname).toBe('/password-registration-success');

    await page.getByRole('link', { name: 'Take DLT' }).click();
    await heading(page, 'Sign in');
    expect(page.url()).toBe(`${demo.site}/Login?redirectUrl=%2Fapplicant%2Ftake_exam`);
    await signIn(page, ` ${email} `);
    await page.locator('#menu').getByText('Welcome HANA').waitFor();
    await page.waitForURL(`${demo.site}/applicant/take_exam`);
    expect(demo.complaints).toEqual([]);
  });
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

  test('a wrong link is told once the password is sent', async () => {
    const page = await demo.open('/applicant/activate/no-such-token');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await dialogText(page)).toEqual([
      'Error',
      'Activation information is not found. Please register on the application form.',
    ]);
  });
});
