/** The exam on screen: the answers survive reloads, navigation and a second tab (specification/decisions §3). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  answerAllQuestions,
  chooseAnswer,
  collectSubmissions,
  finalizeExam,
  logInToExam,
  openExam,
  overviewButton,
  readAnsweredNumbers,
  readChosenText,
  readSecondsLeft,
  startExam,
  waitForNoStoredExam,
  waitForQuestion,
} from '../support/applicant-steps.ts';
import {
  newApplicant,
  openLoggedIn,
  readState,
  useDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { pressButton, readPath } from '../support/page-actions.ts';

const demo = await useDemo();

const checkAnswersTitle = 'Check your answers';

describe('the answers, the question on screen and the time survive', () => {
  /**
   * Answers the first and the third question, interrupts the exam after five minutes, and expects everything as before.
   */
  async function expectSurvives(interrupt: (page: Page) => Promise<unknown>) {
    const { page } = await openExam(demo);
    const firstChoiceText = await chooseAnswer(page, 1);
    await overviewButton(page, 3).click();
    await waitForQuestion(page, 3);
    const thirdChoiceText = await chooseAnswer(page, 2);
    await page.clock.fastForward('05:00');
    await interrupt(page);
    await waitForHydration(page);
    await waitForQuestion(page, 3);
    expect(await readChosenText(page)).toBe(thirdChoiceText);
    expect(await readAnsweredNumbers(page)).toEqual([1, 3]);
    expect(await readSecondsLeft(page)).toBeLessThanOrEqual(15 * 60);
    expect(await readSecondsLeft(page)).toBeGreaterThan(10 * 60);
    await overviewButton(page, 1).click();
    await waitForQuestion(page, 1);
    expect(await readChosenText(page)).toBe(firstChoiceText);
  }

  test('a reload', () => expectSurvives((page) => page.reload()));

  test('Back, and Forward again', () =>
    expectSurvives(async (page) => {
      await page.goBack();
      await page.waitForURL('**/mark.svg');
      await page.goForward();
    }));
});

test.each([360, 1280])(
  'at %i px the question has most of the width, and the list of questions is beside it at a desktop, folded below it on a phone',
  async (width) => {
    const isDesktop = width === 1280;
    const { page } = await openExam(demo, { viewport: { width, height: 740 } });
    const readBox = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (!box) throw new Error(`${selector} is not visible`);
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    const question = await readBox('[data-exam] .question');
    const overview = await readBox('[data-exam] .overview');
    expect(question.width).toBeGreaterThan(0.55 * width);
    expect(await overviewButton(page, 1).isVisible()).toBe(isDesktop);
    if (isDesktop) {
      expect(overview.x).toBeGreaterThan(question.right);
      expect(overview.right).toBeLessThanOrEqual(width);
      expect(overview.y).toBeLessThan(question.bottom);
      const margins = [question.x, width - overview.right];
      expect(margins[0]).toBe(margins[1]);
    } else {
      expect(overview.y).toBeGreaterThan(question.bottom);
      expect(overview.height).toBeLessThan(60);
    }
  },
);

test.each([
  ['/', 360, 640],
  ['/am/', 360, 640],
  ['/', 320, 568],
  ['/am/', 320, 568],
])(
  'in %s at %i × %i no answer that has the focus is under a bar, and each bar has one row of buttons or figures',
  async (language, width, height) => {
    const viewport = { width, height };
    const path = `${language}applicant/take_exam`;
    const options = { viewport, hasTestClock: true } as const;
    const page = await openLoggedIn(demo, newApplicant('ACTIVATED'), path, options);
    await page.locator('main .button.primary').click();
    await page.locator('[data-exam] .question').waitFor();
    const faults = await page.evaluate(async () => {
      const boxOf = (element?: Element | null) => {
        if (!element) throw new Error('A part of the test is missing');
        return element.getBoundingClientRect();
      };
      const boxOfFirst = (selector: string) => boxOf(document.querySelector(selector));
      const pageFaults: string[] = [];
      const noteUnless = (isRight: boolean, fault: string) => isRight || pageFaults.push(fault);
      const [previousButton, nextButton] = document.querySelectorAll('.question ~ .actions button');
      noteUnless(boxOf(previousButton).top === boxOf(nextButton).top, 'two rows of buttons');
      const [time, count] = [boxOfFirst('[role=timer]'), boxOfFirst('.answered')];
      noteUnless(time.top < count.bottom && count.top < time.bottom, 'time and count in two rows');
      noteUnless(boxOfFirst('.question').top < 140, 'the question begins too low');
      for (const overviewButton of document.querySelectorAll<HTMLElement>('.overview li button')) {
        overviewButton.click();
        await new Promise(requestAnimationFrame);
        for (const input of document.querySelectorAll<HTMLElement>('.question input')) {
          input.focus();
          const answer = boxOf(input.closest('label'));
          const isVisible =
            answer.top >= boxOfFirst('.clock').bottom &&
            answer.bottom <= boxOfFirst('.question ~ .actions').top;
          noteUnless(isVisible, `under a bar: ${input.closest('label')?.textContent}`);
        }
      }
      return pageFaults;
    });
    expect(faults).toEqual([]);
    const readBarHeight = () => page.locator('.clock').evaluate((bar) => bar.clientHeight);
    const heightBefore = await readBarHeight();
    await page.clock.fastForward('15:30');
    await page.locator('[data-phase=late]').waitFor();
    // The line below the bar takes its place from the bar.
    expect(heightBefore - (await readBarHeight())).toBe(4);
  },
);

test('the list of answers to check is a step of the history: Back leads to the question, and a reload stays on the list', async () => {
  const { page } = await openExam(demo);
  const choiceText = await chooseAnswer(page, 1);
  await pressButton(page, checkAnswersTitle);
  await waitForHeading(page, checkAnswersTitle);
  await page.reload();
  await waitForHeading(page, checkAnswersTitle);
  await page.goBack();
  await waitForQuestion(page, 1);
  expect(await readChosenText(page)).toBe(choiceText);
  await page.goForward();
  await waitForHeading(page, checkAnswersTitle);
  await pressButton(page, 'Go back to the questions');
  await waitForQuestion(page, 1);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('FIELDSET');
});

const resultTitle = 'Digital Literacy Test Result';

async function openExamStart(): Promise<{ email: string; page: Page }> {
  const email = newApplicant('ACTIVATED');
  return { email, page: await openLoggedIn(demo, email, '/applicant/take_exam') };
}

/** Takes the whole exam at once. @param isRight whether to choose the right answers */
async function takeExam(page: Page, isRight: boolean): Promise<void> {
  await startExam(page);
  await answerAllQuestions(demo, page, isRight);
  await finalizeExam(page);
}

/** @returns the red and the green part of a text's colour, from 0 to 255 */
const readColour = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const [red, green] = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
    return { red: red ?? 0, green: green ?? 0 };
  });

test('a fail is red and offers the test again; the second time she passes, in green', async () => {
  const { email, page } = await openExamStart();
  await takeExam(page, false);
  await waitForHeading(page, resultTitle);
  const verdictElement = page.locator('b.verdict');
  expect(await verdictElement.textContent()).toBe('Fail');
  const failColour = await readColour(page, 'b.verdict');
  expect(failColour.red).toBeGreaterThan(failColour.green);
  await waitForNoStoredExam(page);
  await page.reload();
  await waitForHydration(page);
  expect(await verdictElement.textContent()).toBe('Fail');
  expect(await readState(demo, email)).toBe('ACTIVATED');

  await page.getByRole('link', { name: 'Re-take DLT' }).click();
  await takeExam(page, true);
  await page.locator('.code').waitFor();
  expect(await page.locator('.outcome p').first().textContent()).toBe('Final Result: pass');
  const passColour = await readColour(page, 'b.verdict');
  expect(passColour.green).toBeGreaterThan(passColour.red);
  await waitForNoStoredExam(page);
  expect(await readState(demo, email)).toBe('TOOK_EXAM');
});

test('if every response to the submission is lost and she reloads the page, it shows that she failed, and no refusal', async () => {
  const { page } = await openExamStart();
  await page.evaluate(() => {
    const realFetch = fetch;
    window.fetch = async (input, init) => {
      const response = await realFetch(input, init);
      if (String(input).endsWith('/submit_exam')) throw new TypeError('Failed to fetch');
      return response;
    };
  });
  await takeExam(page, false);
  await page.getByText('Your answers are safe on this device').waitFor();
  await page.reload();
  await waitForHeading(page, resultTitle);
  await page.locator('h2.verdict.fail').waitFor();
});

describe('two tabs', () => {
  async function openTwoTabs() {
    const { email, page } = await openExam(demo);
    const secondTab = await page.context().newPage();
    await logInToExam(demo, secondTab, email);
    await waitForQuestion(secondTab, 1);
    // A tab in the background reacts slowly.
    await page.bringToFront();
    return { page, secondTab };
  }

  test('show the same answers, whichever tab she gives them in', async () => {
    const { page, secondTab } = await openTwoTabs();
    const firstTabChoiceText = await chooseAnswer(page, 1);
    await expect.poll(() => readChosenText(secondTab)).toBe(firstTabChoiceText);
    await secondTab.bringToFront();
    const changedChoiceText = await chooseAnswer(secondTab, 0);
    await expect.poll(() => readChosenText(page)).toBe(changedChoiceText);
    await overviewButton(secondTab, 3).click();
    await chooseAnswer(secondTab, 0);
    await expect.poll(() => readAnsweredNumbers(page)).toEqual([1, 3]);
  });

  test.each([
    ['a pass', true, '/'],
    ['a fail', false, '/applicant/take_exam'],
  ])('when one tab submits %s, the other leaves the exam', async (_name, isRight, expectedPath) => {
    const { page, secondTab } = await openTwoTabs();
    const submissions = collectSubmissions(secondTab);
    await answerAllQuestions(demo, page, isRight);
    // The second tab reads her status again only after a while.
    await page.clock.fastForward('01:00');
    await finalizeExam(page);
    await waitForHeading(page, resultTitle);
    await secondTab.locator('[data-exam] .question').waitFor({ state: 'detached' });
    if (isRight) await secondTab.getByText('Step 3 of 9').waitFor();
    else await secondTab.getByRole('button', { name: 'Start DLT' }).waitFor();
    expect(readPath(secondTab)).toBe(expectedPath);
    expect(submissions).toEqual([]);
  });
});
