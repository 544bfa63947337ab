import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyExport } from './lazy-part.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failToFetch = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a module is fetched only when it is needed, and only once', async () => {
  const fetchModule = vi.fn(async () => ({ default: 'screen' }));
  const lazyScreen = lazyExport(fetchModule, 'default');
  expect(fetchModule).not.toHaveBeenCalled();
  expect(lazyScreen.loadedExport).toBeUndefined();
  const [firstLoad, secondLoad] = [lazyScreen.load(), lazyScreen.load()];
  expect(secondLoad).toBe(firstLoad);
  expect(await firstLoad).toBe('screen');
  expect(lazyScreen.loadedExport).toBe('screen');
  expect(lazyScreen.load()).toBe(firstLoad);
  expect(fetchModule).toHaveBeenCalledTimes(1);
});

test('a failure also rejects a call right after it, without another fetch', async () => {
  const fetchModule = vi.fn(failToFetch);
  const lazyScreen = lazyExport(fetchModule, 'default');
  await expect(lazyScreen.load()).rejects.toThrow('Failed to fetch');
  await expect(lazyScreen.load()).rejects.toThrow('Failed to fetch');
  expect(fetchModule).toHaveBeenCalledTimes(1);
  expect(lazyScreen.loadedExport).toBeUndefined();
});

test('after a failure the module can be fetched again until it succeeds', async () => {
  const fetchModule = vi.fn(async () => ({ default: 'screen' }));
  fetchModule.mockImplementationOnce(failToFetch).mockImplementationOnce(failToFetch);
  const lazy = lazyExport(fetchModule, 'default');
  await expect(lazy.load()).rejects.toThrow();
  vi.advanceTimersByTime(2_000);
  await expect(lazy.load()).rejects.toThrow();
  vi.advanceTimersByTime(2_000);
  expect(await lazy.load()).toBe('screen');
  expect(lazy.loadedExport).toBe('screen');
});
