import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazily } from './part.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failed = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('nothing is fetched before it is needed, and then once', async () => {
  const fetchIt = vi.fn(async () => ({ default: 'screen' }));
  const loaded = lazily(fetchIt, 'default');
  expect(fetchIt).not.toHaveBeenCalled();
  expect(loaded.now).toBeUndefined();
  const [first, second] = [loaded.load(), loaded.load()];
  expect(second).toBe(first);
  expect(await first).toBe('screen');
  expect(loaded.now).toBe('screen');
  expect(loaded.load()).toBe(first);
  expect(fetchIt).toHaveBeenCalledTimes(1);
});

test('a failure reaches everybody, also who asks right after it', async () => {
  const fetchIt = vi.fn(failed);
  const loaded = lazily(fetchIt, 'default');
  await expect(loaded.load()).rejects.toThrow('Failed to fetch');
  await expect(loaded.load()).rejects.toThrow('Failed to fetch');
  expect(fetchIt).toHaveBeenCalledTimes(1);
  expect(loaded.now).toBeUndefined();
});

test('after a failure it is fetched again, as often as it takes', async () => {
  const fetchIt = vi.fn(async () => ({ default: 'screen' }));
  fetchIt.mockImplementationOnce(failed).mockImplementationOnce(failed);
  const loaded = lazily(fetchIt, 'default');
  await expect(loaded.load()).rejects.toThrow();
  vi.advanceTimersByTime(2_000);
  await expect(loaded.load()).rejects.toThrow();
  vi.advanceTimersByTime(2_000);
  expect(await loaded.load()).toBe('screen');
  expect(loaded.now).toBe('screen');
});
