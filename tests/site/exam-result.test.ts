/** After submitting: the result (even if the answer is lost), the retake, and other tabs. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newApplicant, openAs, stateOf } from './applicants.ts';
import { type Demo, dialogText, heading, ready, startDemo } from './demo.ts';
import {
  answerAll,
  answered,
  choose,
  chosen,
  handedIn,
  logInToExam,
  nothingKept,
  openExam,
  overview,
  question,
} from './exam-page.ts';
import { answer, closeDialog, path } from './page.ts';
import { finalize, startExam, takeExam } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

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
  await takeExam(demo, page, false);
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
  await takeExam(demo, page);
  await page.locator('.code').waitFor();
  expect(await page.locator('.result').textContent()).toBe('Final Result: pass');
  const green = await colour(page, '.verdict');
  expect(green.green).toBeGreaterThan(green.red);
  await nothingKept(page);
  expect(await stateOf(demo, email)).toBe('TOOK_EXAM');
});

describe('the answer to the handing in gets lost', () => {
  test.each([
    ['a pass', true, 'TOOK_EXAM'],
    ['a fail', false, 'ACTIVATED'],
  ])('after %s: its result is reached all the same', async (_name, right, state) => {
    const { email, page } = await openStart();
    const bodies = handedIn(page);
    const statuses: number[] = [];
    await page.route('**/submit_exam', async (route) => {
      const response = await route.fetch();
      statuses.push(response.status());
      await (statuses.length === 1 ? route.abort() : route.fulfill({ response }));
    });
    await handIn(page, right);
    await heading(page, result);
    if (right) {
      await page.locator('.verdict.pass').waitFor();
      await page.locator('.code').waitFor();
      await page.getByText('ETB 500').first().waitFor();
    } else {
      await page.locator('.verdict.fail').waitFor();
      await page.getByRole('link', { name: 'Re-take DLT' }).waitFor();
    }
    expect(path(page)).toBe('/applicant/exam_result');
    // Accepted once; after that the server already has it.
    expect(statuses).toEqual([202, 409]);
    expect(new Set(bodies).size).toBe(1);
    expect(await stateOf(demo, email)).toBe(state);
    await nothingKept(page);
  });

  test('and she loads the page anew: a fail is a fail, and no refusal', async () => {
    const { page } = await openStart();
    await page.route('**/submit_exam', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await handIn(page, false);
    await page.getByText('Your answers are safe on this device').waitFor();
    await page.unrouteAll();
    await page.reload();
    await heading(page, result);
    await page.locator('.verdict.fail').waitFor();
  });
});

test('a refusal of the answers shows the words of the server, and the test can be started again', async () => {
  const { page } = await openStart();
  await answer(page, 400, 'These answers belong to another test.', 'exams/private/submit_exam');
  await handIn(page, true);
  expect(await dialogText(page)).toEqual(['Oops!', 'These answers belong to another test.']);
  await closeDialog(page);
  await page.getByRole('button', { name: 'Start DLT' }).waitFor();
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
    await other.locator('.question').waitFor({ state: 'detached' });
    if (right) await other.getByText('Step 3 of 9').waitFor();
    else await other.getByRole('button', { name: 'Start DLT' }).waitFor();
    expect(path(other)).toBe(leads);
    expect(sent).toEqual([]);
  });
});
