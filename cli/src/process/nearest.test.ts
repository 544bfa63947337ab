import { expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

test('one slip of any kind is near: a letter missing, added, changed or swapped', () => {
  for (const slip of ['jurney', 'jourrney', 'journay', 'jounrey', 'JOURNEY']) {
    expect(nearest(slip, ['call', 'journey'])).toBe('journey');
  }
});

test('the nearest of several wins', () => {
  expect(nearest('auth.logn', ['auth.logout', 'auth.login'])).toBe('auth.login');
});

test('what has little in common is not suggested', () => {
  expect(nearest('xyz', ['call', 'mock'])).toBeUndefined();
  expect(didYouMean('xyz', ['call', 'mock'])).toBe('');
  expect(didYouMean('moc', ['call', 'mock'])).toBe(' (did you mean "mock"?)');
});
