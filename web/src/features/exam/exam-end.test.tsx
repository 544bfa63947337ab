// @vitest-environment happy-dom
import { oneInEachState } from '@one-planet/mocks';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logInAs } from '../../testing/applicants.ts';
import { HostClock } from '../../testing/host-clock.ts';
import type { Network } from '../../testing/network.ts';
import { heading, renderSite, startNetwork } from '../../testing/render-site.tsx';

const path = '/applicant/take_exam';
const submit = '/exams/private/submit_exam';
const profile = '/applicants/private/get_by_email';
const minute = 60_000;
const hour = 60 * minute;

const passed = { result: 'pass', resultDesc: 'Pass', paymentDto: null, bankAccountList: null };

let host: HostClock;
let network: Network;

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  network = await startNetwork({ applicants: 2 * oneInEachState });
  await logInAs(network, 'ACTIVATED');
  host = new HostClock(Date.now());
});
afterEach(() => {
  // Before the clock jumps back.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Starts the test, and answers so many of its questions. */
async function startExam(answers: number) {
  const { user } = await renderSite(path, { network });
  await user.click(await screen.findByRole('button', { name: 'Start DLT' }));
  await screen.findByText(/^0 of \d+ answered$/);
  for (let at = 0; at < answers; at += 1) {
    await user.click(screen.getAllByRole('radio')[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Next' }));
  }
  await screen.findByText(new RegExp(`^${answers} of`));
  return user;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const minutesLeft = () => Number(screen.getByRole('timer').textContent?.split(':')[0]);
const sendings = () => network.to(submit).length;
const keptTests = () => Object.keys(localStorage).filter((key) => key.startsWith('exam:'));
const button = (name: string) => screen.findByRole('button', { name });

describe('while a test runs', () => {
  test.each([
    ['an hour forward', hour],
    ['an hour back', -hour],
    ['two days forward', 48 * hour],
    ['two days back', -48 * hour],
  ])(
    'the clock of the device goes %s: neither its time nor the session changes, and it ends in time',
    async (_name, ms) => {
      await startExam(2);
      await pass(5 * minute);
      host.setDevice(ms);
      await pass(5.5 * minute);
      expect(minutesLeft()).toBe(9);
      expect(screen.queryByText(/^Your session has ended/)).toBeNull();
      // And when the page is opened again.
      cleanup();
      await renderSite(path, { network });
      await screen.findByText(/^2 of/);
      await waitFor(() => expect(minutesLeft()).toBe(9));
      expect(sendings()).toBe(0);
      // The backend of this process has the device's clock.
      network.answer(submit, 202, passed);
      await pass(11 * minute);
      await heading('Digital Literacy Test Result');
      expect(sendings()).toBe(1);
    },
  );

  test('started two days behind, put right and opened again, its answers are there', async () => {
    host.setDevice(-48 * hour);
    await startExam(2);
    host.setDevice(0);
    cleanup();
    await renderSite(path, { network });
    await screen.findByText(/^2 of/);
    await waitFor(() => expect(minutesLeft()).toBe(19));
  });

  test('nothing is submitted for its time while nobody can say whether it is over', async () => {
    await startExam(2);
    host.isReached = false;
    host.setDevice(hour);
    cleanup();
    await renderSite(path, { network });
    await screen.findByText(/^2 of/);
    await pass(minute);
    expect(sendings()).toBe(0);
    host.isReached = true;
    await pass(minute);
    expect(minutesLeft()).toBeGreaterThan(15);
    expect(sendings()).toBe(0);
  });

  test('her home page and every other page say so, and lead back', async () => {
    await startExam(2);
    await pass(2 * minute);
    for (const page of ['/', '/about', '/applicant/edit_profile']) {
      cleanup();
      await renderSite(page, { network });
      await screen.findByText(/^Your test is running: 17:\d\d left\.$/);
    }
    cleanup();
    const { user } = await renderSite('/', { network });
    await screen.findByText(
      'Your test is running. Its clock cannot be stopped: go back and finish it.',
    );
    expect(screen.queryByText(/when you have time for it/)).toBeNull();
    await user.click(await button('Go back to the test'));
    await screen.findByText(/^2 of/);
  });

  test('another page leads to it when its time is over, and the answers are submitted', async () => {
    await startExam(2);
    cleanup();
    await renderSite('/about', { network });
    await screen.findByText(/^Your test is running/);
    await pass(20 * minute);
    await heading('Digital Literacy Test Result');
    expect(sendings()).toBe(1);
  });

  test('a test that waits to be sent says so on other pages', async () => {
    await startExam(2);
    network.answer(submit, 503);
    await pass(20 * minute);
    await waitFor(() => expect(sendings()).toBeGreaterThan(0));
    cleanup();
    await renderSite('/', { network });
    await screen.findByText('Your test is not submitted yet.');
  });
});

describe('at the end of its time, without a single answer on this device', () => {
  test('nothing is submitted by itself, and the result of another device is looked for', async () => {
    const user = await startExam(0);
    await pass(21 * minute);
    await heading('Your time is over');
    expect(sendings()).toBe(0);
    await user.click(await button('Look for my result'));
    await screen.findByText(/^There is no result yet\./);
    network.answer(profile, 500);
    await user.click(await button('Look for my result'));
    await screen.findByText(/^We couldn't check that\./);
    network.answer(profile, 200, { status: 'TOOK_EXAM' });
    await user.click(await button('Look for my result'));
    await heading('Digital Literacy Test Result');
    await screen.findByText(/^Your test was submitted before, on another device/);
    expect(sendings()).toBe(0);
    expect(keptTests()).toEqual([]);
  });

  test('she may submit it all the same', async () => {
    const user = await startExam(0);
    await pass(21 * minute);
    await user.click(await button('Finalize Test'));
    await heading('Digital Literacy Test Result');
    expect(sendings()).toBe(1);
  });

  test('she may leave it, and it is gone', async () => {
    const user = await startExam(0);
    await pass(21 * minute);
    await user.click(await button('Go to Home'));
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(keptTests()).toEqual([]);
  });
});

test('answers that another device has submitted before are the result, and the page says so', async () => {
  const user = await startExam(2);
  network.answer(submit, 409, { message: 'No exam is running.' });
  network.answer(profile, 200, { status: 'TOOK_EXAM' });
  await user.click(screen.getByRole('button', { name: 'Check your answers' }));
  await user.click(await button('Finalize Test'));
  await heading('Digital Literacy Test Result');
  await screen.findByText(/^Your test was submitted before, on another device/);
});

test('before the start, the page says what happens at the end and on another device', async () => {
  await renderSite(path, { network });
  await screen.findByText(/^When the time is over, the answers you have given are submitted\./);
  await screen.findByText(/^Take the test on one device\./);
});
