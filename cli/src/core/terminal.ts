/** Results go to stdout, talk to stderr; colours only where a person looks. */
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import { CliError, exitCodes } from './exit.ts';
import { readTextSync, writeOutput } from './files.ts';
import { interrupted } from './interruption.ts';

type Style = Parameters<typeof styleText>[0];

/** @returns the text styled, when `stream` is a terminal that wants colours (NO_COLOR and FORCE_COLOR are honoured) */
export function paint(
  style: Style,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return wantsColor(stream) ? styleText(style, text, { validateStream: false }) : text;
}

function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return Boolean(stream.isTTY) && TERM !== 'dumb';
}

/**
 * How many columns a line of results may take: those of the terminal, within what can be read; 80 in a file or a
 * pipe, so that a mail or a log looks the same everywhere.
 */
export function lineWidth(stream: NodeJS.WriteStream = process.stdout): number {
  if (!stream.isTTY || !stream.columns) return 80;
  return Math.min(Math.max(stream.columns, 40), 120);
}

/** A line of results. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** A line of talk. */
export function talk(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Prints a result, or writes it to the file of `--output`: what a shell writes with `>` is UTF-16 on some systems.
 * @param text without the line break at its end
 * @throws {CliError} (exit 2) when it cannot be written
 */
export async function printTo(output: string | undefined, text: string): Promise<void> {
  if (output === undefined) return print(text);
  await writeOutput(output, `${stripVTControlCharacters(text)}\n`);
  talk(`Written to ${output}.`);
}

/**
 * Text that came from elsewhere as it may be shown: what would move the cursor, colour or reorder a terminal's
 * text becomes a visible mark; line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Ends the process when its output cannot be written. */
export function endWhenUnwritable(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader such as `head` closes the pipe when it has enough, which is no error.
      if (error.code === 'EPIPE') process.exit();
      if (stream === process.stdout) talk(`error: the output cannot be written: ${error.message}`);
      process.exit(exitCodes.wrongUsage);
    });
  }
}

/** Lines in a log while a run goes on: often enough to see that it lives, in milliseconds. */
const logEveryMs = 10_000;

/** A line that is written over until it is done; off a terminal, a new one every ten seconds. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr) {
  const isLive = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
  let lastText = '';
  let timer: NodeJS.Timeout | undefined;
  return {
    show(text: string) {
      if (isLive) stream.write(`\r\u001b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
      lastText = text;
      timer ??= isLive
        ? undefined
        : setInterval(() => stream.write(`${lastText}\n`), logEveryMs).unref();
    },
    clear() {
      if (isLive) stream.write('\r\u001b[K');
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/* Questions to the person at the terminal, on stderr: results have stdout to themselves. */

/**
 * Asks until an answer is fit.
 * @param accept returns what is made of it, or throws what is wrong
 * @throws {CliError} (exit 2) where nobody sits at a terminal, (exit 130) on Ctrl-C
 */
export async function ask<T>(
  question: string,
  accept: (answer: string) => T | Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (!process.stdin.isTTY) {
    throw new CliError(
      `there is no terminal to ask at ("${question}"): set another adapter in admissions.config.json`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // readline catches Ctrl-C, so it is passed on to the process.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    for (;;) {
      const answer = await terminal.question(`${question} `, { signal });
      try {
        return await accept(answer.trim());
      } catch (error) {
        process.stderr.write(`${(error as Error).message}\n`);
      }
    }
  } catch (error) {
    if (signal.aborted) throw interrupted();
    throw error;
  } finally {
    terminal.close();
  }
}

/* Secrets of the settings: never in the configuration file, but where it says they are. */

/** Where a secret is: the name of an environment variable, or a file that holds it alone. */
interface SecretSource {
  env?: string;
  file?: string;
}

/**
 * Reads a secret.
 * @param description e.g. `the mailbox's password`
 * @param folder where the path of a file starts
 * @throws {CliError} (exit 2) when it is not there
 */
export function readSecret(
  { env, file }: SecretSource,
  description: string,
  folder: string,
): string {
  if (file !== undefined) {
    try {
      return readTextSync(resolve(folder, file)).replace(/\r?\n$/, '');
    } catch (error) {
      throw new CliError(`${description} cannot be read from ${file}: ${(error as Error).message}`);
    }
  }
  const value = env === undefined ? undefined : process.env[env];
  if (value) return value;
  throw new CliError(
    `${description} is expected in the environment variable ${env}, which is not set`,
  );
}
