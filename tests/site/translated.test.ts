/** A translator's changes to the page change nothing of what the page then shows (docs/decisions, what applicants meet). */
import type { Exam } from '@one-planet/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { type ApplicantRouteName, paths } from '../../web/src/site/routes.ts';
import {
  fillRegistration,
  waitForHeading,
  newApplicant,
  openLoggedIn,
  publicAddresses,
  waitForHydration,
  stateByPage,
  signIn,
  useErrorFreeDemo,
} from '../support/demo.ts';
import { engine } from '../support/engines.ts';
import { closeDialog, navigateTo, pressButton, waitUntilLoaded } from '../support/page.ts';
import { readShownLines, startTranslation, translateEveryPage, requestTranslation } from '../support/translator.ts';

const demo = await useErrorFreeDemo();

describe('the test', () => {
  async function openExam(): Promise<{ page: Page; questions: string[][] }> {
    const page = await openLoggedIn(demo, newApplicant('ACTIVATED'), '/applicant/take_exam');
    let all: Exam['examQuestionDtoList'] = [];
    await page.route('**/exams/private/create', async (route) => {
      const response = await route.fetch();
      all = ((await response.json()) as Exam).examQuestionDtoList;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Start DLT' }).click();
    await page.locator('[data-exam] .question').waitFor();
    const questions = all.map(({ questionDto }, at) => [
      `(${at + 1}/${all.length}) ${questionDto.questionText}`,
      ...questionDto.questionChoiceDtoList.map(
        ({ label, choiceText }) => `${label}. ${choiceText}`,
      ),
    ]);
    return { page, questions };
  }

  test('shows each question with its own choices, forward and back, and all of them at the end', async () => {
    const { page, questions } = await openExam();
    await startTranslation(page);
    const isShown = (at: number) =>
      expect.poll(() => readShownLines(page, '[data-exam] .question')).toEqual(questions[at]);
    for (const at of questions.keys()) {
      await isShown(at);
      await page
        .locator('[data-exam] .question .radio')
        .nth(at % 2)
        .click();
      if (at < questions.length - 1) await pressButton(page, 'Next');
    }
    await pressButton(page, 'Prev');
    await isShown(questions.length - 2);
    await page
      .getByRole('navigation', { name: 'Questions' })
      .getByText('3', { exact: true })
      .click();
    await isShown(2);
    await page.getByRole('button', { name: 'Check your answers' }).click();
    const [first, second] = await readShownLines(page, '.check li >> nth=2');
    expect([`(3/${questions.length}) ${first?.slice('3. '.length)}`, second]).toEqual([
      questions[2]?.[0],
      questions[2]?.[1],
    ]);
  });

  test('shows no question again whose translation comes only when the next one is on screen', async () => {
    const { page, questions } = await openExam();
    const arrive = await requestTranslation(page, '[data-exam] .question');
    await pressButton(page, 'Next');
    await page.getByText('(2/').waitFor();
    await arrive();
    expect(await readShownLines(page, '[data-exam] .question')).toEqual(questions[1]);
  });
});

test('errors come, change and go, and a dialog says what went wrong', async () => {
  const plain = await demo.open('/register');
  const translated = await demo.open('/register');
  await startTranslation(translated);
  const both = async (act: (page: Page) => Promise<unknown>) => {
    await Promise.all([act(plain), act(translated)]);
    await vi.waitFor(
      async () => expect(await readShownLines(translated)).toEqual(await readShownLines(plain)),
      30_000,
    );
  };
  await both(async (page) => {
    await page.locator('main [type=submit]').click({ force: true });
    await page.locator('.error-summary').waitFor();
  });
  await both(async (page) => {
    await page.getByLabel('Email').fill('hana');
    await page.getByLabel('First name').fill('Hana');
  });
  await both((page) => fillRegistration(page, 'hana@example.com'));
  await both((page) => page.getByLabel('First name').fill(''));
  await both(async (page) => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await waitForHeading(page, 'Sign in');
  });
  await both(async (page) => {
    await signIn(page, 'nobody@example.com');
    await page.locator('dialog[open]').waitFor();
  });
  await both(closeDialog);
});

test('an error whose translation comes late does not come up again in the place of the next one', async () => {
  const page = await demo.open('/register');
  const submit = page.locator('main [type=submit]');
  await submit.click({ force: true });
  const field = page.locator('.field', { has: page.getByLabel('Email') });
  await field.getByText('Email is required').waitFor();
  const arrive = await requestTranslation(page, 'main');
  await page.getByLabel('Email').fill('hana');
  const next = await field.locator('.error').filter({ hasNotText: 'required' }).textContent();
  await arrive();
  expect(await field.locator('.error').textContent()).toBe(next);
  expect(await page.locator('.error-summary').textContent()).toContain(next);
});

/** Both are read again until they agree: what the college wrote replaces what was built in once its answer is there. */
const showsTheSame = (page: Page, plain: Page, path: string) =>
  expect
    .poll(
      async () => {
        const [one, other] = [await readShownLines(page), await readShownLines(plain)];
        if (one.join('\n') === other.join('\n')) return 'the same';
        return [one.filter((line) => !other.includes(line)), one, other];
      },
      { message: path },
    )
    .toEqual('the same');

// A translator changes a page alike in every engine: Firefox has the tests above.
const whole = engine !== 'firefox';

describe.runIf(whole)('every public page', () => {
  test('when it follows another one', async () => {
    const plain = await demo.open('/no/such/page');
    const page = await demo.open('/no/such/page');
    await startTranslation(page);
    for (const path of publicAddresses) {
      await navigateTo(plain, path);
      await navigateTo(page, path);
      await showsTheSame(page, plain, path);
    }
  });

  test('when it is translated before its script has come', async () => {
    const plain = await demo.open('/no/such/page');
    const page = await demo.open('/', { beforeLoad: translateEveryPage });
    for (const path of publicAddresses) {
      await navigateTo(plain, path);
      await page.goto(demo.siteUrl + path);
      await waitForHydration(page);
      await showsTheSame(page, plain, path);
    }
  });
});

test.runIf(whole).each(Object.keys(stateByPage) as ApplicantRouteName[])('%s', async (name) => {
  const path = paths[name];
  const email = newApplicant(stateByPage[name]);
  const plain = await openLoggedIn(demo, email, path);
  await waitUntilLoaded(plain);
  const late = await openLoggedIn(demo, email, path);
  await startTranslation(late);
  await showsTheSame(late, plain, path);
  const early = await openLoggedIn(demo, email, path, { beforeLoad: translateEveryPage });
  await showsTheSame(early, plain, path);
});
