import { expect, test } from 'vitest';
import { announcesBreak } from './tell.ts';

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.1.0', '1.0.0', true],
  ['1.4.2', '2.0.0', true],
  ['0.1.0', '0.1.1', false],
  ['1.4.2', '1.5.0', false],
  ['0.2.0', '0.1.0', false],
  ['2.0.0', '1.9.0', false],
  ['', '1.0.0', false],
  ['1.0.0', 'next', false],
])('from %s to %s: a break is announced: %s', (old, fresh, announced) => {
  expect(announcesBreak(old, fresh)).toBe(announced);
});
