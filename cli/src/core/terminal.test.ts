import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgressLine, escapeControls } from './terminal.ts';

test('text from elsewhere cannot steer the terminal; lines, tabs and every script stay', () => {
  expect(escapeControls('a\u001b[2J\u0007\u009b1m\u202eb')).toBe('a�[2J��1m�b');
  expect(escapeControls('one\n\ttwo ሀና 😀')).toBe('one\n\ttwo ሀና 😀');
});

test('off a terminal, a log gets the last line of progress every ten seconds, until it is done', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let writtenText = '';
  const stream = {
    write: (text: string) => (writtenText += text),
  } as unknown as NodeJS.WriteStream;
  const { showProgress, clearLine } = createProgressLine(stream);
  showProgress('1 of 9 checks');
  vi.advanceTimersByTime(9000);
  showProgress('2 of 9 checks');
  expect(writtenText).toBe('');
  vi.advanceTimersByTime(11_000);
  expect(writtenText).toBe('2 of 9 checks\n2 of 9 checks\n');
  clearLine();
  vi.advanceTimersByTime(60_000);
  expect(writtenText).toBe('2 of 9 checks\n2 of 9 checks\n');
});
