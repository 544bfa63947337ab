/** A page that a translator has changed shows the same as one without a translator (docs/browsers.md). */
import type { Exam } from '@one-planet/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { type ApplicantRouteName, paths } from '../../web/src/site/routes.ts';
import {
  fillRegistration,
  logIn,
  newApplicant,
  openLoggedIn,
  publicAddresses,
  stateByPage,
  useErrorFreeDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { closeDialog, navigateTo, pressButton, waitUntilLoaded } from '../support/page-actions.ts';
import {
  readShownLines,
  requestTranslation,
  startTranslation,
  translateEveryPage,
} from '../support/translator.ts';

const demo = await useErrorFreeDemo();

describe('a translated exam', () => {
  async function openExam(): Promise<{ page: Page; questions: string[][] }> {
    const page = await openLoggedIn(demo, newApplicant('ACTIVATED'), '/applicant/take_exam');
    let examQuestions: Exam['examQuestionDtoList'] = [];
    await page.route('**/exams/private/create', async (route) => {
      const response = await route.fetch();
      examQuestions = ((await response.json()) as Exam).examQuestionDtoList;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Start DLT' }).click();
    await page.locator('[data-exam] .question').waitFor();
    const questions = examQuestions.map(({ questionDto }, index) => [
      `(${index + 1}/${examQuestions.length})`,
      // For screen readers.
      `Question ${index + 1} of ${examQuestions.length}:`,
      questionDto.questionText,
      ...questionDto.questionChoiceDtoList.map(
        ({ label, choiceText }) => `${label}. ${choiceText}`,
      ),
    ]);
    return { page, questions };
  }

  test('shows each question with its own choices, forward and back, and all of them at the end', async () => {
    const { page, questions } = await openExam();
    await startTranslation(page);
    const expectQuestion = (index: number) =>
      expect.poll(() => readShownLines(page, '[data-exam] .question')).toEqual(questions[index]);
    for (const index of questions.keys()) {
      await expectQuestion(index);
      await page
        .locator('[data-exam] .question .radio')
        .nth(index % 2)
        .click();
      if (index < questions.length - 1) await pressButton(page, 'Next');
    }
    await pressButton(page, 'Prev');
    await expectQuestion(questions.length - 2);
    await page
      .getByRole('navigation', { name: 'Questions' })
      .getByText('3', { exact: true })
      .click();
    await expectQuestion(2);
    await page.getByRole('button', { name: 'Check your answers' }).click();
    const [questionLine, choiceLine] = await readShownLines(page, '.check li >> nth=2');
    expect([questionLine?.slice('3. '.length), choiceLine]).toEqual(questions[2]?.slice(2, 4));
  });

  test('does not show a question again if its translation arrives after the next one is on screen', async () => {
    const { page, questions } = await openExam();
    const deliverTranslation = await requestTranslation(page, '[data-exam] .question');
    await pressButton(page, 'Next');
    await page.getByText('(2/').waitFor();
    await deliverTranslation();
    expect(await readShownLines(page, '[data-exam] .question')).toEqual(questions[1]);
  });
});

test('a translated form shows the same errors and dialogs as an untranslated one', async () => {
  const plainPage = await demo.open('/register');
  const translatedPage = await demo.open('/register');
  await startTranslation(translatedPage);
  const onBoth = async (action: (page: Page) => Promise<unknown>) => {
    await Promise.all([action(plainPage), action(translatedPage)]);
    await vi.waitFor(
      async () =>
        expect(await readShownLines(translatedPage)).toEqual(await readShownLines(plainPage)),
      30_000,
    );
  };
  await onBoth(async (page) => {
    await page.locator('main [type=submit]').click({ force: true });
    await page.locator('.error-summary').waitFor();
  });
  await onBoth(async (page) => {
    await page.getByLabel('Email').fill('hana');
    await page.getByLabel('First name').fill('Hana');
  });
  await onBoth((page) => fillRegistration(page, 'hana@example.com'));
  await onBoth((page) => page.getByLabel('First name').fill(''));
  await onBoth(async (page) => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await waitForHeading(page, 'Sign in');
  });
  await onBoth(async (page) => {
    await logIn(page, 'nobody@example.com');
    await page.locator('dialog[open]').waitFor();
  });
  await onBoth(closeDialog);
});

test('an error whose translation arrives late does not replace the next error', async () => {
  const page = await demo.open('/register');
  const submitButton = page.locator('main [type=submit]');
  await submitButton.click({ force: true });
  const field = page.locator('.field', { has: page.getByLabel('Email') });
  await field.getByText('Email is required').waitFor();
  const deliverTranslation = await requestTranslation(page, 'main');
  await page.getByLabel('Email').fill('hana');
  const nextError = await field.locator('.error').filter({ hasNotText: 'required' }).textContent();
  await deliverTranslation();
  expect(await field.locator('.error').textContent()).toBe(nextError);
  expect(await page.locator('.error-summary').textContent()).toContain(nextError);
});

/** Reads both pages until they agree, because the texts of `content.json` replace the built ones when they arrive. */
const expectSameTexts = (page: Page, plainPage: Page, path: string) =>
  expect
    .poll(
      async () => {
        const [lines, plainLines] = [await readShownLines(page), await readShownLines(plainPage)];
        if (lines.join('\n') === plainLines.join('\n')) return 'the same';
        return [lines.filter((line) => !plainLines.includes(line)), lines, plainLines];
      },
      { message: path },
    )
    .toEqual('the same');

describe('every public page shows the same with a translator', () => {
  test('if it is opened from another page', async () => {
    const plainPage = await demo.open('/no/such/page');
    const page = await demo.open('/no/such/page');
    await startTranslation(page);
    for (const path of publicAddresses) {
      await navigateTo(plainPage, path);
      await navigateTo(page, path);
      await expectSameTexts(page, plainPage, path);
    }
  });

  test('if it is translated before hydration', async () => {
    const plainPage = await demo.open('/no/such/page');
    const page = await demo.open('/', { beforeLoad: translateEveryPage });
    for (const path of publicAddresses) {
      await navigateTo(plainPage, path);
      await page.goto(demo.siteUrl + path);
      await waitForHydration(page);
      await expectSameTexts(page, plainPage, path);
    }
  });
});

test.each(Object.keys(stateByPage) as ApplicantRouteName[])(
  '%s shows the same with a translator',
  async (name) => {
    const path = paths[name];
    const email = newApplicant(stateByPage[name]);
    const plainPage = await openLoggedIn(demo, email, path);
    await waitUntilLoaded(plainPage);
    const translatedPage = await openLoggedIn(demo, email, path, {
      beforeLoad: translateEveryPage,
    });
    await expectSameTexts(translatedPage, plainPage, path);
  },
);
