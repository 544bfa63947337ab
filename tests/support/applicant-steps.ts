/** The steps of the journey as an applicant takes them on the site, each from its page to the next. */

import { precreatedPassword } from '@one-planet/mocks';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import {
  type Demo,
  fillRegistration,
  logIn,
  newApplicant,
  type OpenOptions,
  openLoggedIn,
  password,
  waitForHeading,
  waitForHydration,
} from './demo.ts';
import { makePdfFile, makePictureFile } from './upload-files.ts';

/** Presses `Proceed with Application` in the header. */
export const proceedWithApplication = (page: Page) =>
  pressMenuButton(page, 'Proceed with Application');

/** Presses `Logout` in the header. */
export const logOut = (page: Page) => pressMenuButton(page, 'Logout');

/** Presses a button of the menu, opening the menu if it is folded. */
async function pressMenuButton(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const button = page.locator('#menu').getByRole('button', { name });
  await menu.or(button).filter({ visible: true }).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await button.click();
}

/** Starts the exam. @returns the number of its questions */
export async function startExam(page: Page): Promise<number> {
  await waitForHeading(page, 'Digital Literacy Test');
  await page.getByRole('button', { name: 'Start DLT' }).click();
  const counterText = await page.locator('[data-exam] .question legend span').first().textContent();
  return Number(/\/(\d+)\)/.exec(counterText ?? '')?.[1]);
}

/** Answers the question on screen. @param isRight whether to choose the right answer */
async function answerQuestion(demo: Demo, page: Page, isRight = true): Promise<void> {
  const legend = page.locator('[data-exam] .question legend');
  const questionText = await legend.evaluate(({ lastChild }) => lastChild?.textContent ?? '');
  const answerKey = await demo.readAnswerKey();
  const choices = page.locator('[data-exam] .question .radio');
  for (const choice of await choices.all()) {
    const text = ((await choice.textContent()) ?? '').replace(/^[A-E]\.\s*/, '').trim();
    if ((text === answerKey.get(questionText)) === isRight) return choice.click();
  }
  throw new Error(`There is no such choice for ${questionText}`);
}

/** Presses `Finalize Test` on the last question, and once more below the list of all answers. */
export async function finalizeExam(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Finalize Test' });
  await button.click();
  await waitForHeading(page, 'Check your answers');
  await button.click();
}

/** Fills in the form of a payment at a bank. */
export async function fillPayment(page: Page): Promise<void> {
  await page.getByLabel('Payment Bank').selectOption({ index: 1 });
  await page.getByLabel('Transaction Reference Number').fill('FT25324XKQ71');
  await page.getByLabel('Payment receipt').setInputFiles(makePictureFile('receipt.png'));
}

/** Fills in and sends the form of a payment at a bank. */
export async function payOffline(page: Page): Promise<void> {
  await fillPayment(page);
  await submitPayment(page);
}

/** Sends the form of a payment at a bank. */
export const submitPayment = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

/** What an applicant types into the text fields of the forms, by label, in the order of the page. */
export const typedTexts = {
  biography: {
    'Country of Birth': 'Ethiopia',
    'Country of Residence': 'Guinea-Bissau',
    Nationality: 'Ethiopian',
    'Native Language': 'Amharic',
  },
  education: {
    'Last Attended High School': 'Menelik II',
    'High School Address': 'Addis Ababa',
    'Grade 10 Result': '3,5',
    'Grade 10 Exam Taken Year': '2017',
    'Grade 12 Result': '512',
    'Grade 12 Exam Taken Year': '2019',
  },
  contact: {
    'Contact Full Name': 'Almaz Bekele',
    'Contact Phone': '+251 911 00 00 00',
  },
} as const;

/** Fills in text fields. @param texts by label */
async function fillTexts(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
}

export async function fillBiography(page: Page): Promise<void> {
  await fillTexts(page, typedTexts.biography);
  await page.getByLabel('Female', { exact: true }).check();
  await page.getByLabel('Day').fill('7');
  await page.getByLabel('Month').fill('3');
  await page.getByLabel('Year', { exact: true }).fill('2001');
  await page.getByLabel('Education Level').selectOption('preparatory');
}

export async function attachBiographyFiles(page: Page): Promise<void> {
  await page.getByLabel('Profile Picture').setInputFiles(makePictureFile('me.png'));
  await page.getByLabel('Education Document').setInputFiles(makePdfFile('documents.pdf'));
}

export const fillEducation = (page: Page) => fillTexts(page, typedTexts.education);

export async function fillContact(page: Page): Promise<void> {
  await fillTexts(page, typedTexts.contact);
  await page.getByLabel('Relationship to You').selectOption('Other');
  await page.getByLabel('Other Contact Relationship').fill('Guardian');
}

/**
 * Sends a form: continues to the list of answers to check, and sends them. A form with errors is not sent.
 * @param formButton the name of the form's button
 * @param sendButton the name of the button below the answers
 */
export async function saveForm(
  page: Page,
  formButton = 'Continue',
  sendButton = 'Save and Continue',
): Promise<void> {
  const checkHeading = page.getByRole('heading', { name: 'Check your answers' });
  const buttonNamed = (name: string) => page.getByRole('button', { name, exact: true });
  if (!(await checkHeading.isVisible())) {
    await buttonNamed(formButton).click();
    await checkHeading.or(page.locator('.error-summary')).first().waitFor();
  }
  if (await checkHeading.isVisible()) await buttonNamed(sendButton).click();
}

/** Sends the application to the chosen program. */
const applyForProgram = (page: Page) => saveForm(page, 'Apply', 'Apply');

// The exam page.

const examPage = '/applicant/take_exam';

/** Opens the exam as a new applicant, on a page whose clock the test controls, and starts it. */
export async function openExam(demo: Demo, options: OpenOptions = {}) {
  const email = newApplicant('ACTIVATED');
  const page = await openLoggedIn(demo, email, examPage, { hasTestClock: true, ...options });
  return { email, page, questionCount: await startExam(page) };
}

/** Logs in on the login page, which leads to the exam. @param page a page on which nobody is logged in */
export async function logInToExam({ siteUrl }: Demo, page: Page, email: string): Promise<void> {
  await page.goto(`${siteUrl}/login?redirectUrl=${encodeURIComponent(examPage)}`);
  await waitForHydration(page);
  await logIn(page, email, precreatedPassword);
  await page.waitForURL(`**${examPage}`);
}

/** Selects a choice of the question on screen. @param index 0 for the first @returns its text */
export async function chooseAnswer(page: Page, index: number): Promise<string> {
  const choice = page.locator('[data-exam] .question .radio').nth(index);
  await choice.click();
  return (await choice.textContent()) ?? '';
}

/** @returns the text of the selected choice of the question on screen; empty if none is selected */
export const readChosenText = async (page: Page) =>
  (await page.locator('[data-exam] .question .radio:has(:checked)').allTextContents()).join();

/**
 * Answers all questions by a script in the page, which is faster than the mouse.
 * @param isRight whether to choose the right answers
 */
export async function answerAllQuestions(demo: Demo, page: Page, isRight = true): Promise<void> {
  const answerKey = [...(await demo.readAnswerKey())];
  await page.evaluate(clickChoices, { answerKey, isRight });
}

/** Runs in the page. */
async function clickChoices({
  answerKey,
  isRight,
}: {
  answerKey: (readonly [string, string])[];
  isRight: boolean;
}) {
  const rightChoices = new Map(answerKey);
  const waitForRender = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage('');
    });
  for (const button of document.querySelectorAll<HTMLElement>('.overview li button')) {
    button.click();
    await waitForRender();
    const questionText =
      document.querySelector('[data-exam] .question legend')?.lastChild?.textContent ?? '';
    const choices = [...document.querySelectorAll<HTMLElement>('[data-exam] .question .radio')];
    const targetChoice = choices.find((choice) => {
      const text = choice.querySelector('span')?.lastChild?.textContent ?? '';
      return (text === rightChoices.get(questionText)) === isRight;
    });
    if (!targetChoice) throw new Error(`There is no such choice for ${questionText}`);
    targetChoice.click();
    await waitForRender();
  }
}

/** Waits for a question. @param number 1 for the first */
export const waitForQuestion = (page: Page, number: number) =>
  page.locator('[data-exam] .question legend').getByText(`(${number}/`).waitFor();

/** The button of the overview that leads to a question. @param number 1 for the first */
export const overviewButton = (page: Page, number: number) =>
  page
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('button')
    .nth(number - 1);

/** @returns the numbers of the questions that the overview marks as answered */
export async function readAnsweredNumbers(page: Page): Promise<number[]> {
  const labels = await page
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''));
  return labels.flatMap((label) => /^Question (\d+), answered$/.exec(label)?.[1] ?? []).map(Number);
}

/** @returns the time left as the page shows it, in seconds */
export async function readSecondsLeft(page: Page): Promise<number> {
  const [minutes, seconds] = ((await page.getByRole('timer').textContent()) ?? '').split(':');
  return Number(minutes) * 60 + Number(seconds);
}

/** Moves the page's clock ahead until this time is left, however long the test took so far. */
export const leaveSeconds = async (page: Page, seconds: number) =>
  page.clock.fastForward(((await readSecondsLeft(page)) - seconds) * 1000);

/** Collects the body of each request that submits the exam from now on. */
export function collectSubmissions(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/submit_exam')) bodies.push(request.postData() ?? '');
  });
  return bodies;
}

/** Waits until local storage holds this number of exams. */
export const waitForStoredExams = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('exam:'))),
    )
    .toHaveLength(count);

/** Waits until local storage holds no exam. */
export const waitForNoStoredExam = (page: Page) => waitForStoredExams(page, 0);

// The whole journey, from a program's page to the application, also where requests fail.

interface JourneyOptions {
  /** A page that shows a program. */
  page: Page;
  email: string;
  /** Called on each page of the journey, once it is filled in. @param title the page's heading */
  onPageReached?: (title: string) => Promise<unknown>;
}

/** Takes all steps of the journey. @returns the payment code, and the number of failures that the site showed */
export async function walkJourney(
  demo: Demo,
  { page, email, onPageReached = async () => {} }: JourneyOptions,
): Promise<{ code: string; failureCount: number }> {
  let failureCount = 0;
  const reachPage = async (action: () => Promise<unknown>, title: string) => {
    failureCount += await retryUntilSeen(page, action, headingNamed(page, title));
  };
  const waitForSelector = async (selector: string) => {
    failureCount += await waitUntilSeen(page, page.locator(selector));
  };

  failureCount += await registerOnSite(demo, page, email);
  failureCount += await choosePassword(demo, page, email);
  const loginHeading = headingNamed(page, 'Sign in');
  const openExamPage = async () => {
    await loginHeading.or(headingNamed(page, 'Digital Literacy Test')).first().waitFor();
    if (await loginHeading.isVisible()) await logIn(page, email);
  };
  await reachPage(openExamPage, 'Digital Literacy Test');
  await onPageReached('Digital Literacy Test');
  const startButton = page.getByRole('button', { name: 'Start DLT' });
  failureCount += await waitUntilSeen(page, startButton);
  failureCount += await retryUntilSeen(
    page,
    () => startButton.click(),
    page.locator('[data-exam] .question'),
  );
  const nextButton = page.getByRole('button', { name: 'Next' });
  for (;;) {
    await answerQuestion(demo, page);
    if (!(await nextButton.isVisible())) break;
    await nextButton.click();
  }
  await finalizeExam(page);
  // The site repeats the submission of the exam by itself.
  await waitForHeading(page, 'Digital Literacy Test Result');
  await onPageReached('Digital Literacy Test Result');
  await waitForSelector('.code');
  const paymentCode = (await page.locator('.code').textContent()) ?? '';
  const paymentLink = page.getByRole('link', { name: 'Proceed To Payment' });
  await reachPage(() => paymentLink.click(), 'Application Payment Form');
  await onPageReached('Application Payment Form');
  await waitForSelector('form [name=paymentBank]');
  await fillPayment(page);
  await reachPage(() => submitPayment(page), 'Payment Details Uploaded Successfully');
  await onPageReached('Payment Details Uploaded Successfully');

  await demo.decide('verify', email);
  await page.goto(demo.siteUrl);
  await waitForSelector('.standing button');
  await reachPage(() => page.locator('.standing button').click(), 'Biographical Data');
  await waitForSelector('form [name=nationality]');
  await fillBiography(page);
  await onPageReached('Biographical Data');
  await waitForSelector('form [name=nationality]');
  await attachBiographyFiles(page);
  await reachPage(() => saveForm(page), 'Education Background');
  await waitForSelector('form [name=grade10Year]');
  await fillEducation(page);
  await onPageReached('Education Background');
  await reachPage(() => saveForm(page), 'Emergency Contact');
  await waitForSelector('form [name=contactPhone]');
  await fillContact(page);
  await onPageReached('Emergency Contact');
  await reachPage(() => saveForm(page), 'Apply to Program');
  await waitForSelector('.radio');
  await page.locator('.radio').first().click();
  await onPageReached('Apply to Program');
  await reachPage(() => applyForProgram(page), 'Application Submitted');
  await onPageReached('Application Submitted');
  return { code: paymentCode, failureCount };
}

const headingNamed = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/**
 * Registers, from a program's page until the activation mail is there. If the response is lost, the second attempt is
 * refused, and the mail is there all the same.
 * @returns the number of failures
 */
async function registerOnSite(demo: Demo, page: Page, email: string): Promise<number> {
  const main = page.locator('main');
  let failureCount = await waitUntilSeen(page, main.getByRole('link', { name: 'Apply Now' }));
  await main.getByRole('link', { name: 'Apply Now' }).first().click();
  await main.getByRole('link', { name: 'Register' }).click();
  await fillRegistration(page, email);
  const successHeading = headingNamed(page, 'Applicant Registration Successful');
  const messageButton = page.locator('dialog[open] button');
  while ((await demo.readMails(email)).length === 0) {
    await page.getByRole('button', { name: 'Register' }).click();
    await successHeading.or(messageButton).first().waitFor();
    if (await successHeading.isVisible()) break;
    failureCount += 1;
    await messageButton.click();
  }
  return failureCount;
}

/**
 * Opens the link in the mail, sets a password, and continues to the exam or to the login before it. If the response to
 * the link is lost, the link is used up, and she requests another one.
 * @returns the number of failures
 */
async function choosePassword(demo: Demo, page: Page, email: string): Promise<number> {
  let failureCount = 0;
  const formHeading = headingNamed(page, 'Set your password');
  const failureElements = page.locator('dialog[open] button, main .retry button');
  for (;;) {
    await page.goto((await demo.readMails(email))[0]?.link ?? '');
    await formHeading.or(failureElements).first().waitFor();
    if (await formHeading.isVisible()) break;
    failureCount += 1;
    await page.goto(`${demo.siteUrl}/resend_email`);
    await waitForHydration(page);
    await page.getByLabel('Email').fill(email);
    const emailSentHeading = headingNamed(page, 'Activation email sent');
    failureCount += await retryUntilSeen(
      page,
      () => page.getByRole('button', { name: 'Send' }).click(),
      emailSentHeading,
    );
  }
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  const examLink = page.getByRole('link', { name: 'Take DLT' });
  // If the response is lost, the second attempt is refused. The site then logs her in with the password that she typed,
  // or leads to the login page if that response is lost, too.
  const loginHeading = headingNamed(page, 'Sign in');
  const homeStatus = page.locator('.standing');
  const nextStep = examLink.or(loginHeading).or(homeStatus);
  // On the login page there is no Save: a click on its heading does nothing instead.
  const saveButton = page.getByRole('button', { name: 'Save' }).or(loginHeading);
  failureCount += await retryUntilSeen(page, () => saveButton.first().click(), nextStep);
  if (await examLink.isVisible()) await examLink.click();
  else if (await homeStatus.isVisible()) await page.goto(`${demo.siteUrl}${paths.takeExam}`);
  else await page.goto(`${demo.siteUrl}/Login?redirectUrl=%2Fapplicant%2Ftake_exam`);
  // The built page is that of visitors; once hydrated, it may redirect.
  await waitForHydration(page);
  return failureCount;
}

// After a failure the applicant closes the message and tries again.

const maxAttempts = 8;

/** How long she waits for any reaction before she tries again, in milliseconds. */
const appearTimeoutMs = 40_000;

/**
 * Repeats an action until its result is visible.
 * @param target the result, which is not on the page before
 * @returns the number of failures
 * @throws {Error} after 8 attempts
 */
async function retryUntilSeen(
  page: Page,
  action: () => Promise<unknown>,
  target: Locator,
): Promise<number> {
  const messageButton = page.locator('dialog[open] button, main .notice button');
  // A waiting form is sent by itself later; this button sends it now.
  const outboxButton = page.locator('.outbox > button:not([aria-disabled=true])');
  const failureSign = messageButton.or(page.locator('main .retry button')).or(outboxButton);
  let failureCount = 0;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await action();
    for (;;) {
      const targetOrFailure = target.or(failureSign).first().waitFor({ timeout: appearTimeoutMs });
      const isSeen = await targetOrFailure.then(
        () => true,
        () => false,
      );
      if (!isSeen) {
        failureCount += 1;
        break;
      }
      if (await target.first().isVisible()) return failureCount;
      failureCount += 1;
      const button = (
        (await messageButton.first().isVisible()) ? messageButton : failureSign
      ).first();
      // The button itself says whether it retries, because a message may have appeared meanwhile. It may also be gone,
      // because a waiting form was sent by itself; then she looks again.
      const isRetryButton = await pressIfPresent(button);
      if (isRetryButton === undefined) continue;
      // After a message the action is repeated; "Try again" has repeated it already.
      if (!isRetryButton) break;
    }
  }
  throw new Error(`${page.url()}: ${target} was never reached`);
}

/** Presses a button. @returns whether this button itself retries; `undefined` if it is gone */
async function pressIfPresent(button: Locator): Promise<boolean | undefined> {
  const timeoutMs = 3000;
  try {
    const isRetryButton = await button.evaluate(
      (element) => element.closest('.retry, .outbox') !== null,
      undefined,
      { timeout: timeoutMs },
    );
    await button.click({ timeout: timeoutMs });
    return isRetryButton;
  } catch {
    return undefined;
  }
}

/** Waits for something that a page shows after loading its data. @returns the number of failures */
const waitUntilSeen = (page: Page, target: Locator) => retryUntilSeen(page, async () => {}, target);
