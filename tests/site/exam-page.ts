/** What tests see and do on the exam page. */
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newApplicant, openAs } from './applicants.ts';
import { type Demo, ready, signIn } from './demo.ts';
import { startExam } from './steps.ts';

const takeExam = '/applicant/take_exam';

/** Opens the test as an applicant, on a page whose clock is ours, and starts it. */
export async function openExam(demo: Demo): Promise<{ email: string; page: Page; all: number }> {
  const email = newApplicant('ACTIVATED');
  const page = await openAs(demo, email, takeExam, { clock: true });
  return { email, page, all: await startExam(page) };
}

/** Logs in on the login page and goes to the test. @param page one of the site's, with nobody logged in */
export async function logInToExam({ site }: Demo, page: Page, email: string): Promise<void> {
  await page.goto(`${site}/login?redirectUrl=${encodeURIComponent(takeExam)}`);
  await ready(page);
  await signIn(page, email, precreatedPassword);
  await page.waitForURL(`**${takeExam}`);
}

/** Selects a choice of the question on screen. @param at 0 for the first @returns its text */
export async function choose(page: Page, at: number): Promise<string> {
  const choice = page.locator('.question .radio').nth(at);
  await choice.click();
  return (await choice.textContent()) ?? '';
}

/** The choice that is taken of the question on screen; none is empty. */
export const chosen = async (page: Page) =>
  (await page.locator('.question .radio:has(:checked)').allTextContents()).join();

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
    const asked = document.querySelector('.question legend')?.lastChild?.textContent ?? '';
    const choices = [...document.querySelectorAll<HTMLElement>('.question .radio')];
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
  page.locator('.question legend').getByText(`(${at}/`).waitFor();

/** The button of the overview that leads to a question. @param at 1 for the first */
export const overview = (page: Page, at: number) =>
  page
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('button')
    .nth(at - 1);

/** @returns the numbers that the overview tells to be answered */
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

/** @returns the names under which the device keeps exams */
export const keptExams = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('exam:')));

/** Waits until the device keeps nothing of an exam. */
export const nothingKept = (page: Page) => expect.poll(() => keptExams(page)).toEqual([]);
