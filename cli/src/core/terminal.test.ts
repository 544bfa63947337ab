import { readdir, readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stubEnv } from '../testing/support.ts';
import { formatJson } from './json.ts';
import { ask, createProgressLine, escapeControls, makePrintable, paint } from './terminal.ts';

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

test('what is printed has no controls but our own colours', () => {
  stubEnv({ FORCE_COLOR: '1', NO_COLOR: undefined, GITHUB_ACTIONS: undefined });
  const title = 'x\u001b]0;title\u0007\u001b[31m\u009b1m\u202e\u200fy';
  expect(makePrintable(`${paint('bold', title)} end`)).toBe(
    '\u001b[1mx�]0;title��[31m�1m��y\u001b[22m end',
  );
});

test('no text is a command of a runner, and in a GitHub job no line is', () => {
  const text = 'a ##[add-mask]b ##vso[task.setvariable]c ##teamcity[d] ## e [f]';
  const textWithoutCommands = 'a # #[add-mask]b # #vso[task.setvariable]c # #teamcity[d] ## e [f]';
  const lines = '::stop-commands::x\n  ::error::y\nfine :: here';
  stubEnv({ GITHUB_ACTIONS: undefined });
  expect(makePrintable(`${lines}\n${text}`)).toBe(`${lines}\n${textWithoutCommands}`);
  stubEnv({ GITHUB_ACTIONS: 'true' });
  expect(makePrintable(`${lines}\n${text}`)).toBe(
    `: :stop-commands::x\n  : :error::y\nfine :: here\n${textWithoutCommands}`,
  );
});

test('JSON is escaped and still the same', () => {
  const value = { a: '\u009b1m\u202e\u2066\u007f\u2028', b: '##[group] ##vso[x]' };
  const text = formatJson(value);
  expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u2028-\u202e\u2066-\u2069]|##\w*\[/u);
  expect(JSON.parse(text)).toEqual(value);
});

test('a progress line is one line without controls', () => {
  let writtenText = '';
  const stream = {
    isTTY: true,
    columns: 80,
    write: (text: string) => (writtenText += text),
  } as unknown as NodeJS.WriteStream;
  stubEnv({ TERM: 'xterm' });
  createProgressLine(stream).showProgress('a\n\u001b[2Jb\u202e');
  expect(writtenText).toBe('\r\u001b[Ka �[2Jb�');
});

test('a question and what is wrong with its answer are printed without controls', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const written: string[] = [];
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const answer = ask(
    'Which \u001b]0;title\u0007\u202e?',
    (text) => {
      if (text === 'two') return text;
      throw new Error('not \u009b2J that');
    },
    new AbortController().signal,
  );
  input.write('one\n');
  await vi.waitFor(() => expect(written.join('')).toContain('not'));
  input.write('two\n');
  expect(await answer).toBe('two');
  // The reader of lines moves the cursor itself.
  expect(written.join('')).toContain('Which �]0;title��?');
  expect(written.join('')).toContain('not �2J that');
});

test('Ctrl-D at a question interrupts the run, as Ctrl-C does', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const answer = ask('Which?', (text) => text, new AbortController().signal);
  input.end();
  await expect(answer).rejects.toMatchObject({ exitCode: 130 });
});

test('everything that is printed passes this file', async () => {
  const folder = new URL('../', import.meta.url);
  const files = await readdir(folder, { recursive: true });
  const isSource = (path: string) => path.endsWith('.ts') && !/test\.ts$|testing/.test(path);
  const printingFiles: string[] = [];
  for (const path of files.filter(isSource)) {
    const source = await readFile(new URL(path, folder), 'utf8');
    const isPrinting = /std(?:out|err)\.write\((?!makePrintable)|console\./.test(source);
    if (isPrinting) printingFiles.push(path);
  }
  // The entry prints the version before anything else is loaded.
  expect(printingFiles).toEqual(['main.ts']);
});
