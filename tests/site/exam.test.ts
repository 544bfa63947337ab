/** The exam on screen: answers survive whatever happens to the page (decisions, section 3). */
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newApplicant, openAs, openStep } from './applicants.ts';
import { type Demo, dialogText, heading, ready, startDemo } from './demo.ts';
import {
  answered,
  choose,
  chosen,
  logInToExam,
  openExam,
  overview,
  question,
  timeLeft,
} from './exam-page.ts';
import { callsOf, path } from './page.ts';
import { startExam } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const create = 'POST /exams/private/create';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Logs out by the header. */
async function logOut(page: Page): Promise<void> {
  await press(page, 'Logout');
  await page.getByRole('link', { name: 'Login' }).waitFor();
}

describe('the answers, the question on screen and the time survive', () => {
  /** Answers the first and the third question; five minutes later something happens. */
  async function interrupted(happens: (page: Page, email: string) => Promise<Page>) {
    const { email, page } = await openExam(demo);
    const first = await choose(page, 1);
    await overview(page, 3).click();
    await question(page, 3);
    const third = await choose(page, 2);
    await page.clock.fastForward('05:00');
    const after = await happens(page, email);
    await question(after, 3);
    expect(await chosen(after)).toBe(third);
    expect(await answered(after)).toEqual([1, 3]);
    expect(await timeLeft(after)).toBeLessThanOrEqual(15 * 60);
    expect(await timeLeft(after)).toBeGreaterThan(13 * 60);
    await overview(after, 1).click();
    await question(after, 1);
    expect(await chosen(after)).toBe(first);
  }

  test('a reload', () =>
    interrupted(async (page) => {
      await page.reload();
      await ready(page);
      return page;
    }));

  test('a crash: the tab is gone, and in another she logs in', () =>
    interrupted(async (page, email) => {
      const other = await page.context().newPage();
      await page.close({ runBeforeUnload: false });
      await logInToExam(demo, other, email);
      return other;
    }));

  test('a logout and a log-in', () =>
    interrupted(async (page, email) => {
      await logOut(page);
      await logInToExam(demo, page, email);
      return page;
    }));
});

test('another applicant on the same browser gets nothing of them, and takes nothing of them', async () => {
  const { email, page } = await openExam(demo);
  const answer = await choose(page, 1);
  await logOut(page);
  await logInToExam(demo, page, newApplicant('ACTIVATED'));
  await startExam(page);
  expect(await answered(page)).toEqual([]);
  expect(await chosen(page)).toBe('');
  expect(await timeLeft(page)).toBeGreaterThan(19 * 60);
  await logOut(page);
  await logInToExam(demo, page, email);
  await question(page, 1);
  expect(await chosen(page)).toBe(answer);
});

test('answers are changed going back and forth, and the overview tells what is still open', async () => {
  const { page, all } = await openExam(demo);
  await page.getByText(`${all} of ${all} not answered yet.`).waitFor();
  await choose(page, 0);
  await press(page, 'Next');
  await question(page, 2);
  const before = await choose(page, 0);
  await press(page, 'Prev');
  await question(page, 1);
  await press(page, 'Next');
  await question(page, 2);
  expect(await chosen(page)).toBe(before);
  const changed = await choose(page, 1);
  await page.getByText(`${all - 2} of ${all} not answered yet.`).waitFor();
  expect(await answered(page)).toEqual([1, 2]);

  await overview(page, all).click();
  await question(page, all);
  expect(await overview(page, all).getAttribute('aria-current')).toBe('step');
  expect(await page.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0);
  await overview(page, 2).click();
  await question(page, 2);
  expect(await chosen(page)).toBe(changed);
});

test('Finalize asks while questions are open, names them, and leads back to them', async () => {
  const { page, all } = await openExam(demo);
  const calls = callsOf(page);
  for (let at = 1; at <= all; at += 1) {
    await overview(page, at).click();
    await question(page, at);
    if (at !== 2 && at !== 4) await choose(page, 0);
  }
  await press(page, 'Finalize Test');
  expect(await dialogText(page)).toEqual([
    'Finalize the test?',
    '2 questions are not answered: 2, 4. You can still go back to them.',
  ]);
  await press(page, 'Go back to the questions');
  await question(page, all);
  await overview(page, 4).click();
  await choose(page, 0);
  await overview(page, all).click();
  await press(page, 'Finalize Test');
  expect((await dialogText(page))[1]).toBe(
    'Question 2 is not answered. You can still go back to it.',
  );
  expect(calls).toEqual([]);
  await page.locator('dialog').getByRole('button', { name: 'Finalize Test' }).click();
  await heading(page, 'Digital Literacy Test Result');
});

describe('the start', () => {
  test('is refused with the offer to log in when the session would end first; then it works', async () => {
    const email = newApplicant('ACTIVATED');
    const page = await openAs(demo, email, '/applicant/take_exam', {
      clock: true,
    });
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Start DLT' }).waitFor();
    await page.clock.fastForward('20:30');
    await press(page, 'Start DLT');
    expect((await dialogText(page))[1]).toMatch(/^Your session would end before the test does\./);
    expect(calls).not.toContain(create);
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(precreatedPassword);
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await dialog.waitFor({ state: 'detached' });
    await startExam(page);
    expect(path(page)).toBe('/applicant/take_exam');
    expect(calls).toContain(create);
    expect(await page.locator('dialog').count()).toBe(0);
  });

  test('by a double click creates one test', async () => {
    const page = await openStep(demo, 'ACTIVATED');
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Start DLT' }).dblclick();
    await question(page, 1);
    expect(calls.filter((call) => call === create)).toHaveLength(1);
  });
});
