/** How a command is defined: flags, settings, help and action in one value, the types of the options inferred from it. */
import { Command, InvalidArgumentError } from 'commander';
import { type Flags, wordSettings } from '../core/configuration.ts';
import { didYouMean, type ExitCode } from '../core/exit.ts';
import type { SettingWord } from '../core/settings.ts';
import type { ReportFile } from '../report/files.ts';

/** The exports of a command's module: the command, whose action answers an exit code through `finish`. */
export interface CommandModule {
  /** @param finish gets the exit code of an action */
  command: (finish: (code: ExitCode) => void) => Command;
}

/** An option, named after its key: `maxInFlight` is `--max-in-flight`. */
export interface Option<T> {
  /** The placeholder after the flag, e.g. `<n>`; left out for one that is on or off. */
  placeholder?: string;
  help: string;
  /** @param earlierValue the value so far, where the option may be repeated */
  read?: (text: string, earlierValue: T | undefined) => T;
  initial?: T;
}
// biome-ignore lint/suspicious/noExplicitAny: options of any value; each is typed where it is defined.
type Options = Readonly<Record<string, Option<any>>>;
export type Values<O extends Options> = {
  [K in keyof O]: O[K] extends Option<infer T> ? T : never;
};

/** An argument; `[name]` may be left out, `<name...>` takes several. */
export interface Argument<T> {
  name: string;
  help: string;
  /** For its type alone. */
  value?: T;
}

interface Definition<O extends Options, A extends readonly unknown[]> {
  name: string;
  description: string;
  arguments?: { readonly [I in keyof A]: Argument<A[I]> };
  /** The settings it takes as flags; `--config` and `--profile` come with them. */
  settings?: readonly SettingWord[];
  options: O;
  help: string;
  run: (values: Values<O> & Flags, ...argumentValues: A) => Promise<ExitCode>;
}

/** @returns what makes the command; `finish` gets the exit code of its action */
export function defineCommand<O extends Options, A extends readonly unknown[] = []>({
  name,
  description,
  arguments: argumentList,
  settings = [],
  options,
  help,
  run,
}: Definition<O, A>): (finish: (code: ExitCode) => void) => Command {
  return (finish) => {
    const command = new Command(name).description(description).addHelpText('after', help);
    for (const argument of argumentList ?? []) command.argument(argument.name, argument.help);
    for (const { key, declaration, help } of wordSettings) {
      if (settings.includes(key)) command.option(declaration, help);
    }
    if (settings.length > 0) {
      command
        .option(
          '--config <file>',
          'the configuration file (default: admissions.config.json, if it exists)',
        )
        .option('--profile <name>', 'the profile of the configuration file to use');
    }
    for (const [key, { placeholder, help, read, initial }] of Object.entries(options)) {
      const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const declaration = placeholder === undefined ? flag : `${flag} ${placeholder}`;
      if (read) command.option(declaration, help, read, initial);
      else command.option(declaration, help);
    }
    return command.action(async () => {
      finish(await run(command.opts(), ...(command.processedArgs as unknown as A)));
    });
  };
}

/** The settings of every command that makes calls in a dialect. */
const backendSettings = ['dialect', 'timeoutMs'] as const satisfies SettingWord[];
/** The settings of every command that calls one backend. */
export const targetSettings = [
  'target',
  ...backendSettings,
  'wait',
] as const satisfies SettingWord[];
/** All others: they say how an applicant walks. */
export const journeySettings: readonly SettingWord[] = wordSettings
  .map(({ key }) => key)
  .filter((key) => !targetSettings.some((targetKey) => targetKey === key));

/* Options by the kind of their value: mistakes are reported in commander's own way (exit 2). */

/** An option that is on or off. */
export function flag(help: string): Option<boolean | undefined> {
  return { help };
}

/** An option with a value; `read` parses it, by default it stays text. */
export function value(placeholder: string, help: string): Option<string | undefined>;
export function value<T>(
  placeholder: string,
  help: string,
  read: (text: string, earlierValue: T | undefined) => T,
): Option<T | undefined>;
export function value<T>(
  placeholder: string,
  help: string,
  read: (text: string) => T,
  initial: T,
): Option<T>;
export function value<T>(
  placeholder: string,
  help: string,
  read?: (text: string, earlierValue: T | undefined) => T,
  initial?: T,
): Option<T | undefined> {
  return { placeholder, help, read, initial };
}

/** An option that may be given several times. */
export function values(placeholder: string, help: string): Option<string[] | undefined> {
  return value(placeholder, help, (text: string, earlierValues: string[] = []) => [
    ...earlierValues,
    text,
  ]);
}

/** `--report FORMAT=FILE`, which may be given several times. */
export function reports<F extends string>(
  help: string,
  formats: readonly F[],
): Option<ReportFile<F>[] | undefined> {
  const read = (text: string, earlierReports: ReportFile<F>[] = []) => {
    const [, name = '', file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const format = formats.find((candidate) => candidate === name.trim().toLowerCase());
    if (format && file) return [...earlierReports, { format, file }];
    const formatsText = `Formats are ${formats.join(', ')}`;
    if (format || !text.includes('=')) {
      throw new InvalidArgumentError(
        `It must be FORMAT=FILE, e.g. ${formats[0]}=FILE. ${formatsText}.`,
      );
    }
    throw new InvalidArgumentError(
      `There is no format "${name}"${didYouMean(name, formats)}. ${formatsText}.`,
    );
  };
  return value('<format=file>', help, read);
}

export function argument(name: `<${string}>`, help: string): Argument<string> {
  return { name, help };
}

/** @returns a reader of whole numbers between two bounds */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  return (text) => {
    if (/^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Reads a number above zero, e.g. 0.5. */
export function positive(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number above 0.');
}

/** @returns a reader of one of some words */
export function oneOf<W extends string>(words: readonly W[]): (text: string) => W {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`Known are ${words.join(', ')}${didYouMean(text, words)}.`);
  };
}
