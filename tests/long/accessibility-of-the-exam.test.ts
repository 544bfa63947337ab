/** axe finds nothing on the test, its result and its dialogs, on a small phone and on a desktop. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { newApplicant, openAs, type State } from '../site/applicants.ts';
import { type Demo, heading, startDemo } from '../site/demo.ts';
import { answerAll, choose, overview, question } from '../site/exam-page.ts';
import { cutTheNetwork, press } from '../site/page.ts';
import { startExam } from '../site/steps.ts';
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
  await press(page, 'Finalize Test');
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
      await overview(page, 10).click();
      await question(page, 10);
      await choose(page, 0);
      await overview(page, 4).click();
      await question(page, 4);
      await press(page, 'Hide the time');
    },
  ],
  [
    'the question whether to finalize',
    'ACTIVATED',
    takeExam,
    async (page) => {
      const all = await startExam(page);
      await choose(page, 0);
      await overview(page, all).click();
      await press(page, 'Finalize Test');
      await page.locator('dialog[open]').waitFor();
    },
  ],
  [
    'a test that cannot be handed in',
    'ACTIVATED',
    takeExam,
    async (page) => {
      await startExam(page);
      await answerAll(demo, page);
      await cutTheNetwork(page);
      await press(page, 'Finalize Test');
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
