import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSafeStorage } from './storages.ts';

describe('storages', () => {
  const { read, keep, drop, keys, outlivesThePage } = createSafeStorage(() => localStorage);

  beforeEach(() => localStorage.clear());
  afterEach(() => {
    vi.restoreAllMocks();
    drop('a');
  });

  test('a value is kept, read and dropped', () => {
    keep('a', '1');
    expect(read('a')).toBe('1');
    expect(localStorage.getItem('a')).toBe('1');
    expect(keys()).toEqual(['a']);
    expect(outlivesThePage('a')).toBe(true);
    drop('a');
    expect(read('a')).toBeNull();
  });

  test('in a browser that forbids the storage a value lasts until the page is left', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Forbidden', 'SecurityError');
    });
    keep('a', '1');
    expect(read('a')).toBe('1');
    expect(keys()).toEqual(['a']);
    expect(outlivesThePage('a')).toBe(false);
    drop('a');
    expect(read('a')).toBeNull();
  });

  test('if the storage is full, the newer value is kept in memory until there is room again', () => {
    keep('a', 'old');
    const setItemMock = vi
      .spyOn(Object.getPrototypeOf(localStorage), 'setItem')
      .mockImplementation(() => {
        throw new DOMException('Full', 'QuotaExceededError');
      });
    keep('a', 'new');
    expect(read('a')).toBe('new');
    setItemMock.mockRestore();
    keep('a', 'newer');
    expect(localStorage.getItem('a')).toBe('newer');
    expect(outlivesThePage('a')).toBe(true);
  });
});
