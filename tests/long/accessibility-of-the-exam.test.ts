/** axe finds nothing on the test, its result and its dialogs, on a small phone and on a desktop. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { newApplicant, openAs, type State } from '../site/applicants.ts';
import { type Demo, heading, ready, startDemo } from '../site/demo.ts';
import { answerAll, choose, overview, question } from '../site/exam-page.ts';
import { cutTheNetwork, press } from '../site/page.ts';
import { finalize, startExam } from '../site/steps.ts';
import { expectNoFaults, onPhone } from './axe.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const takeExam = '/applicant/take_exam';
const result = '/applicant/exam_result';

/** Takes the whole test. @param right whether rightly */
async function handIn(page: Page, right: boolean): Promise<void> {
  await startExam(page);
  await answerAll(demo, page, right);
  await finalize(page);
}

/** Opens the overview, which a phone folds away. */
const unfold = (page: Page) => page.locator('.overview summary').click();

/** As if so many seconds were left. */
async function timeIsShort(page: Page, seconds: number): Promise<void> {
  await page.evaluate((left) => {
    const [key = ''] = Object.keys(localStorage);
    const attempt = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    const deadline = Date.now() + left * 1000;
    localStorage.setItem(key, JSON.stringify({ ...attempt, deadline }));
  }, seconds);
  await page.reload();
}

type Case = [name: string, state: State, path: string, reach: (page: Page) => Promise<unknown>];

const cases: Case[] = [
  [
    'before the test',
    'ACTIVATED',
    takeExam,
    (page) => page.getByRole('button', { name: 'Start DLT' }).waitFor(),
  ],
  [
    'before the test, with the sample questions',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await page.getByText('Try three sample questions').click();
      for (const at of [0, 1])
        await page.locator('.sample').nth(at).locator('.radio').first().click();
      await page.getByText('Not right.').waitFor();
    },
  ],
  [
    'a test that cannot be created',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await page.getByRole('button', { name: 'Start DLT' }).waitFor();
      await cutTheNetwork(page);
      await press(page, 'Start DLT');
      await page.locator('dialog[open]').waitFor();
    },
  ],
  [
    'the first question',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      await choose(page, 1);
    },
  ],
  [
    'in the middle of the test, the time hidden',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      // axe does not judge the contrast of a single digit.
      await unfold(page);
      await overview(page, 10).click();
      await question(page, 10);
      await choose(page, 0);
      await overview(page, 4).click();
      await question(page, 4);
      await press(page, 'Hide the time');
    },
  ],
  [
    'all answers, to be checked',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      await choose(page, 0);
      await unfold(page);
      await press(page, 'Check your answers');
      await heading(page, 'Check your answers');
    },
  ],
  [
    'the last minute',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      await timeIsShort(page, 50);
      await page.getByText('Last minute').waitFor();
    },
  ],
  [
    'the time is over, without a network',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      await cutTheNetwork(page);
      await timeIsShort(page, 0);
      await heading(page, 'Your time is over');
      await page.getByText('Tried').waitFor();
    },
  ],
  [
    'a logout that would lose the test',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      await page.goto(`${demo.site}/about`);
      await ready(page);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.locator('dialog[open]').waitFor();
    },
  ],
  [
    'a test that cannot be submitted',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      await answerAll(demo, page);
      await cutTheNetwork(page);
      await finalize(page);
      await page.getByText('Your answers are safe on this device').waitFor();
    },
  ],
  [
    'a session too short for the test',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await page.getByRole('button', { name: 'Start DLT' }).waitFor();
      await page.evaluate(() => {
        const user = JSON.parse(sessionStorage.getItem('user-data') ?? '{}') as object;
        const endsAt = Date.now() + 20 * 60_000;
        sessionStorage.setItem('user-data', JSON.stringify({ ...user, endsAt }));
      });
      await page.reload();
      await press(page, 'Start DLT');
      await page.locator('dialog[open]').waitFor();
    },
  ],
  [
    'a fail',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await handIn(page, false);
      await page.locator('.verdict.fail').waitFor();
    },
  ],
  [
    'a pass, the code copied',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await handIn(page, true);
      await page.locator('.code').click();
      await page.locator('.toast p').waitFor();
    },
  ],
  [
    'the bank accounts',
    'TOOK_EXAM',
    result,
    async (page) => {
      await press(page, 'BANK');
      await page.locator('dialog[open] table').waitFor();
    },
  ],
  [
    'a result whose payment cannot be read',
    'TOOK_EXAM',
    '/about',
    async (page) => {
      await cutTheNetwork(page, 'payments/**');
      await page.goto(demo.site + result);
      await heading(page, 'Digital Literacy Test Result');
      await page.locator('main .retry').waitFor();
    },
  ],
];

test.each(cases)('%s', async (_name, state, path, reach) => {
  const page = await openAs(demo, newApplicant(state), path, onPhone);
  await reach(page);
  await expectNoFaults(page);
});
