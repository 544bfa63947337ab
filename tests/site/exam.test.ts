/** The exam on screen: answers survive whatever happens to the page (decisions, section 3). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { waitForHeading, newApplicant, openLoggedIn, waitForHydration, readState, useDemo } from '../support/demo.ts';
import { readPath, pressButton } from '../support/page.ts';
import {
  answerAllQuestions,
  readAnsweredNumbers,
  chooseAnswer,
  readChosenText,
  finalizeExam,
  collectSubmissions,
  logInToExam,
  waitForNoStoredExam,
  openExam,
  overviewButton,
  waitForQuestion,
  startExam,
  readSecondsLeft,
} from '../support/person.ts';

const demo = await useDemo();

const title = 'Check your answers';

describe('the answers, the question on screen and the time survive', () => {
  /** Answers the first and the third question; five minutes later something happens. */
  async function interrupted(happens: (page: Page) => Promise<unknown>) {
    const { page } = await openExam(demo);
    const first = await chooseAnswer(page, 1);
    await overviewButton(page, 3).click();
    await waitForQuestion(page, 3);
    const third = await chooseAnswer(page, 2);
    await page.clock.fastForward('05:00');
    await happens(page);
    await waitForHydration(page);
    await waitForQuestion(page, 3);
    expect(await readChosenText(page)).toBe(third);
    expect(await readAnsweredNumbers(page)).toEqual([1, 3]);
    expect(await readSecondsLeft(page)).toBeLessThanOrEqual(15 * 60);
    expect(await readSecondsLeft(page)).toBeGreaterThan(13 * 60);
    await overviewButton(page, 1).click();
    await waitForQuestion(page, 1);
    expect(await readChosenText(page)).toBe(first);
  }

  test('a reload', () => interrupted((page) => page.reload()));

  test('Back, and Forward again', () =>
    interrupted(async (page) => {
      await page.goBack();
      await page.waitForURL('**/mark.svg');
      await page.goForward();
    }));
});

test('checking all answers is a step of the history: Back leads to the question, with the focus on it, and a reload stays', async () => {
  const { page } = await openExam(demo);
  const answer = await chooseAnswer(page, 1);
  await pressButton(page, title);
  await waitForHeading(page, title);
  await page.reload();
  await waitForHeading(page, title);
  await page.goBack();
  await waitForQuestion(page, 1);
  expect(await readChosenText(page)).toBe(answer);
  await page.goForward();
  await waitForHeading(page, title);
  await pressButton(page, 'Go back to the questions');
  await waitForQuestion(page, 1);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('LEGEND');
});

const result = 'Digital Literacy Test Result';

async function openStart(): Promise<{ email: string; page: Page }> {
  const email = newApplicant('ACTIVATED');
  return { email, page: await openLoggedIn(demo, email, '/applicant/take_exam') };
}

/** Takes the whole test in a moment. */
async function handIn(page: Page, right: boolean): Promise<void> {
  await startExam(page);
  await answerAllQuestions(demo, page, right);
  await finalizeExam(page);
}

/** @returns the red and the green of a text's colour */
const colour = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const [red, green] = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
    return { red: red ?? 0, green: green ?? 0 };
  });

test('a fail is red and offers the test again; the second time she passes, in green', async () => {
  const { email, page } = await openStart();
  await handIn(page, false);
  await waitForHeading(page, result);
  const fail = page.locator('.verdict');
  expect(await fail.textContent()).toBe('Fail');
  const red = await colour(page, '.verdict');
  expect(red.red).toBeGreaterThan(red.green);
  await waitForNoStoredExam(page);
  await page.reload();
  await waitForHydration(page);
  expect(await fail.textContent()).toBe('Fail');
  expect(await readState(demo, email)).toBe('ACTIVATED');

  await page.getByRole('link', { name: 'Re-take DLT' }).click();
  await handIn(page, true);
  await page.locator('.code').waitFor();
  expect(await page.locator('.result').textContent()).toBe('Final Result: pass');
  const green = await colour(page, '.verdict');
  expect(green.green).toBeGreaterThan(green.red);
  await waitForNoStoredExam(page);
  expect(await readState(demo, email)).toBe('TOOK_EXAM');
});

test('where every answer to the handing in gets lost and she loads the page anew, a fail is a fail, and no refusal', async () => {
  const { page } = await openStart();
  await page.evaluate(() => {
    const real = fetch;
    window.fetch = async (input, init) => {
      const answer = await real(input, init);
      if (String(input).endsWith('/submit_exam')) throw new TypeError('Failed to fetch');
      return answer;
    };
  });
  await handIn(page, false);
  await page.getByText('Your answers are safe on this device').waitFor();
  await page.reload();
  await waitForHeading(page, result);
  await page.locator('.verdict.fail').waitFor();
});

describe('two tabs', () => {
  async function openTwo() {
    const { email, page } = await openExam(demo);
    const other = await page.context().newPage();
    await logInToExam(demo, other, email);
    await waitForQuestion(other, 1);
    // A tab in the background is slow to react.
    await page.bringToFront();
    return { page, other };
  }

  test('show the same answers, whichever they are given in', async () => {
    const { page, other } = await openTwo();
    const first = await chooseAnswer(page, 1);
    await expect.poll(() => readChosenText(other)).toBe(first);
    await other.bringToFront();
    const changed = await chooseAnswer(other, 0);
    await expect.poll(() => readChosenText(page)).toBe(changed);
    await overviewButton(other, 3).click();
    await chooseAnswer(other, 0);
    await expect.poll(() => readAnsweredNumbers(page)).toEqual([1, 3]);
  });

  test.each([
    ['a pass', true, '/'],
    ['a fail', false, '/applicant/take_exam'],
  ])('when one hands in %s, the other leaves the test', async (_name, right, leads) => {
    const { page, other } = await openTwo();
    const sent = collectSubmissions(other);
    await answerAllQuestions(demo, page, right);
    // Later than the other tab's last reading of her status.
    await page.clock.fastForward('01:00');
    await finalizeExam(page);
    await waitForHeading(page, result);
    await other.locator('[data-exam] .question').waitFor({ state: 'detached' });
    if (right) await other.getByText('Step 3 of 9').waitFor();
    else await other.getByRole('button', { name: 'Start DLT' }).waitFor();
    expect(readPath(other)).toBe(leads);
    expect(sent).toEqual([]);
  });
});
