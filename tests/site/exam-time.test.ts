/** The time limit of the exam, and its end when the page, the network or the session ends first. */
import { precreatedPassword } from '@one-planet/mocks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newApplicant, openAs, stateOf } from './applicants.ts';
import { type Demo, dialogText, heading, signIn, startDemo } from './demo.ts';
import {
  answerAll,
  answered,
  choose,
  chosen,
  handedIn,
  logInToExam,
  nothingKept,
  openExam,
  question,
} from './exam-page.ts';
import { cutTheNetwork, mend, path } from './page.ts';
import { proceed, startExam } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const result = 'Digital Literacy Test Result';

/** @returns how many answers each submission has */
const counts = (bodies: string[]) =>
  bodies.map((body) => (JSON.parse(body) as { results: string }).results.split(',').length);

describe('when the time is up', () => {
  test('what was answered is handed in by itself, once, and the result shows', async () => {
    const { email, page, all } = await openExam(demo);
    const bodies = handedIn(page);
    await answerAll(demo, page);
    await page.clock.fastForward('20:01');
    await heading(page, result);
    await page.locator('.verdict.pass').waitFor();
    await page.locator('.code').waitFor();
    await page.clock.fastForward('01:00');
    expect(counts(bodies)).toEqual([all]);
    expect(await stateOf(demo, email)).toBe('TOOK_EXAM');
    await nothingKept(page);
  });

  test('while the tab was closed, it is handed in when she is back', async () => {
    const { email, page, all } = await openExam(demo);
    await answerAll(demo, page);
    const other = await page.context().newPage();
    await page.close();
    await other.clock.fastForward('21:00');
    const bodies = handedIn(other);
    await logInToExam(demo, other, email);
    await heading(other, result);
    expect(counts(bodies)).toEqual([all]);
  });

  test('without a network: the answers are safe, and the very same go out when it is back', async () => {
    const { email, page, all } = await openExam(demo);
    const bodies = handedIn(page);
    await answerAll(demo, page);
    await cutTheNetwork(page);
    await page.clock.fastForward('20:01');
    await page.getByText('Your answers are safe on this device, and we keep sending').waitFor();
    expect(await page.locator('.question').count()).toBe(0);
    // It retries by itself with growing pauses, and at once on request.
    for (let sendings = 2; sendings <= 6; sendings += 1) {
      await page.clock.fastForward('00:15');
      await expect.poll(() => bodies.length).toBeGreaterThanOrEqual(sendings);
    }
    await mend(page);
    await page.getByRole('button', { name: 'Try now' }).click();
    await heading(page, result);
    expect(new Set(bodies).size).toBe(1);
    expect(counts(bodies)[0]).toBe(all);
    expect(await stateOf(demo, email)).toBe('TOOK_EXAM');
  });

  test('in two tabs, it is handed in by one of them only', async () => {
    const { email, page, all } = await openExam(demo);
    await answerAll(demo, page);
    const other = await page.context().newPage();
    await logInToExam(demo, other, email);
    await question(other, all);
    const bodies = [handedIn(page), handedIn(other)];
    await page.clock.fastForward('20:01');
    for (const tab of [page, other]) {
      // The tabs' clocks jump one after the other: a jump may end what the second tab is just reading.
      const retry = tab.getByRole('button', { name: 'Try again' });
      await expect
        .poll(async () => {
          if (await retry.isVisible()) await retry.click();
          return path(tab);
        })
        .not.toBe('/applicant/take_exam');
    }
    await nothingKept(page);
    expect(counts(bodies.flat())).toEqual([all]);
    for (const tab of [page, other]) expect(await tab.locator('dialog').count()).toBe(0);
  });
});

describe('the time on screen', () => {
  test('can be hidden and shown again', async () => {
    const { page } = await openExam(demo);
    const timer = page.getByRole('timer');
    expect(await timer.textContent()).toMatch(/^(20:00|19:5\d)$/);
    await page.getByRole('button', { name: 'Hide the time' }).click();
    expect(await timer.count()).toBe(0);
    await page.clock.fastForward('07:00');
    await page.getByRole('button', { name: 'Show the time' }).click();
    expect(await timer.textContent()).toMatch(/^1[23]:/);
  });

  test('is spoken at 10, 5 and 1 minutes, and at no other time', async () => {
    const { page } = await openExam(demo);
    const status = page.locator('.exam [role=status]');
    expect(await page.getByRole('timer').getAttribute('aria-live')).toBe('off');
    await status.evaluate((region) => {
      const told: string[] = [region.textContent ?? ''];
      Object.assign(window, { told });
      new MutationObserver(() => told.push(region.textContent ?? '')).observe(region, {
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
    for (let minutes = 0; minutes < 19; minutes += 1) await page.clock.fastForward('01:00');
    await status.getByText('1 minute left').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([
      '',
      '10 minutes left',
      '5 minutes left',
      '1 minute left',
    ]);
  });
});

test('a session that ends without a connection leaves the test on screen', async () => {
  const long = await startDemo('--exam-minutes', '45');
  try {
    const email = newApplicant('ACTIVATED');
    const page = await openAs(long, email, '/applicant/take_exam', { clock: true });
    await page.getByRole('button', { name: 'Start DLT' }).waitFor();
    await page.clock.fastForward('10:00');
    await startExam(page);
    await page.getByRole('button', { name: 'Not now' }).click();
    const answer = await choose(page, 1);
    await page.context().setOffline(true);
    await page.clock.fastForward('40:01');
    await page.getByText('You are not logged in. Your test goes on').waitFor();
    expect(path(page)).toBe('/applicant/take_exam');
    expect(await chosen(page)).toBe(answer);
    await page.context().setOffline(false);
  } finally {
    await long.close();
  }
});

test('a session that ends in the middle says so before, ends at home, and the answers wait', async () => {
  const long = await startDemo('--exam-minutes', '45');
  try {
    const email = newApplicant('ACTIVATED');
    const page = await openAs(long, email, '/applicant/take_exam', {
      clock: true,
    });
    await page.getByRole('button', { name: 'Start DLT' }).waitFor();
    await page.clock.fastForward('10:00');
    await startExam(page);
    expect((await dialogText(page))[1]).toMatch(/^Your session ends before the test does\./);
    await page.getByRole('button', { name: 'Not now' }).click();
    const answer = await choose(page, 1);
    await page.clock.fastForward('35:01');
    await page.getByText('Your session ends in 5 minutes.').waitFor();
    await page.reload();
    await page.getByText('Your session ends in 5 minutes.').waitFor();
    expect(await page.locator('dialog').count()).toBe(1);
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.clock.fastForward('05:00');
    await page.getByText('Your session has ended.').waitFor();
    expect(path(page)).toBe('/');
    await page.getByRole('link', { name: 'Login' }).click();
    await signIn(page, email, precreatedPassword);
    await page.getByText('Step 2 of 9').waitFor();
    await proceed(page);
    await question(page, 1);
    expect(await chosen(page)).toBe(answer);
    expect(await answered(page)).toEqual([1]);
  } finally {
    await long.close();
  }
});
