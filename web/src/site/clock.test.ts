// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HostClock } from '../testing/host-clock.ts';
import { checkClock, isPast, isPastByHost, now, onceChecked, watchClock } from './clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 27, 12);
let host: HostClock;

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  localStorage.clear();
  host = new HostClock(noon);
  host.openPage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** @returns by how many seconds the site's clock is wrong: a `Date` header has no parts of a second */
const errorSeconds = () => Math.round((now() - host.time()) / 5_000) * 5;

describe('while a page is open', () => {
  test.each([6 * hour, -6 * hour, 48 * hour, -48 * hour, 3_000])(
    'a device set %i ms ahead changes nothing, whether the host can be asked or not',
    async (ms) => {
      await checkClock();
      for (const isReached of [true, false]) {
        host.isReached = isReached;
        host.setDevice(ms);
        expect(errorSeconds()).toBe(0);
        await vi.advanceTimersByTimeAsync(10 * minute);
        expect(errorSeconds()).toBe(0);
      }
    },
  );

  test.each([
    ['when the connection is back', () => dispatchEvent(new Event('online'))],
    ['when somebody returns', () => dispatchEvent(new Event('focus'))],
    ['by and by', () => {}],
  ])(
    'a device that has slept learns how long %s, though the first request fails',
    async (_name, wake) => {
      const stop = watchClock(() => undefined);
      await checkClock();
      host = new HostClock(host.time() + 8 * hour);
      host.isReached = false;
      vi.setSystemTime(host.time());
      dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(6_000);
      expect(errorSeconds()).toBe(-8 * 3_600);
      host.isReached = true;
      wake();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(errorSeconds()).toBe(0);
      stop();
    },
  );

  test('a clock that is right is asked about once, and kept as it is', async () => {
    await checkClock();
    const before = now();
    await vi.advanceTimersByTimeAsync(hour);
    await checkClock();
    expect(now()).toBe(before + hour);
    expect(host.requestCount).toBe(1);
    expect(localStorage).toHaveLength(0);
  });
});

describe('from one page to the next', () => {
  test('what the page before has learnt is known at once', async () => {
    host.setDevice(6 * hour);
    host.openPage();
    expect(errorSeconds()).toBe(6 * 3_600);
    await checkClock();
    expect(errorSeconds()).toBe(0);
    host.openPage();
    expect(errorSeconds()).toBe(0);
  });

  test('a device that was put right in between is wrong until the host is asked', async () => {
    host.setDevice(-48 * hour);
    host.openPage();
    await checkClock();
    host.setDevice(0);
    host.openPage();
    expect(errorSeconds()).toBe(48 * 3_600);
    expect(isPast(host.time() + hour)).toBe(false);
    expect(await isPastByHost(host.time() + hour)).toBe(false);
    expect(errorSeconds()).toBe(0);
  });
});

describe('whether a moment is past', () => {
  test('is not said before the host has been asked', async () => {
    expect(isPast(noon - hour)).toBe(false);
    expect(await isPastByHost(noon - hour)).toBe(true);
    expect(isPast(noon - hour)).toBe(true);
    expect(isPast(noon + hour)).toBe(false);
  });

  test('is not said where the host cannot be asked, and the host is not asked for what is to come', async () => {
    host.isReached = false;
    expect(await isPastByHost(noon + hour)).toBe(false);
    expect(host.requestCount).toBe(0);
    expect(await isPastByHost(noon - hour)).toBe(false);
    expect(host.requestCount).toBe(1);
  });
});

test.each([
  ['a host that refuses the request has a clock, too', {}, 405],
  [
    'a cache says how old its answer is',
    { date: new Date(noon - hour).toUTCString(), age: '3600' },
    200,
  ],
  ['without a Date the device is believed', { date: '' }, 200],
  ['with a Date that is none the device is believed', { date: 'yesterday' }, 200],
])('%s', async (_name, headers, status) => {
  host.headers = headers;
  host.status = status;
  expect(await checkClock()).toBe(true);
  expect(errorSeconds()).toBe(0);
});

test('a host that never answers is given up, and nothing is known', async () => {
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', reject)),
  );
  const answer = checkClock();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await answer).toBe(false);
});

test('what was reckoned before the host could be asked is corrected once it was, and only then', async () => {
  const errors: number[] = [];
  const correct = (errorMs: number) => errors.push(Math.round(errorMs / hour));
  host.setDevice(6 * hour);
  host.openPage();
  host.isReached = false;
  await checkClock();
  onceChecked(correct);
  host.isReached = true;
  await checkClock();
  onceChecked(correct);
  host.setDevice(0);
  await checkClock();
  expect(errors).toEqual([6]);
});

test('a clock that is years off sets no timer that comes at once', async () => {
  host.isReached = false;
  let looks = 0;
  const stop = watchClock(() => {
    looks += 1;
    return 11 * 365 * 24 * hour;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  expect(looks).toBeLessThan(10);
});

test('who watches the clock looks again when the host has told its time', async () => {
  host.setDevice(hour);
  host.openPage();
  const looks: number[] = [];
  const stop = watchClock(() => {
    looks.push(errorSeconds());
    return undefined;
  });
  await checkClock();
  stop();
  expect(looks).toEqual([3_600, 0]);
});
