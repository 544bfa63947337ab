/** Every message of sign-in, recovery and failed fetches (website specification, sections 5 and 8), provoked and read word for word. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Demo,
  dialogText,
  heading,
  newAccount,
  password,
  signIn,
  startDemo,
} from '../site/demo.ts';
import { answer, closeDialog, cutTheNetwork, path, press } from '../site/page.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

describe('sign-in', () => {
  test('a wrong password: Oops and the words of the server', async () => {
    const email = await newAccount(demo);
    const page = await demo.open('/login');
    await signIn(page, email, 'Wrong-Horse-7');
    const [title, text] = await dialogText(page);
    expect(title).toBe('Oops');
    expect(text).toMatch(/password/i);
    await closeDialog(page);
    expect(await page.getByLabel('Email Address').inputValue()).toBe(email);
  });

  test('401 and 417 alike show the message of a JSON body', async () => {
    const page = await demo.open('/login');
    await answer(page, 417, '{"message":"Activate your account first."}');
    await signIn(page, 'hana@example.com');
    expect(await dialogText(page)).toEqual(['Oops', 'Activate your account first.']);
  });

  test('an unknown user', async () => {
    const page = await demo.open('/login');
    await signIn(page, 'nobody@example.com');
    expect(await dialogText(page)).toEqual(['Oops', 'User is not recognized.']);
  });

  test('any other status', async () => {
    const page = await demo.open('/login');
    await answer(page, 500, 'oops');
    await signIn(page, 'hana@example.com');
    expect(await dialogText(page)).toEqual([
      'Oops',
      'Error has happened. Please check your connection.',
    ]);
  });

  test('no network', async () => {
    const page = await demo.open('/login');
    await cutTheNetwork(page);
    await signIn(page, 'hana@example.com');
    expect(await dialogText(page)).toEqual(['Oops', 'something went wrong please try again.']);
  });

  test.each([
    ['', '', ['Email is required', 'Password is required']],
    ['hana@example', 'x', ['Please enter a valid email']],
  ])('"%s" and "%s"', async (email, typed, messages) => {
    const page = await demo.open('/login');
    await signIn(page, email, typed);
    await page.locator('.error-summary').waitFor();
    expect(await page.locator('.field .error').allTextContents()).toEqual(messages);
  });
});

describe.each([['/forgot_password'], ['/resend_email']])('%s', (route) => {
  async function send(email: string, before?: (page: Page) => Promise<unknown>) {
    const page = await demo.open(route);
    await before?.(page);
    await page.getByLabel('Email').fill(email);
    await press(page, 'Send');
    return page;
  }

  test('no network', async () => {
    const page = await send('hana@example.com', cutTheNetwork);
    expect(await dialogText(page)).toEqual(['Error', 'Please check your internet connection.']);
  });

  test('a failure of the server: its words', async () => {
    const page = await send('hana@example.com', (opened) =>
      answer(opened, 500, '{"message":"The mail server is down."}'),
    );
    expect(await dialogText(page)).toEqual(['Error', 'The mail server is down.']);
    await closeDialog(page);
    expect(path(page)).toBe(route);
  });

  test.each([
    ['', 'Email is required'],
    ['hana@example', 'Please enter a valid email'],
  ])('"%s": %s', async (email, message) => {
    const page = await send(email);
    await page.locator('.error-summary').waitFor();
    expect(await page.locator('.field .error').allTextContents()).toEqual([message]);
  });

  test('an unknown address: the words of the server', async () => {
    const page = await send('nobody@example.com');
    const [title, text, note] = await dialogText(page);
    expect(title).toBe('Error');
    expect(text).not.toBe('');
    await closeDialog(page);
    if (route === '/forgot_password') {
      expect(note).toBe('Click close to go to resend Activation email.');
      await heading(page, 'Resend Activation Email');
    } else {
      expect(note).toBeUndefined();
      expect(path(page)).toBe(route);
    }
  });
});

test('resending to an account that is active already: the message of the server', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/resend_email');
  await page.getByLabel('Email').fill(email);
  await press(page, 'Send');
  expect((await dialogText(page))[1]).toMatch(/already/i);
});

describe('a new password after a temporary one', () => {
  async function form() {
    const email = await newAccount(demo);
    await demo.call('/auth/public/forgot_password', { email });
    const temporary = (await demo.mails(email))[0]?.temporaryPassword ?? '';
    const page = await demo.open('/login');
    await signIn(page, email, temporary);
    await heading(page, 'Set a new password');
    return page;
  }
  async function save(page: Page, first: string, second: string) {
    await page.getByLabel('New password').fill(first);
    await page.getByLabel('Confirm password').fill(second);
    await press(page, 'Save');
  }

  test('two that differ: a message at the field, and a dialog', async () => {
    const page = await form();
    await save(page, password, `${password}!`);
    expect(await dialogText(page)).toEqual([
      'Error',
      'Password and Confirm password should be the same',
    ]);
    expect(await page.locator('.field .error').allTextContents()).toEqual(['Passwords must match']);
  });

  test('a refusal: the words of the server', async () => {
    const page = await form();
    await answer(page, 400, 'The password was used before.');
    await save(page, password, password);
    expect(await dialogText(page)).toEqual(['Error', 'The password was used before.']);
  });

  test('no network', async () => {
    const page = await form();
    await cutTheNetwork(page);
    await save(page, password, password);
    expect(await dialogText(page)).toEqual(['Error', 'Please check your internet connection.']);
  });
});

describe('what could not be fetched', () => {
  test('a program says so, and can be tried again', async () => {
    const page = await demo.open('/about');
    await cutTheNetwork(page);
    await page.goto(`${demo.site}/admission/datascience`);
    await page.getByText('An error has occurred. Please check your internet connection.').waitFor();
    await page.unroute('**/api/**');
    await press(page, 'Try again');
    await heading(page, 'Data Science');
  });

  test('the list of programs is a quiet line with a retry; the failure is logged', async () => {
    const page = await demo.open('/about');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await cutTheNetwork(page);
    await page.goto(demo.site);
    const retry = page.locator('main .retry', { hasText: "We couldn't load the programs." });
    await retry.waitFor();
    expect(logged).toContain('programs.list: ConnectionError');
    expect(await page.locator('dialog').count()).toBe(0);
    await page.unroute('**/api/**');
    await retry.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Social Work' }).waitFor();
  });
});

test('a path that is not there', async () => {
  const page = await demo.open('/no/such/page');
  await heading(page, 'Page Not Found');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await heading(page, 'Building Capacity to Serve Humanity');
});
