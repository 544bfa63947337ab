/** Every message of registration, activation and the first password (website specification, sections 5 and 8), provoked and read word for word. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPassword,
  type Demo,
  dialogText,
  fillRegistration,
  heading,
  newAccount,
  newEmail,
  password,
  ready,
  register,
  startDemo,
} from '../site/demo.ts';
import { answer, closeDialog, cutTheNetwork, press } from '../site/page.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

async function linkOf(email: string): Promise<string> {
  return (await demo.mails(email))[0]?.link?.replace(demo.site, '') ?? '';
}

describe('registration', () => {
  async function filled(email = newEmail()) {
    const page = await demo.open('/register');
    await fillRegistration(page, email);
    return page;
  }

  test('an address that is taken: the words of the server', async () => {
    const email = newEmail();
    await register(demo, email);
    const page = await filled(email);
    await press(page, 'Register');
    const [title, text] = await dialogText(page);
    expect(title).toBe('Error');
    expect(text).toMatch(/already/i);
    await closeDialog(page);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
  });

  test('any other status', async () => {
    const page = await filled();
    await answer(page, 500, 'NullPointerException');
    await press(page, 'Register');
    expect(await dialogText(page)).toEqual([
      'Error',
      'Error has happened. Please try again later.',
    ]);
  });

  test('a refused input: what the server said stands below', async () => {
    const page = await filled();
    await answer(page, 400, 'The referral code is not known.');
    await press(page, 'Register');
    expect(await dialogText(page)).toEqual([
      'Error',
      'Error has happened. Please try again later.',
      'The referral code is not known.',
    ]);
  });

  test('no network, and every entry is kept, also over a reload', async () => {
    const page = await filled();
    await cutTheNetwork(page);
    await press(page, 'Register');
    expect(await dialogText(page)).toEqual([
      'Error',
      'Error has happened. Please check your internet connection.',
    ]);
    await page.reload();
    await ready(page);
    expect(await page.getByLabel('Last name').inputValue()).toBe('ወርቁ');
    expect(await page.getByLabel('I am 18 years or older').isChecked()).toBe(true);
  });

  test('every field says what is wrong with it, in the summary and beside it', async () => {
    const page = await filled();
    const summary = page.locator('.error-summary:not(.mended)');
    for (const [label, typed, message] of [
      ['First name', '', 'First name is required'],
      [
        'Phone number',
        '1234567',
        'Phone number must be 8 to 15 digits long and contain only numbers',
      ],
    ] as const) {
      const field = page.getByLabel(label);
      const right = await field.inputValue();
      await field.fill(typed);
      await press(page, 'Register');
      await summary.waitFor();
      expect(await summary.getByRole('link').allTextContents()).toEqual([message]);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('error-summary');
      await summary.getByRole('link').click();
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await page.locator('.field .error').allTextContents()).toEqual([message]);
      await field.fill(right);
      await summary.waitFor({ state: 'detached' });
    }
  });
});

describe('activation', () => {
  test('an unknown link: Wrong token, and closing leads to the application form', async () => {
    const page = await demo.open('/applicant/activate/no-such-token');
    expect(await dialogText(page)).toEqual([
      'Error',
      'Activation information is not found. Please register on the application form.',
    ]);
    expect(await page.locator('h1').textContent()).toBe('Wrong token');
    expect(await page.locator('main a').textContent()).toBe('Go to Home');
    await closeDialog(page);
    await heading(page, 'Application Form');
  });

  test('an account that is active already: the words of the server, and on to the log-in', async () => {
    const page = await demo.open(await linkOf(await newAccount(demo)));
    const [title, text] = await dialogText(page);
    expect(title).toBe('Error');
    expect(text).toMatch(/already/i);
    await closeDialog(page);
    await heading(page, 'Sign in');
  });

  test('no network: it says so, and the link can be tried again', async () => {
    const email = newEmail();
    await register(demo, email);
    const page = await demo.open('/');
    await cutTheNetwork(page);
    await page.goto(demo.site + (await linkOf(email)));
    expect(await dialogText(page)).toEqual([
      'Error',
      'There is some problem, please check your internet connection.',
    ]);
    await closeDialog(page);
    await page.unroute('**/api/**');
    await press(page, 'Try again');
    await heading(page, 'Set your password');
  });
});

describe('the first password', () => {
  async function form(email = newEmail()) {
    await register(demo, email);
    const page = await demo.open(await linkOf(email));
    await heading(page, 'Set your password');
    return { page, email };
  }
  async function save(page: Page, first: string, second: string) {
    await page.getByLabel('Password', { exact: true }).fill(first);
    await page.getByLabel('Confirm password').fill(second);
    await press(page, 'Save');
  }

  test('a password that exists already', async () => {
    const { page, email } = await form();
    const token = await page.evaluate(() => history.state.token);
    await createPassword(demo, email, token);
    await save(page, password, password);
    expect(await dialogText(page)).toEqual([
      'Error',
      'Password is already created for this account.',
    ]);
    await closeDialog(page);
    await heading(page, 'Sign in');
  });

  test('no network', async () => {
    const { page } = await form();
    await cutTheNetwork(page);
    await save(page, password, password);
    expect(await dialogText(page)).toEqual(['Error', 'Please check your internet connection.']);
  });

  test.each([
    ['', '', ['Password can not be empty', 'Confirm password can not be empty']],
    [password, `${password}!`, ['Passwords must match']],
  ])('"%s" and "%s"', async (first, second, messages) => {
    const { page } = await form();
    await save(page, first, second);
    await page.locator('.error-summary').waitFor();
    expect(await page.locator('.field .error').allTextContents()).toEqual(messages);
  });
});
