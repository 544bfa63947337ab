/** The exam on screen: answers survive whatever happens to the page (decisions, section 3). */
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  dialogText,
  heading,
  newApplicant,
  openAs,
  openStep,
  ready,
  stateOf,
  useDemo,
} from '../support/demo.ts';
import { answer, callsOf, closeDialog, path } from '../support/page.ts';
import {
  answerAll,
  answered,
  choose,
  chosen,
  finalize,
  handedIn,
  keptExams,
  logInToExam,
  nothingKept,
  openExam,
  overview,
  question,
  startExam,
  takeExam,
  timeLeft,
} from '../support/person.ts';

const demo = await useDemo();

const create = 'POST /exams/private/create';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Leaves the test for another page and presses Logout there: the test has no menu. */
async function pressLogout(page: Page): Promise<void> {
  await page.goto(`${demo.site}/about`);
  await ready(page);
  await press(page, 'Logout');
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

  test('Back, and Forward again', () =>
    interrupted(async (page) => {
      await page.goBack();
      await page.waitForURL('**/mark.svg');
      await page.goForward();
      await ready(page);
      return page;
    }));
});

describe('a logout', () => {
  test('asks before it loses the answers; she can go back to the test', async () => {
    const { page } = await openExam(demo);
    const answer = await choose(page, 1);
    await pressLogout(page);
    expect(await dialogText(page)).toEqual([
      'You have a test running',
      'It is not submitted yet. Log out and lose its answers?',
    ]);
    await page.getByRole('link', { name: 'Go back to the test' }).click();
    await question(page, 1);
    expect(await chosen(page)).toBe(answer);
  });

  test('leaves nothing of a test on the device, in no tab', async () => {
    const { email, page } = await openExam(demo);
    const other = await page.context().newPage();
    await logInToExam(demo, other, email);
    await question(other, 1);
    await choose(other, 1);
    await pressLogout(page);
    await press(page, 'Log out and lose the answers');
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await nothingKept(page);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('exam:');
    await other.getByText('You logged out in another tab').waitFor();
  });
});

test('another applicant on the same browser gets nothing of a test, and takes nothing of it', async () => {
  const { email, page } = await openExam(demo);
  const answer = await choose(page, 1);
  const first = await keptExams(page);
  await page.clock.fastForward('15:00');
  const other = await page.context().newPage();
  await page.close();
  await logInToExam(demo, other, newApplicant('ACTIVATED'));
  await startExam(other);
  expect(await answered(other)).toEqual([]);
  expect(await chosen(other)).toBe('');
  expect(await timeLeft(other)).toBeGreaterThan(19 * 60);
  await pressLogout(other);
  await press(other, 'Log out and lose the answers');
  await other.getByRole('link', { name: 'Login' }).waitFor();
  expect(await keptExams(other)).toEqual(first);
  await logInToExam(demo, other, email);
  await question(other, 1);
  expect(await chosen(other)).toBe(answer);
});

test('answers are changed going back and forth, and the bar says how many there are', async () => {
  const { page, all } = await openExam(demo);
  await page.getByText(`0 of ${all} answered`).waitFor();
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
  await page.getByText(`2 of ${all} answered`).waitFor();
  expect(await answered(page)).toEqual([1, 2]);

  await overview(page, all).click();
  await question(page, all);
  expect(await overview(page, all).getAttribute('aria-current')).toBe('step');
  expect(await page.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0);
  await overview(page, 2).click();
  await question(page, 2);
  expect(await chosen(page)).toBe(changed);
});

describe('Finalize Test on the last question', () => {
  const title = 'Check your answers';
  const list = (page: Page) => page.locator('.check li');

  test('opens all answers, names the open ones and leads back to them; below them it submits', async () => {
    const { page, all } = await openExam(demo);
    const calls = callsOf(page);
    const given: string[] = [];
    for (let at = 1; at <= all; at += 1) {
      await overview(page, at).click();
      await question(page, at);
      given.push(at === 2 || at === 4 ? 'Not answered' : (await choose(page, 0)).trim());
    }
    await press(page, 'Finalize Test');
    await heading(page, title);
    await page.getByText('2 questions are not answered: 2, 4. You can still').waitFor();
    expect(await list(page).locator('b').allTextContents()).toEqual(given);
    await press(page, 'Answer question 4');
    await question(page, 4);
    await choose(page, 0);
    await overview(page, all).click();
    await press(page, 'Finalize Test');
    await page.getByText('Question 2 is not answered. You can still go back to it.').waitFor();
    expect(calls).toEqual([]);
    await press(page, 'Finalize Test');
    await heading(page, 'Digital Literacy Test Result');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /exams/private/submit_exam',
    ]);
  });

  test('is a step of the history: Back leads to the question, with the focus on it, and a reload stays', async () => {
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

  test('shows that it submits; then nothing can be changed', async () => {
    const { page } = await openExam(demo);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/submit_exam', async (route) => {
      await held;
      await route.continue();
    });
    await press(page, title);
    await press(page, 'Finalize Test');
    const busy = page.getByRole('button', { name: 'Finalizing...' });
    expect(await busy.getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('.kept').textContent()).toBe('Sending…');
    await page
      .getByRole('button', { name: 'Answer question 1', exact: true })
      .click({ force: true });
    expect(await list(page).count()).toBeGreaterThan(0);
    release();
    await heading(page, 'Digital Literacy Test Result');
  });
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
  /** In the page: Firefox's driver cannot forward a body. @param times how many answers get lost @returns what was sent */
  const loseAnswers = (page: Page, times = 1) =>
    page.evaluateHandle((lost) => {
      const real = fetch;
      const sent: { status: number; body: unknown }[] = [];
      window.fetch = async (input, init) => {
        const answer = await real(input, init);
        if (!String(input).endsWith('/submit_exam')) return answer;
        sent.push({ status: answer.status, body: init?.body });
        if (sent.length <= lost) throw new TypeError('Failed to fetch');
        return answer;
      };
      return sent;
    }, times);

  test.each([
    ['a pass', true, 'TOOK_EXAM'],
    ['a fail', false, 'ACTIVATED'],
  ])('after %s: its result is reached all the same', async (_name, right, state) => {
    const { email, page } = await openStart();
    const sent = await loseAnswers(page);
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
    const sendings = await sent.jsonValue();
    expect(sendings.map(({ status }) => status)).toEqual([202, 409]);
    expect(new Set(sendings.map(({ body }) => body)).size).toBe(1);
    expect(await stateOf(demo, email)).toBe(state);
    await nothingKept(page);
  });

  test('and she loads the page anew: a fail is a fail, and no refusal', async () => {
    const { page } = await openStart();
    await loseAnswers(page, Number.POSITIVE_INFINITY);
    await handIn(page, false);
    await page.getByText('Your answers are safe on this device').waitFor();
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
    await other.locator('[data-exam] .question').waitFor({ state: 'detached' });
    if (right) await other.getByText('Step 3 of 9').waitFor();
    else await other.getByRole('button', { name: 'Start DLT' }).waitFor();
    expect(path(other)).toBe(leads);
    expect(sent).toEqual([]);
  });
});
