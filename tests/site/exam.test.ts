/** The exam on screen: answers survive whatever happens to the page (decisions, section 3). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { heading, newApplicant, openAs, ready, stateOf, useDemo } from '../support/demo.ts';
import { path, press } from '../support/page.ts';
import {
  answerAll,
  answered,
  choose,
  chosen,
  finalize,
  handedIn,
  logInToExam,
  nothingKept,
  openExam,
  overview,
  question,
  startExam,
  timeLeft,
} from '../support/person.ts';

const demo = await useDemo();

const title = 'Check your answers';

describe('the answers, the question on screen and the time survive', () => {
  /** Answers the first and the third question; five minutes later something happens. */
  async function interrupted(happens: (page: Page) => Promise<unknown>) {
    const { page } = await openExam(demo);
    const first = await choose(page, 1);
    await overview(page, 3).click();
    await question(page, 3);
    const third = await choose(page, 2);
    await page.clock.fastForward('05:00');
    await happens(page);
    await ready(page);
    await question(page, 3);
    expect(await chosen(page)).toBe(third);
    expect(await answered(page)).toEqual([1, 3]);
    expect(await timeLeft(page)).toBeLessThanOrEqual(15 * 60);
    expect(await timeLeft(page)).toBeGreaterThan(13 * 60);
    await overview(page, 1).click();
    await question(page, 1);
    expect(await chosen(page)).toBe(first);
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
  const answer = await choose(page, 1);
  await press(page, title);
  await heading(page, title);
  await page.reload();
  await heading(page, title);
  await page.goBack();
  await question(page, 1);
  expect(await chosen(page)).toBe(answer);
  await page.goForward();
  await heading(page, title);
  await press(page, 'Go back to the questions');
  await question(page, 1);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('LEGEND');
});

const result = 'Digital Literacy Test Result';

async function openStart(): Promise<{ email: string; page: Page }> {
  const email = newApplicant('ACTIVATED');
  return { email, page: await openAs(demo, email, '/applicant/take_exam') };
}

/** Takes the whole test in a moment. */
async function handIn(page: Page, right: boolean): Promise<void> {
  await startExam(page);
  await answerAll(demo, page, right);
  await finalize(page);
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
  await heading(page, result);
  const fail = page.locator('.verdict');
  expect(await fail.textContent()).toBe('Fail');
  const red = await colour(page, '.verdict');
  expect(red.red).toBeGreaterThan(red.green);
  await nothingKept(page);
  await page.reload();
  await ready(page);
  expect(await fail.textContent()).toBe('Fail');
  expect(await stateOf(demo, email)).toBe('ACTIVATED');

  await page.getByRole('link', { name: 'Re-take DLT' }).click();
  await handIn(page, true);
  await page.locator('.code').waitFor();
  expect(await page.locator('.result').textContent()).toBe('Final Result: pass');
  const green = await colour(page, '.verdict');
  expect(green.green).toBeGreaterThan(green.red);
  await nothingKept(page);
  expect(await stateOf(demo, email)).toBe('TOOK_EXAM');
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
  await heading(page, result);
  await page.locator('.verdict.fail').waitFor();
});

describe('two tabs', () => {
  async function openTwo() {
    const { email, page } = await openExam(demo);
    const other = await page.context().newPage();
    await logInToExam(demo, other, email);
    await question(other, 1);
    // A tab in the background is slow to react.
    await page.bringToFront();
    return { page, other };
  }

  test('show the same answers, whichever they are given in', async () => {
    const { page, other } = await openTwo();
    const first = await choose(page, 1);
    await expect.poll(() => chosen(other)).toBe(first);
    await other.bringToFront();
    const changed = await choose(other, 0);
    await expect.poll(() => chosen(page)).toBe(changed);
    await overview(other, 3).click();
    await choose(other, 0);
    await expect.poll(() => answered(page)).toEqual([1, 3]);
  });

  test.each([
    ['a pass', true, '/'],
    ['a fail', false, '/applicant/take_exam'],
  ])('when one hands in %s, the other leaves the test', async (_name, right, leads) => {
    const { page, other } = await openTwo();
    const sent = handedIn(other);
    await answerAll(demo, page, right);
    // Later than the other tab's last reading of her status.
    await page.clock.fastForward('01:00');
    await finalize(page);
    await heading(page, result);
    await other.locator('[data-exam] .question').waitFor({ state: 'detached' });
    if (right) await other.getByText('Step 3 of 9').waitFor();
    else await other.getByRole('button', { name: 'Start DLT' }).waitFor();
    expect(path(other)).toBe(leads);
    expect(sent).toEqual([]);
  });
});
