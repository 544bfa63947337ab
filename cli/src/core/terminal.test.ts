import { expect, onTestFinished, test, vi } from 'vitest';
import { escapeControls, progressLine } from './terminal.ts';

test('text from elsewhere cannot steer the terminal; lines, tabs and every script stay', () => {
  expect(escapeControls('a\u001b[2J\u0007\u009b1m\u202eb')).toBe('a�[2J��1m�b');
  expect(escapeControls('one\n\ttwo ሀና 😀')).toBe('one\n\ttwo ሀና 😀');
});

test('off a terminal, a log gets the last line of progress every ten seconds, until it is done', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let log = '';
  const stream = { write: (text: string) => (log += text) } as unknown as NodeJS.WriteStream;
  const { show, clear } = progressLine(stream);
  show('1 of 9 checks');
  vi.advanceTimersByTime(9000);
  show('2 of 9 checks');
  expect(log).toBe('');
  vi.advanceTimersByTime(11_000);
  expect(log).toBe('2 of 9 checks\n2 of 9 checks\n');
  clear();
  vi.advanceTimersByTime(60_000);
  expect(log).toBe('2 of 9 checks\n2 of 9 checks\n');
});
