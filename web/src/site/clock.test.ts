import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HostClock } from '../testing/host-clock.ts';
import type { Clock } from './clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const noonMs = Date.UTC(2026, 10, 27, 12);
let host: HostClock;
let clock: Clock;

beforeEach(() => {
  vi.useFakeTimers({ now: noonMs });
  localStorage.clear();
  host = new HostClock(noonMs);
  clock = host.openPage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** @returns by how many seconds the site's clock is wrong, rounded to 5, because a `Date` header has whole seconds */
const readErrorSeconds = () => Math.round((clock.now() - host.time()) / 5_000) * 5;

describe('while a page is open', () => {
  test.each([6 * hourMs, -6 * hourMs, 48 * hourMs, -48 * hourMs, 3_000])(
    'a device set %i ms ahead changes nothing, whether the host can be asked or not',
    async (aheadMs) => {
      await clock.check();
      for (const isReached of [true, false]) {
        host.isReached = isReached;
        host.setDevice(aheadMs);
        expect(readErrorSeconds()).toBe(0);
        await vi.advanceTimersByTimeAsync(10 * minuteMs);
        expect(readErrorSeconds()).toBe(0);
      }
    },
  );

  test.each([
    ['when the connection is back', () => dispatchEvent(new Event('online'))],
    ['when the user returns', () => dispatchEvent(new Event('focus'))],
    ['by asking again', () => {}],
  ])(
    'a device that has slept learns how long %s, though the first request fails',
    async (_name, wake) => {
      const stopWatching = clock.watch(() => undefined);
      await clock.check();
      host = new HostClock(host.time() + 8 * hourMs);
      host.isReached = false;
      vi.setSystemTime(host.time());
      dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(6_000);
      expect(readErrorSeconds()).toBe(-8 * 3_600);
      host.isReached = true;
      wake();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(readErrorSeconds()).toBe(0);
      stopWatching();
    },
  );

  test('a correct clock is checked once, and not changed', async () => {
    await clock.check();
    const timeBefore = clock.now();
    await vi.advanceTimersByTimeAsync(hourMs);
    await clock.check();
    expect(clock.now()).toBe(timeBefore + hourMs);
    expect(host.requestCount).toBe(1);
    expect(localStorage).toHaveLength(0);
  });
});

describe('from one page to the next', () => {
  test('the difference that the page before has learnt is used at once', async () => {
    host.setDevice(6 * hourMs);
    clock = host.openPage();
    expect(readErrorSeconds()).toBe(6 * 3_600);
    await clock.check();
    expect(readErrorSeconds()).toBe(0);
    clock = host.openPage();
    expect(readErrorSeconds()).toBe(0);
  });

  test('if the device was set right in between, the time is wrong until the host is asked', async () => {
    host.setDevice(-48 * hourMs);
    clock = host.openPage();
    await clock.check();
    host.setDevice(0);
    clock = host.openPage();
    expect(readErrorSeconds()).toBe(48 * 3_600);
    expect(clock.isPast(host.time() + hourMs)).toBe(false);
    expect(await clock.isPastByHost(host.time() + hourMs)).toBe(false);
    expect(readErrorSeconds()).toBe(0);
  });
});

describe('whether a moment is past', () => {
  test('is unknown before the host has been asked', async () => {
    expect(clock.isPast(noonMs - hourMs)).toBe(false);
    expect(await clock.isPastByHost(noonMs - hourMs)).toBe(true);
    expect(clock.isPast(noonMs - hourMs)).toBe(true);
    expect(clock.isPast(noonMs + hourMs)).toBe(false);
  });

  test('is unknown if the host does not respond, and the host is not asked about a future moment', async () => {
    host.isReached = false;
    expect(await clock.isPastByHost(noonMs + hourMs)).toBe(false);
    expect(host.requestCount).toBe(0);
    expect(await clock.isPastByHost(noonMs - hourMs)).toBe(false);
    expect(host.requestCount).toBe(1);
  });
});

test.each([
  ['the Date of a refusal counts, too', {}, 405],
  [
    'the Age of a cached response is added to its Date',
    { date: new Date(noonMs - hourMs).toUTCString(), age: '3600' },
    200,
  ],
  ['without a Date the device’s clock is believed', { date: '' }, 200],
  ['with an invalid Date the device’s clock is believed', { date: 'yesterday' }, 200],
])('%s', async (_name, headers, status) => {
  host.headers = headers;
  host.status = status;
  expect(await clock.check()).toBe(true);
  expect(readErrorSeconds()).toBe(0);
});

test('the check of a host that never responds is given up', async () => {
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', reject)),
  );
  const clockPromise = clock.check();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await clockPromise).toBe(false);
});

test('a listener is called with the error of the clock if the host could not be asked before, and only then', async () => {
  const errorHours: number[] = [];
  const recordError = (errorMs: number) => errorHours.push(Math.round(errorMs / hourMs));
  host.setDevice(6 * hourMs);
  clock = host.openPage();
  host.isReached = false;
  await clock.check();
  clock.onCorrection(recordError);
  host.isReached = true;
  await clock.check();
  clock.onCorrection(recordError);
  host.setDevice(0);
  await clock.check();
  expect(errorHours).toEqual([6]);
});

test('a wait of years sets no timer that fires at once', async () => {
  host.isReached = false;
  let tickCount = 0;
  const stop = clock.watch(() => {
    tickCount += 1;
    return 11 * 365 * 24 * hourMs;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  expect(tickCount).toBeLessThan(10);
});

test('a watcher of the clock is called again when the host has responded', async () => {
  host.setDevice(hourMs);
  clock = host.openPage();
  const errorsAtTicks: number[] = [];
  const stop = clock.watch(() => {
    errorsAtTicks.push(readErrorSeconds());
    return undefined;
  });
  await clock.check();
  stop();
  expect(errorsAtTicks).toEqual([3_600, 0]);
});
