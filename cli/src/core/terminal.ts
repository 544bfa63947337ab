/** Output to the terminal: results to stdout, everything else to stderr, colours only in a terminal. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import { CliError, exitCodes } from './exit.ts';
import { readTextSync, writeOutput } from './files.ts';
import { makeInterruptedError } from './interruption.ts';
import { runSecrets } from './secrets.ts';

type Style = Parameters<typeof styleText>[0];

/**
 * Stands for the escape character of our own styles until a text is printed. It is random, so that no text from outside
 * can contain it.
 */
const styleMark = `\u001b${randomBytes(8).toString('hex')}`;

/**
 * @returns the text with styles, when `stream` is a terminal that supports colours (NO_COLOR and FORCE_COLOR are
 * respected)
 */
export function paint(
  style: Style,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  if (!usesColor(stream)) return text;
  const [start = '', end = ''] = styleText(style, '|', { validateStream: false })
    .replaceAll('\u001b', styleMark)
    .split('|');
  return start + text + end;
}

function usesColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return Boolean(stream.isTTY) && TERM !== 'dumb';
}

/**
 * How many columns a line of results may have: those of the terminal, within a readable range; 80 in a file or a pipe,
 * so that a mail or a log always looks the same.
 */
export function readLineWidth(stream: NodeJS.WriteStream = process.stdout): number {
  if (!stream.isTTY || !stream.columns) return 80;
  return Math.min(Math.max(stream.columns, 40), 120);
}

/** Prints a line of results to stdout. */
export function print(line = ''): void {
  process.stdout.write(makePrintable(`${line}\n`));
}

/** Prints a line to stderr: progress, warnings and questions. */
export function printNotice(line: string): void {
  process.stderr.write(makePrintable(`${line}\n`));
}

/**
 * What every text passes before it is printed: it has none of the run's secrets, no characters that control a terminal
 * other than our own styles, and no commands for a runner that reads its log.
 */
export function makePrintable(text: string): string {
  const styledText = runSecrets.hide(text).split(styleMark).map(escapeControls).join('\u001b');
  // Azure, TeamCity and GitHub take what begins like this for a command, wherever it stands in a log.
  const textWithoutCommands = styledText.replace(/##(?=\w*\[)/g, '# #');
  return process.env.GITHUB_ACTIONS
    ? breakUpLineCommands(textWithoutCommands)
    : textWithoutCommands;
}

/** Breaks up lines that a GitHub runner takes for commands; elsewhere they may be addresses. */
function breakUpLineCommands(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.trimStart().startsWith('::') ? line.replace('::', ': :') : line))
    .join('\n');
}

/**
 * Prints a result, or writes it to the file of `--output`. That option exists because some shells write UTF-16 with
 * `>`.
 * @param text without the line break at its end
 * @throws {CliError} (exit 2) when it cannot be written
 */
export async function printTo(outputPath: string | undefined, text: string): Promise<void> {
  if (outputPath === undefined) return print(text);
  writeOutput(outputPath, `${stripVTControlCharacters(makePrintable(text))}\n`);
  printNotice(`Written to ${outputPath}.`);
}

/**
 * Makes foreign text safe to show: characters that would move the cursor, colour or reorder the terminal's text become
 * visible marks. Line breaks and tabs stay.
 */
export function escapeControls(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Ends the process when its output cannot be written. */
export function endWhenUnwritable(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader such as `head` closes the pipe when it has enough, which is no error.
      if (error.code === 'EPIPE') process.exit();
      if (stream === process.stdout)
        printNotice(`error: the output cannot be written: ${error.message}`);
      process.exit(exitCodes.wrongUsage);
    });
  }
}

/** In milliseconds: how often a progress line appears in a log. */
const logEveryMs = 10_000;

/** A progress line that is overwritten until it is done; outside a terminal, a new line every ten seconds. */
export function createProgressLine(stream: NodeJS.WriteStream = process.stderr) {
  const isLive = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
  let lastProgressText = '';
  let logTimer: NodeJS.Timeout | undefined;
  return {
    showProgress(foreignText: string) {
      const text = makePrintable(foreignText.replaceAll('\n', ' '));
      if (isLive) stream.write(`\r\u001b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
      lastProgressText = text;
      logTimer ??= isLive
        ? undefined
        : setInterval(() => stream.write(`${lastProgressText}\n`), logEveryMs).unref();
    },
    clearLine() {
      if (isLive) stream.write('\r\u001b[K');
      clearInterval(logTimer);
      logTimer = undefined;
    },
  };
}

/* Questions to the person at the terminal. They go to stderr, because stdout is for results only. */

/**
 * Repeats a question until the answer is valid.
 * @param acceptAnswer returns the value of an answer, or throws what is wrong with it
 * @throws {CliError} (exit 2) where nobody is at a terminal, (exit 130) on Ctrl-C and Ctrl-D
 */
export async function ask<T>(
  question: string,
  acceptAnswer: (answer: string) => T | Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (!process.stdin.isTTY) {
    throw new CliError(
      `there is no terminal to ask at ("${question}"): set another adapter in admissions.config.json`,
    );
  }
  const lineReader = createInterface({ input: process.stdin, output: process.stderr });
  // readline catches Ctrl-C, so it is passed on to the process.
  lineReader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Ctrl-D ends the input, after which no answer comes.
  const inputEnd = new AbortController();
  lineReader.once('close', () => inputEnd.abort());
  const questionSignal = AbortSignal.any([signal, inputEnd.signal]);
  try {
    for (;;) {
      const answer = await lineReader.question(`${makePrintable(question)} `, {
        signal: questionSignal,
      });
      try {
        return await acceptAnswer(answer.trim());
      } catch (error) {
        printNotice((error as Error).message);
      }
    }
  } catch (error) {
    if (questionSignal.aborted) throw makeInterruptedError();
    throw error;
  } finally {
    lineReader.close();
  }
}

function keepSecret(secret: string): string {
  runSecrets.add(secret);
  return secret;
}

/* Secrets of the settings. The configuration file only says where they are stored. */

/** Where a secret is stored: the name of an environment variable, or a file that holds nothing else. */
interface SecretSource {
  variableName?: string;
  filePath?: string;
}

/**
 * Reads a secret.
 * @param description e.g. `the mailbox's password`
 * @param folder the folder that relative paths start from
 * @throws {CliError} (exit 2) when it is missing
 */
export function readSecret(
  { variableName, filePath }: SecretSource,
  description: string,
  folder: string,
): string {
  if (filePath !== undefined) {
    try {
      return keepSecret(readTextSync(resolve(folder, filePath)).replace(/\r?\n$/, ''));
    } catch (error) {
      throw new CliError(
        `${description} cannot be read from ${filePath}: ${(error as Error).message}`,
      );
    }
  }
  const secret = variableName === undefined ? undefined : process.env[variableName];
  if (secret) return keepSecret(secret);
  throw new CliError(
    `${description} is expected in the environment variable ${variableName}, which is not set`,
  );
}
