/** The time limit of the exam, also when the page is closed, the network fails or the session ends first. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import {
  answerAllQuestions,
  chooseAnswer,
  collectSubmissions,
  leaveSeconds,
  logInToExam,
  openExam,
  readChosenText,
  waitForNoStoredExam,
  waitForQuestion,
} from '../support/applicant-steps.ts';
import { type OpenOptions, readState, useDemo, waitForHeading } from '../support/demo.ts';
import { readPath } from '../support/page-actions.ts';

const demo = await useDemo();

const resultTitle = 'Digital Literacy Test Result';

/** @returns the number of answers in each submission */
const countAnswers = (bodies: string[]) =>
  bodies.map((body) => (JSON.parse(body) as { results: string }).results.split(',').length);

describe('when the time is up', () => {
  test('while the tab is closed, the exam is submitted when she comes back', async () => {
    const { email, page, questionCount } = await openExam(demo);
    await answerAllQuestions(demo, page);
    const secondTab = await page.context().newPage();
    await page.close();
    await secondTab.clock.fastForward('21:00');
    const bodies = collectSubmissions(secondTab);
    await logInToExam(demo, secondTab, email);
    await waitForHeading(secondTab, resultTitle);
    expect(countAnswers(bodies)).toEqual([questionCount]);
  });

  test('in two tabs, only one of them submits the exam', async () => {
    const { email, page, questionCount } = await openExam(demo);
    await answerAllQuestions(demo, page);
    const secondTab = await page.context().newPage();
    await logInToExam(demo, secondTab, email);
    await waitForQuestion(secondTab, questionCount);
    const bodies = [collectSubmissions(page), collectSubmissions(secondTab)];
    await page.clock.fastForward('20:01');
    for (const tab of [page, secondTab]) {
      // The clocks of the tabs jump one after the other, so a request of the second tab may time out.
      const retryButton = tab.getByRole('button', { name: 'Try again' });
      await expect
        .poll(async () => {
          if (await retryButton.isVisible()) await retryButton.click();
          return readPath(tab);
        })
        .not.toBe('/applicant/take_exam');
    }
    await waitForNoStoredExam(page);
    expect(countAnswers(bodies.flat())).toEqual([questionCount]);
    for (const tab of [page, secondTab]) expect(await tab.locator('dialog').count()).toBe(0);
  });
});

const phoneViewport = { width: 360, height: 600 };

const openExamOnPhone = (options: OpenOptions = {}) =>
  openExam(demo, { viewport: phoneViewport, ...options });

/** Makes the first choice of each question a long address, at which no line can break. */
const lengthenFirstChoice = (page: Page) =>
  page.route('**/exams/private/create', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"choiceText":"[^"]*"/,
      '"choiceText":"https://www.example.org/courses/digital-literacy/how-to-read-an-address"',
    );
    await route.fulfill({ response, body });
  });

/** @returns whether the element is completely on screen and nothing covers its middle */
const isInView = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, width, height } = element.getBoundingClientRect();
      const topElement = document.elementFromPoint(left + width / 2, top + height / 2);
      return top >= 0 && bottom <= innerHeight && element.contains(topElement);
    });

const timeBarOf = (page: Page) => page.locator('.exam .clock');

/** @returns the width in pixels of the line that marks the last minutes */
const readLineWidth = (page: Page) =>
  timeBarOf(page).evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).borderBottomWidth),
  );

describe('while the exam runs', () => {
  test('the number of questions, the time, the question and the buttons are on screen, however long the question is', async () => {
    const { page, questionCount } = await openExamOnPhone();
    await page.getByText(`${questionCount} questions in 20 minutes`).waitFor();
    await page.getByText(`0 of ${questionCount} answered`).waitFor();
    await page.getByText('Kept on this device').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const visibleParts = [
      '.clock b',
      '[data-exam] .question legend',
      '[data-exam] .question .radio',
      '.actions .button + .button',
    ];
    for (let number = 1; number <= questionCount; number += 1) {
      await waitForQuestion(page, number);
      for (const part of visibleParts)
        expect([part, await isInView(page, part)]).toEqual([part, true]);
      if (number < questionCount) await page.getByRole('button', { name: 'Next' }).click();
    }
  });

  test('no link leaves the exam until the time is up; then the answers are submitted by themselves, once', async () => {
    const { email, page, questionCount } = await openExamOnPhone();
    const bodies = collectSubmissions(page);
    // Menu, banner, footer and skip link are hidden until the exam ends.
    const frameParts = page.locator('.skip, .banner, .header, .footer, .to-top');
    expect(await frameParts.count()).toBe(5);
    for (const framePart of await frameParts.all()) expect(await framePart.isVisible()).toBe(false);
    // The links to other languages stay, because the exam continues there.
    const visibleLinks = page.locator('a:visible:not(.languages a)');
    expect(await visibleLinks.count()).toBe(0);
    await answerAllQuestions(demo, page);
    await page.clock.fastForward('20:01');
    await waitForHeading(page, resultTitle);
    await page.getByRole('heading', { name: 'You passed' }).waitFor();
    await page.locator('.code').waitFor();
    await page.clock.fastForward('01:00');
    expect(countAnswers(bodies)).toEqual([questionCount]);
    expect(await readState(demo, email)).toBe('TOOK_EXAM');
    await waitForNoStoredExam(page);
    expect(await page.locator('.header').isVisible()).toBe(true);
    expect(await page.locator('.footer').isVisible()).toBe(true);
  });

  test('the bar with the time stays on screen while she scrolls, and the overview below is folded', async () => {
    const { page, questionCount } = await openExamOnPhone();
    expect(await page.getByRole('button', { name: /^Question \d/ }).count()).toBe(0);
    await page.locator('.overview summary').click();
    const lastButton = page.getByRole('button', {
      name: `Question ${questionCount}, not answered`,
    });
    await lastButton.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await isInView(page, '.clock b')).toBe(true);
    await lastButton.click();
    await waitForQuestion(page, questionCount);
    await expect.poll(() => isInView(page, '[data-exam] .question legend')).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('FIELDSET');
  });

  test('the last five minutes and the last minute are marked by words and by a thick line, and nothing moves', async () => {
    const { page } = await openExamOnPhone();
    const readQuestionTop = () =>
      page
        .locator('[data-exam] .question')
        .evaluate((question) => question.getBoundingClientRect().top);
    const topBefore = await readQuestionTop();
    const lineWidthBefore = await readLineWidth(page);
    for (const [secondsLeft, words] of [
      [299, 'Last 5 minutes'],
      [59, 'Last minute'],
    ] as const) {
      await leaveSeconds(page, secondsLeft);
      await timeBarOf(page).getByText(words).waitFor();
      expect(await readLineWidth(page)).toBeGreaterThan(lineWidthBefore * 2);
      expect(await readQuestionTop()).toBe(topBefore);
    }
  });
});

test('when the time ends without a network she sees at once that her answers are kept, and they are sent when she is online again', async () => {
  const { email, page, questionCount } = await openExamOnPhone();
  const bodies = collectSubmissions(page);
  await answerAllQuestions(demo, page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.context().setOffline(true);
  await timeBarOf(page).getByText('Offline: kept on this device').waitFor();
  await page.clock.fastForward('20:01');
  await waitForHeading(page, 'Your time is over');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Your time is over');
  expect(await isInView(page, 'h1')).toBe(true);
  const status = page.locator('.exam [role=status]');
  expect(await status.textContent()).toMatch(
    /^You are offline\. Your answers are safe on this device, and we send them as soon as/,
  );
  expect(await isInView(page, '.exam [role=status]')).toBe(true);
  expect(await page.locator('.exam [role=status]').count()).toBe(1);
  await timeBarOf(page).getByText('Offline: kept, sent as soon as you are online').waitFor();
  await page.getByText(/^Tried (once|\d+ times), last at \d\d:\d\d\.$/).waitFor();

  await page.context().setOffline(false);
  await waitForHeading(page, resultTitle);
  await page.getByText(/^Your answers reached the college at \d\d:\d\d\.$/).waitFor();
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]?.match(/:/g)?.length).toBeGreaterThan(questionCount);
  expect(await readState(demo, email)).toBe('TOOK_EXAM');
  await waitForNoStoredExam(page);
});

test('a session that ends without a connection leaves the exam on screen', async () => {
  const { page } = await openExamOnPhone();
  const choiceText = await chooseAnswer(page, 1);
  await page.evaluate(() => {
    const user = JSON.parse(sessionStorage.getItem('user-data') ?? '{}') as object;
    const endsAt = Date.now() + 10 * 60_000;
    sessionStorage.setItem('user-data', JSON.stringify({ ...user, endsAt }));
  });
  await page.reload();
  await waitForQuestion(page, 1);
  await page.context().setOffline(true);
  await page.clock.fastForward('10:01');
  await page.getByText('You are not logged in. Your test goes on').waitFor();
  expect(readPath(page)).toBe(paths.takeExam);
  expect(await readChosenText(page)).toBe(choiceText);
  await page.context().setOffline(false);
});

test('with text of double size nothing is wider than the screen, and the time stays on screen', async () => {
  const { page } = await openExamOnPhone({ beforeLoad: lengthenFirstChoice });
  await chooseAnswer(page, 0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const expectFitsScreen = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await expect.poll(() => isInView(page, '.clock b')).toBe(true);
  };
  await expectFitsScreen();
  await page.locator('.overview summary').click();
  await expectFitsScreen();
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await waitForHeading(page, 'Check your answers');
  await expectFitsScreen();
});

test('with forced colours the answered questions, the chosen answer, the current question and the last minutes look different', async () => {
  const { page } = await openExamOnPhone({ forcedColors: 'active' });
  await chooseAnswer(page, 1);
  await page.locator('.overview summary').click();
  const readBorder = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderBottomStyle, borderBottomWidth, borderBottomColor } =
          getComputedStyle(element);
        return `${borderBottomWidth} ${borderBottomStyle} ${borderBottomColor}`;
      });
  const expectDifferent = async (selector: string, otherSelector: string) =>
    expect(await readBorder(selector)).not.toBe(await readBorder(otherSelector));
  await expectDifferent('.radio:has(:checked)', '.radio:not(:has(:checked))');
  await expectDifferent('[data-answered=true]', '[data-answered=false]');
  await page.getByRole('button', { name: 'Next' }).click();
  await waitForQuestion(page, 2);
  await expectDifferent(
    '.overview [aria-current]',
    '.overview [data-answered=false]:not([aria-current])',
  );
  await page.getByRole('button', { name: 'Prev' }).click();
  await waitForQuestion(page, 1);
  await expectDifferent('.actions [aria-disabled=true]', '.actions .primary');
  const usualWidth = await readLineWidth(page);
  await leaveSeconds(page, 59);
  await timeBarOf(page).getByText('Last minute').waitFor();
  expect(await readLineWidth(page)).toBeGreaterThan(usualWidth * 2);
});
