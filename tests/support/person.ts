/** The steps of the journey as an applicant takes them on the site, each from its page to the next. */

import { precreatedPassword } from '@one-planet/mocks';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import {
  type Demo,
  fillRegistration,
  heading,
  newApplicant,
  type OpenOptions,
  openAs,
  password,
  ready,
  signIn,
} from './demo.ts';
import { pdf, picture } from './files.ts';

/** Presses `Proceed with Application` in the header, opening the menu if it is folded. */
export async function proceed(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.locator('#menu').getByRole('button', { name: 'Proceed with Application' }).click();
}

/** Starts the test. @returns the number of its questions */
export async function startExam(page: Page): Promise<number> {
  await heading(page, 'Digital Literacy Test');
  await page.getByRole('button', { name: 'Start DLT' }).click();
  const all = await page.locator('[data-exam] .question legend span').first().textContent();
  return Number(/\/(\d+)\)/.exec(all ?? '')?.[1]);
}

/** Answers the question on screen. @param right whether rightly */
async function answerQuestion(demo: Demo, page: Page, right = true): Promise<void> {
  const legend = (await page.locator('[data-exam] .question legend').textContent()) ?? '';
  const key = await demo.answerKey();
  const asked = legend.replace(/^\(\d+\/\d+\)\s*/, '');
  const choices = page.locator('[data-exam] .question .radio');
  for (const choice of await choices.all()) {
    const text = ((await choice.textContent()) ?? '').replace(/^[A-E]\.\s*/, '').trim();
    if ((text === key.get(asked)) === right) return choice.click();
  }
  throw new Error(`There is no such choice for ${legend}`);
}

/** Presses `Finalize Test` on the last question, and once more below the list of all answers. */
export async function finalize(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Finalize Test' });
  await button.click();
  await heading(page, 'Check your answers');
  await button.click();
}

/** Fills in the form of a payment at a bank. */
export async function fillPayment(page: Page): Promise<void> {
  await page.getByLabel('Payment Bank').selectOption({ index: 1 });
  await page.getByLabel('Transaction Reference Number').fill('FT25324XKQ71');
  await page.getByLabel('Payment receipt').setInputFiles(picture('receipt.png'));
}

/** Pays at a bank, on the payment form. */
export async function payOffline(page: Page): Promise<void> {
  await fillPayment(page);
  await pay(page);
}

/** Sends the form of a payment at a bank. */
export const pay = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

export async function fillBiography(page: Page): Promise<void> {
  await page.getByLabel('Country of Birth').fill('Ethiopia');
  await page.getByLabel('Country of Residence').fill('Guinea-Bissau');
  await page.getByLabel('Nationality').fill('Ethiopian');
  await page.getByLabel('Native Language').fill('Amharic');
  await page.getByLabel('Female', { exact: true }).check();
  await page.getByLabel('Day').fill('7');
  await page.getByLabel('Month').fill('3');
  await page.getByLabel('Year', { exact: true }).fill('2001');
  await page.getByLabel('Education Level').selectOption('preparatory');
}

export async function attachBiography(page: Page): Promise<void> {
  await page.getByLabel('Profile Picture').setInputFiles(picture('me.png'));
  await page.getByLabel('Education Document').setInputFiles(pdf('documents.pdf'));
}

export async function fillEducation(page: Page): Promise<void> {
  await page.getByLabel('Last Attended High School').fill('Menelik II');
  await page.getByLabel('High School Address').fill('Addis Ababa');
  await page.getByLabel('Grade 10 Result').fill('3,5');
  await page.getByLabel('Grade 10 Exam Taken Year').fill('2017');
  await page.getByLabel('Grade 12 Result').fill('512');
  await page.getByLabel('Grade 12 Exam Taken Year').fill('2019');
}

export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Contact Full Name').fill('Almaz Bekele');
  await page.getByLabel('Contact Phone').fill('+251 911 00 00 00');
  await page.getByLabel('Relationship to You').selectOption('Other');
  await page.getByLabel('Other Contact Relationship').fill('Guardian');
}

/**
 * Sends a form: goes on to the answers to check, if they are not there, and if the rules let it come to that sends them.
 * @param next the form's button @param send the button below the answers
 */
export async function save(
  page: Page,
  next = 'Continue',
  send = 'Save and Continue',
): Promise<void> {
  const check = page.getByRole('heading', { name: 'Check your answers' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  if (!(await check.isVisible())) {
    await button(next).click();
    await check.or(page.locator('.error-summary')).first().waitFor();
  }
  if (await check.isVisible()) await button(send).click();
}

/** Applies for the program that is chosen. */
const apply = (page: Page) => save(page, 'Apply', 'Apply');

// The exam page.

const examPage = '/applicant/take_exam';

/** Opens the test as an applicant, on a page whose clock is ours, and starts it. */
export async function openExam(demo: Demo, options: OpenOptions = {}) {
  const email = newApplicant('ACTIVATED');
  const page = await openAs(demo, email, examPage, { clock: true, ...options });
  return { email, page, all: await startExam(page) };
}

/** Logs in on the login page and goes to the test. @param page one of the site's, with nobody logged in */
export async function logInToExam({ site }: Demo, page: Page, email: string): Promise<void> {
  await page.goto(`${site}/login?redirectUrl=${encodeURIComponent(examPage)}`);
  await ready(page);
  await signIn(page, email, precreatedPassword);
  await page.waitForURL(`**${examPage}`);
}

/** Selects a choice of the question on screen. @param at 0 for the first @returns its text */
export async function choose(page: Page, at: number): Promise<string> {
  const choice = page.locator('[data-exam] .question .radio').nth(at);
  await choice.click();
  return (await choice.textContent()) ?? '';
}

/** The choice that is taken of the question on screen; none is empty. */
export const chosen = async (page: Page) =>
  (await page.locator('[data-exam] .question .radio:has(:checked)').allTextContents()).join();

/** Answers all questions at once, without the mouse. @param right whether rightly */
export async function answerAll(demo: Demo, page: Page, right = true): Promise<void> {
  const key = [...(await demo.answerKey())];
  await page.evaluate(clickChoices, { key, right });
}

/** Runs in the page. */
async function clickChoices({
  key,
  right,
}: {
  key: (readonly [string, string])[];
  right: boolean;
}) {
  const rightOnes = new Map(key);
  const shown = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage('');
    });
  for (const button of document.querySelectorAll<HTMLElement>('.overview li button')) {
    button.click();
    await shown();
    const asked =
      document.querySelector('[data-exam] .question legend')?.lastChild?.textContent ?? '';
    const choices = [...document.querySelectorAll<HTMLElement>('[data-exam] .question .radio')];
    const wanted = choices.find((choice) => {
      const text = choice.querySelector('span')?.lastChild?.textContent ?? '';
      return (text === rightOnes.get(asked)) === right;
    });
    if (!wanted) throw new Error(`There is no such choice for ${asked}`);
    wanted.click();
    await shown();
  }
}

/** Waits for a question. @param at 1 for the first */
export const question = (page: Page, at: number) =>
  page.locator('[data-exam] .question legend').getByText(`(${at}/`).waitFor();

/** The button of the overview that leads to a question. @param at 1 for the first */
export const overview = (page: Page, at: number) =>
  page
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('button')
    .nth(at - 1);

/** @returns the numbers of the questions that the overview marks as answered */
export async function answered(page: Page): Promise<number[]> {
  const labels = await page
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''));
  return labels.flatMap((label) => /^Question (\d+), answered$/.exec(label)?.[1] ?? []).map(Number);
}

/** @returns the time left as the page shows it, in seconds */
export async function timeLeft(page: Page): Promise<number> {
  const [minutes, seconds] = ((await page.getByRole('timer').textContent()) ?? '').split(':');
  return Number(minutes) * 60 + Number(seconds);
}

/** Collects the bodies the page submits from now on, one per attempt. */
export function handedIn(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/submit_exam')) bodies.push(request.postData() ?? '');
  });
  return bodies;
}

/** Waits until the device keeps so many exams. */
export const kept = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('exam:'))),
    )
    .toHaveLength(count);

/** Waits until the device keeps nothing of an exam. */
export const nothingKept = (page: Page) => kept(page, 0);

// An applicant's whole way, from a program to her application, on any site and with any luck.

interface Walk {
  /** Open on a program. */
  page: Page;
  email: string;
  /** Called on the pages of the way, once they are filled in. @param title the page's heading */
  on?: (title: string) => Promise<unknown>;
}

/** Goes the whole way. @returns the code of the payment, and how often something went wrong */
export async function walk(
  demo: Demo,
  { page, email, on = async () => {} }: Walk,
): Promise<{ code: string; troubles: number }> {
  let troubles = 0;
  const reach = async (act: () => Promise<unknown>, title: string) => {
    troubles += await insist(page, act, titled(page, title));
  };
  const wait = async (css: string) => {
    troubles += await see(page, page.locator(css));
  };

  troubles += await register(demo, page, email);
  troubles += await choosePassword(demo, page, email);
  const login = titled(page, 'Sign in');
  const toTest = async () => {
    await login.or(titled(page, 'Digital Literacy Test')).first().waitFor();
    if (await login.isVisible()) await signIn(page, email);
  };
  await reach(toTest, 'Digital Literacy Test');
  await on('Digital Literacy Test');
  const start = page.getByRole('button', { name: 'Start DLT' });
  troubles += await see(page, start);
  troubles += await insist(page, () => start.click(), page.locator('[data-exam] .question'));
  const next = page.getByRole('button', { name: 'Next' });
  for (;;) {
    await answerQuestion(demo, page);
    if (!(await next.isVisible())) break;
    await next.click();
  }
  await finalize(page);
  // Submitting the test repeats itself.
  await heading(page, 'Digital Literacy Test Result');
  await on('Digital Literacy Test Result');
  await wait('.code');
  const code = (await page.locator('.code').textContent()) ?? '';
  const toPayment = page.getByRole('link', { name: 'Proceed To Payment' });
  await reach(() => toPayment.click(), 'Application Payment Form');
  await on('Application Payment Form');
  await wait('form [name=paymentBank]');
  await fillPayment(page);
  await reach(() => pay(page), 'Payment Details Uploaded Successfully');
  await on('Payment Details Uploaded Successfully');

  await demo.decide('verify', email);
  await page.goto(demo.site);
  await wait('.standing button');
  await reach(() => page.locator('.standing button').click(), 'Biographical Data');
  await wait('form [name=nationality]');
  await fillBiography(page);
  await on('Biographical Data');
  await wait('form [name=nationality]');
  await attachBiography(page);
  await reach(() => save(page), 'Education Background');
  await wait('form [name=grade10Year]');
  await fillEducation(page);
  await on('Education Background');
  await reach(() => save(page), 'Emergency Contact');
  await wait('form [name=contactPhone]');
  await fillContact(page);
  await on('Emergency Contact');
  await reach(() => save(page), 'Apply to Program');
  await wait('.radio');
  await page.locator('.radio').first().click();
  await on('Apply to Program');
  await reach(() => apply(page), 'Application Submitted');
  await on('Application Submitted');
  return { code, troubles };
}

const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** From a program to the mail. Where the answer got lost, the form is refused the second time, and the mail is there. */
async function register(demo: Demo, page: Page, email: string): Promise<number> {
  const main = page.locator('main');
  let troubles = await see(page, main.getByRole('link', { name: 'Apply Now' }));
  await main.getByRole('link', { name: 'Apply Now' }).first().click();
  await main.getByRole('link', { name: 'Register' }).click();
  await fillRegistration(page, email);
  const done = titled(page, 'Applicant Registration Successful');
  const message = page.locator('dialog[open] button');
  while ((await demo.mails(email)).length === 0) {
    await page.getByRole('button', { name: 'Register' }).click();
    await done.or(message).first().waitFor();
    if (await done.isVisible()) break;
    troubles += 1;
    await message.click();
  }
  return troubles;
}

/** From the mail to a password, and to the test, or to the login before it. A link whose answer got lost is spent: she has another one sent. */
async function choosePassword(demo: Demo, page: Page, email: string): Promise<number> {
  let troubles = 0;
  const form = titled(page, 'Set your password');
  const trouble = page.locator('dialog[open] button, main .retry button');
  for (;;) {
    await page.goto((await demo.mails(email))[0]?.link ?? '');
    await form.or(trouble).first().waitFor();
    if (await form.isVisible()) break;
    troubles += 1;
    await page.goto(`${demo.site}/resend_email`);
    await ready(page);
    await page.getByLabel('Email').fill(email);
    const sent = titled(page, 'Activation email sent');
    troubles += await insist(page, () => page.getByRole('button', { name: 'Send' }).click(), sent);
  }
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  const done = page.getByRole('link', { name: 'Take DLT' });
  // Where the answer got lost, the password is refused the second time: what she typed logs her in, or if the answer to
  // that is lost, too, she is led to the login page.
  const login = titled(page, 'Sign in');
  const home = page.locator('.standing');
  const next = done.or(login).or(home);
  // The message of that is closed to the login page, where a press on the heading does nothing.
  const save = page.getByRole('button', { name: 'Save' }).or(login);
  troubles += await insist(page, () => save.first().click(), next);
  if (await done.isVisible()) await done.click();
  else if (await home.isVisible()) await page.goto(`${demo.site}${paths.takeExam}`);
  else await page.goto(`${demo.site}/Login?redirectUrl=%2Fapplicant%2Ftake_exam`);
  // What was built is a visitor's page, and may lead on.
  await ready(page);
  return troubles;
}

// Where something went wrong, a patient applicant closes the message and tries again.

const mostTries = 8;

/** How long she waits where nothing happens at all, in milliseconds; then she tries again. */
const patienceMs = 40_000;

/**
 * Repeats an action until it has led somewhere.
 * @param there what can be seen then, and is not there before
 * @returns how often something went wrong
 */
async function insist(page: Page, act: () => Promise<unknown>, there: Locator): Promise<number> {
  const message = page.locator('dialog[open] button, main .notice button');
  // A form that waits is sent by itself; she is impatient.
  const waiting = page.locator('.outbox > button:not([aria-disabled=true])');
  const trouble = message.or(page.locator('main .retry button')).or(waiting);
  let troubles = 0;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    await act();
    for (;;) {
      const seen = there.or(trouble).first().waitFor({ timeout: patienceMs });
      const isSeen = await seen.then(
        () => true,
        () => false,
      );
      if (!isSeen) {
        troubles += 1;
        break;
      }
      if (await there.first().isVisible()) return troubles;
      troubles += 1;
      const button = ((await message.first().isVisible()) ? message : trouble).first();
      // Asked of the button itself: a message may have come in between. It may be gone as well, because what waits is
      // sent by itself; then she looks again.
      const isRetry = await press(button);
      if (isRetry === undefined) continue;
      // After a message the same is done again; "Try again" has done it already.
      if (!isRetry) break;
    }
  }
  throw new Error(`${page.url()}: ${there} was never reached`);
}

/** @returns whether the button itself tries again; `undefined` where it is gone */
async function press(button: Locator): Promise<boolean | undefined> {
  const timeout = 3000;
  try {
    const isRetry = await button.evaluate(
      (pressed) => pressed.closest('.retry, .outbox') !== null,
      undefined,
      { timeout },
    );
    await button.click({ timeout });
    return isRetry;
  } catch {
    return undefined;
  }
}

/** Waits for what a page reads when it is opened. @returns how often something went wrong */
const see = (page: Page, there: Locator) => insist(page, async () => {}, there);
