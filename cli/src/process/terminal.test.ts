import { expect, test } from 'vitest';
import { visible } from './terminal.ts';

test('text from elsewhere cannot steer the terminal; lines, tabs and every script stay', () => {
  expect(visible('a\u001b[2J\u0007\u009b1m\u202eb')).toBe('a�[2J��1m�b');
  expect(visible('one\n\ttwo ሀና 😀')).toBe('one\n\ttwo ሀና 😀');
});
