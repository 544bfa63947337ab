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

const fee = { description: 'Fee', paymentCode: 'OPC-1', paymentAmount: 500, isOffline: true };
const passed = { result: 'pass', resultDesc: 'Pass', paymentDto: fee, bankAccountList: [] };

let host: HostClock;
let network: Network;

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  host = new HostClock(Date.now());
  host.openPage();
  network = await startNetwork({ applicants: 2 * oneInEachState });
  await logInAs(network, 'ACTIVATED');
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
function expectMinutesLeft(least: number, most: number): void {
  const minutes = Number(screen.getByRole('timer').textContent?.split(':')[0]);
  expect(minutes).toBeGreaterThanOrEqual(least);
  expect(minutes).toBeLessThanOrEqual(most);
}
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
      await pass(5 * minute);
      expectMinutesLeft(7, 10);
      expect(screen.queryByText(/^Your session has ended/)).toBeNull();
      // And when the page is opened again.
      cleanup();
      await renderSite(path, { network });
      await screen.findByText(/^2 of/);
      await waitFor(() => expectMinutesLeft(7, 10));
      expect(sendings()).toBe(0);
      // The backend of this process has the device's clock.
      network.answer(submit, 202, passed);
      network.answer(profile, 200, { status: 'TOOK_EXAM' });
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
    await waitFor(() => expectMinutesLeft(17, 20));
  });

  test('nothing is answered or submitted while nobody can say whether its time is over', async () => {
    await startExam(2);
    host.isReached = false;
    host.setDevice(hour);
    cleanup();
    await renderSite(path, { network });
    await heading('Checking the time');
    await pass(minute);
    expect(screen.queryAllByRole('radio')).toEqual([]);
    expect(sendings()).toBe(0);
    host.isReached = true;
    await pass(minute);
    await screen.findByText(/^2 of/);
    expectMinutesLeft(14, 20);
    expect(screen.queryAllByRole('radio')).not.toEqual([]);
    expect(sendings()).toBe(0);
  });

  test('she may submit it all the same, without the host', async () => {
    await startExam(2);
    host.isReached = false;
    host.setDevice(hour);
    cleanup();
    network.answer(submit, 202, passed);
    const { user } = await renderSite(path, { network });
    await user.click(await button('Finalize Test'));
    await heading('Digital Literacy Test Result');
  });

  test('a clock that was put back shows no more than the whole test', async () => {
    await startExam(2);
    host.isReached = false;
    host.setDevice(-hour);
    cleanup();
    await renderSite(path, { network });
    await screen.findByText(/^2 of/);
    expectMinutesLeft(20, 20);
  });

  test('started before the host could be asked, it has its time once it was', async () => {
    host.isReached = false;
    host.setDevice(-6 * hour);
    await startExam(1);
    host.isReached = true;
    await pass(minute);
    expectMinutesLeft(17, 20);
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
    expect(sendings()).toBe(0);
  });

  test('her home page and every other page say so, and lead back', async () => {
    await startExam(2);
    await pass(2 * minute);
    for (const page of ['/', '/about', '/applicant/edit_profile']) {
      cleanup();
      await renderSite(page, { network });
      await screen.findByText(/^Your test is running: 1[67]:\d\d left\.$/);
    }
    cleanup();
    const { user } = await renderSite('/', { network });
    await screen.findByText(
      'Your test is running. Its clock cannot be stopped: go back and finish it.',
    );
    expect(screen.queryByText(/when you have time for it/)).toBeNull();
    // Also without a connection.
    network.cut();
    const links = screen.getAllByRole('link', { name: 'Go back to the test' });
    expect(links).toHaveLength(2);
    await user.click(links[1] as HTMLElement);
    await screen.findByText(/^2 of/);
  });

  test('so does a page where her session has ended meanwhile', async () => {
    await startExam(2);
    cleanup();
    sessionStorage.clear();
    await renderSite('/', { network });
    await screen.findByText(/^Your test is running/);
  });

  test('another page leads to it when its time is over, and the answers are submitted', async () => {
    await startExam(2);
    cleanup();
    await renderSite('/about', { network });
    await screen.findByText(/^Your test is running/);
    const entries = history.length;
    await pass(20 * minute);
    await heading('Digital Literacy Test Result');
    expect(sendings()).toBe(1);
    expect(history.length).toBe(entries);
  });

  test('nothing leads to it when its time is over and nothing is answered', async () => {
    await startExam(0);
    cleanup();
    await renderSite('/about', { network });
    await screen.findByText(/^Your test is running/);
    await pass(20 * minute);
    await screen.findByText('The time of your test is over.');
    expect(location.pathname).toBe('/about');
  });

  test('its time ends while she checks her answers: they are sent from there, and other pages say that they wait', async () => {
    const user = await startExam(2);
    network.answer(submit, 503);
    await user.click(await button('Check your answers'));
    await pass(20 * minute);
    await heading('Your time is over');
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
    await screen.findByText(/^No pass has reached us\./);
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

test('after a lost answer the page does not say whose answers counted', async () => {
  const user = await startExam(2);
  network.cut();
  await user.click(screen.getByRole('button', { name: 'Check your answers' }));
  await user.click(await button('Finalize Test'));
  await waitFor(() => expect(sendings()).toBeGreaterThan(0));
  network.mend();
  network.answer(submit, 409, { message: 'No exam is running.' });
  network.answer(profile, 200, { status: 'TOOK_EXAM' });
  await pass(minute);
  await heading('Digital Literacy Test Result');
  await screen.findByText(
    /^Answers to your test had reached the college before, from this device or/,
  );
});
