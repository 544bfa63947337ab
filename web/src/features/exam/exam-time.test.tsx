import { applicantsForEveryState } from '@one-planet/mocks';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logInAs } from '../../testing/applicants.ts';
import { HostClock } from '../../testing/host-clock.ts';
import type { Network } from '../../testing/network.ts';
import { findHeading, renderSite, startNetwork } from '../../testing/render-site.tsx';

const examPath = '/applicant/take_exam';
const submitPath = '/exams/private/submit_exam';
const profilePath = '/applicants/private/get_by_email';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Short, because the page renders each second of it. */
const examMinutes = 5;

const payment = { description: 'Fee', paymentCode: 'OPC-1', paymentAmount: 500, isOffline: true };
const passBody = { result: 'pass', resultDesc: 'Pass', paymentDto: payment, bankAccountList: [] };

let hostClock: HostClock;
let network: Network;

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  hostClock = new HostClock(Date.now());
  hostClock.openPage();
  network = await startNetwork({ applicants: 2 * applicantsForEveryState, examMinutes });
  await logInAs(network, 'ACTIVATED');
});
afterEach(() => {
  // The page must be gone before the clock jumps back to the real time.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Starts the test, and answers its first questions, as many as `answerCount` says. */
async function startExam(answerCount: number) {
  const { user } = await renderSite(examPath, { network });
  await user.click(await screen.findByRole('button', { name: 'Start DLT' }));
  await screen.findByText(/^0 of \d+ answered$/);
  for (let index = 0; index < answerCount; index += 1) {
    await user.click(screen.getAllByRole('radio')[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Next' }));
  }
  await screen.findByText(new RegExp(`^${answerCount} of`));
  return user;
}

const passTime = (durationMs: number) => vi.advanceTimersByTimeAsync(durationMs);
function expectMinutesLeft(minimum: number, maximum: number): void {
  const minutes = Number(screen.getByRole('timer').textContent?.split(':')[0]);
  expect(minutes).toBeGreaterThanOrEqual(minimum);
  expect(minutes).toBeLessThanOrEqual(maximum);
}
const countSubmissions = () => network.requestsTo(submitPath).length;
const listStoredExamKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('exam:'));
const findButton = (name: string) => screen.findByRole('button', { name });

describe('while a test runs', () => {
  test.each([
    ['an hour forward', hourMs],
    ['an hour back', -hourMs],
    ['two days forward', 48 * hourMs],
    ['two days back', -48 * hourMs],
  ])(
    'the clock of the device jumps %s: time left and session stay as they were, and the test ends in time',
    async (_case, ms) => {
      await startExam(2);
      await passTime(minuteMs);
      hostClock.setDevice(ms);
      await passTime(minuteMs);
      expectMinutesLeft(1, 3);
      expect(screen.queryByText(/^Your session has ended/)).toBeNull();
      // The same is true when the page is opened again.
      cleanup();
      await renderSite(examPath, { network });
      await screen.findByText(/^2 of/);
      await waitFor(() => expectMinutesLeft(1, 3));
      expect(countSubmissions()).toBe(0);
      // The mock backend runs by the device's clock and would refuse, so its responses are faked.
      network.respond(submitPath, 202, passBody);
      network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
      await passTime(4 * minuteMs);
      await findHeading('Digital Literacy Test Result');
      expect(countSubmissions()).toBe(1);
    },
  );

  test('a test that was started by a clock two days behind keeps its answers when the clock is corrected', async () => {
    hostClock.setDevice(-48 * hourMs);
    await startExam(2);
    hostClock.setDevice(0);
    cleanup();
    await renderSite(examPath, { network });
    await screen.findByText(/^2 of/);
    await waitFor(() => expectMinutesLeft(2, examMinutes));
  });

  test('no question is shown and nothing is submitted while the host cannot confirm that the time is over', async () => {
    await startExam(2);
    hostClock.isReached = false;
    hostClock.setDevice(hourMs);
    cleanup();
    await renderSite(examPath, { network });
    await findHeading('Checking the time');
    await passTime(minuteMs);
    expect(screen.queryAllByRole('radio')).toEqual([]);
    expect(countSubmissions()).toBe(0);
    hostClock.isReached = true;
    await passTime(minuteMs);
    await screen.findByText(/^2 of/);
    expectMinutesLeft(1, examMinutes);
    expect(screen.queryAllByRole('radio')).not.toEqual([]);
    expect(countSubmissions()).toBe(0);
  });

  test('the applicant can submit it without that confirmation', async () => {
    await startExam(2);
    hostClock.isReached = false;
    hostClock.setDevice(hourMs);
    cleanup();
    network.respond(submitPath, 202, passBody);
    const { user } = await renderSite(examPath, { network });
    await user.click(await findButton('Finalize Test'));
    await findHeading('Digital Literacy Test Result');
  });

  test('after the clock was set back, the time left is not longer than the whole test', async () => {
    await startExam(2);
    hostClock.isReached = false;
    hostClock.setDevice(-hourMs);
    cleanup();
    await renderSite(examPath, { network });
    await screen.findByText(/^2 of/);
    expectMinutesLeft(examMinutes, examMinutes);
  });

  test('a test that was started without the host gets its right deadline once the host is reached', async () => {
    hostClock.isReached = false;
    hostClock.setDevice(-6 * hourMs);
    await startExam(1);
    hostClock.isReached = true;
    await passTime(minuteMs);
    expectMinutesLeft(2, examMinutes);
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
    expect(countSubmissions()).toBe(0);
  });

  test('the home page and all other pages say that a test is running, and lead back to it', async () => {
    await startExam(2);
    await passTime(2 * minuteMs);
    for (const pagePath of ['/', '/about', '/applicant/edit_profile']) {
      cleanup();
      await renderSite(pagePath, { network });
      await screen.findByText(/^Your test is running: 0?[12]:\d\d left\.$/);
    }
    cleanup();
    const { user } = await renderSite('/', { network });
    await screen.findByText(
      'Your test is running. Its clock cannot be stopped: go back and finish it.',
    );
    expect(screen.queryByText(/when you have time for it/)).toBeNull();
    // The links work without a connection.
    network.cut();
    const links = screen.getAllByRole('link', { name: 'Go back to the test' });
    expect(links).toHaveLength(2);
    await user.click(links[1] as HTMLElement);
    await screen.findByText(/^2 of/);
  });

  test('a page on which the session has ended also says that a test is running', async () => {
    await startExam(2);
    cleanup();
    sessionStorage.clear();
    await renderSite('/', { network });
    await screen.findByText(/^Your test is running/);
  });

  test('when its time is over, any other page opens it, and the answers are submitted', async () => {
    await startExam(2);
    cleanup();
    await renderSite('/about', { network });
    await screen.findByText(/^Your test is running/);
    const historyLength = history.length;
    await passTime(examMinutes * minuteMs);
    await findHeading('Digital Literacy Test Result');
    expect(countSubmissions()).toBe(1);
    expect(history.length).toBe(historyLength);
  });

  test('when its time is over and nothing is answered, other pages do not open it', async () => {
    await startExam(0);
    cleanup();
    await renderSite('/about', { network });
    await screen.findByText(/^Your test is running/);
    await passTime(examMinutes * minuteMs);
    await screen.findByText('The time of your test is over.');
    expect(location.pathname).toBe('/about');
  });

  test('when its time ends while the answers are checked, they are sent, and other pages say that they wait', async () => {
    const user = await startExam(2);
    network.respond(submitPath, 503);
    await user.click(await findButton('Check your answers'));
    await passTime(examMinutes * minuteMs);
    await findHeading('Your time is over');
    await waitFor(() => expect(countSubmissions()).toBeGreaterThan(0));
    cleanup();
    await renderSite('/', { network });
    await screen.findByText('Your test is not submitted yet.');
  });
});

describe('at the end of its time, without a single answer on this device', () => {
  test('nothing is submitted, and a button looks for the result of another device', async () => {
    const user = await startExam(0);
    await passTime((examMinutes + 1) * minuteMs);
    await findHeading('Your time is over');
    expect(countSubmissions()).toBe(0);
    await user.click(await findButton('Look for my result'));
    await screen.findByText(/^No pass has reached us\./);
    network.respond(profilePath, 500);
    await user.click(await findButton('Look for my result'));
    await screen.findByText(/^We couldn't check that\./);
    network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
    await user.click(await findButton('Look for my result'));
    await findHeading('Digital Literacy Test Result');
    await screen.findByText(/^Your test was submitted before, on another device/);
    expect(countSubmissions()).toBe(0);
    expect(listStoredExamKeys()).toEqual([]);
  });

  test('the applicant can submit the test without answers', async () => {
    const user = await startExam(0);
    await passTime((examMinutes + 1) * minuteMs);
    await user.click(await findButton('Finalize Test'));
    await findHeading('Digital Literacy Test Result');
    expect(countSubmissions()).toBe(1);
  });

  test('leaving the test deletes it from the device', async () => {
    const user = await startExam(0);
    await passTime((examMinutes + 1) * minuteMs);
    await user.click(await findButton('Go to Home'));
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(listStoredExamKeys()).toEqual([]);
  });
});

test('if another device has submitted before, the result page says so', async () => {
  const user = await startExam(2);
  network.respond(submitPath, 409, { message: 'No exam is running.' });
  network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
  await user.click(screen.getByRole('button', { name: 'Check your answers' }));
  await user.click(await findButton('Finalize Test'));
  await findHeading('Digital Literacy Test Result');
  await screen.findByText(/^Your test was submitted before, on another device/);
});

test('after a lost response the result page leaves open which device submitted', async () => {
  const user = await startExam(2);
  network.cut();
  await user.click(screen.getByRole('button', { name: 'Check your answers' }));
  await user.click(await findButton('Finalize Test'));
  await waitFor(() => expect(countSubmissions()).toBeGreaterThan(0));
  network.restore();
  network.respond(submitPath, 409, { message: 'No exam is running.' });
  network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
  await passTime(minuteMs);
  await findHeading('Digital Literacy Test Result');
  await screen.findByText(
    /^Answers to your test had reached the college before, from this device or/,
  );
});
