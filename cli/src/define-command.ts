/**
 * Defines commands: flags, settings, help and action in one value, from which the types of the options are inferred.
 */
import { Command, InvalidArgumentError } from 'commander';
import { type Flags, flagSettings } from './core/configuration.ts';
import { didYouMean, type ExitCode } from './core/exit.ts';
import { fillInDate } from './core/files.ts';
import type { FlagSettingKey } from './core/settings.ts';
import type { ReportFile } from './report/files.ts';

/** What the module of a command exports. */
export interface CommandModule {
  /** @param finish called with the exit code of the command's action */
  command: (finish: (exitCode: ExitCode) => void) => Command;
}

/** An option, named after its key: `maxInFlight` is `--max-in-flight`. */
export interface Option<T> {
  /** The placeholder after the flag, e.g. `<n>`; left out for an option without a value. */
  valuePlaceholder?: string;
  helpText: string;
  /**
   * Parses the option's text.
   * @param earlierValue the value so far, of an option that may be repeated
   */
  parseText?: (text: string, earlierValue: T | undefined) => T;
  initialValue?: T;
}
// biome-ignore lint/suspicious/noExplicitAny: options of any value; each is typed where it is defined.
type Options = Readonly<Record<string, Option<any>>>;
export type Values<O extends Options> = {
  [K in keyof O]: O[K] extends Option<infer T> ? T : never;
};

/** An argument: `[name]` may be left out, `<name...>` takes several. */
export interface Argument<T> {
  name: string;
  helpText: string;
  /** Never set: it only carries the argument's type. */
  typeCarrier?: T;
}

interface Definition<O extends Options, A extends readonly unknown[]> {
  name: string;
  description: string;
  arguments?: { readonly [I in keyof A]: Argument<A[I]> };
  /** The settings that the command takes as flags; `--config` and `--profile` are added to them. */
  settings?: readonly FlagSettingKey[];
  options: O;
  helpText: string;
  run: (values: Values<O> & Flags, ...argumentValues: A) => Promise<ExitCode>;
}

/** @returns a function that makes the command; its `finish` is called with the exit code of the action */
export function defineCommand<O extends Options, A extends readonly unknown[] = []>({
  name,
  description,
  arguments: argumentList,
  settings = [],
  options,
  helpText,
  run,
}: Definition<O, A>): (finish: (exitCode: ExitCode) => void) => Command {
  return (finish) => {
    const command = new Command(name).description(description).addHelpText('after', helpText);
    for (const commandArgument of argumentList ?? [])
      command.argument(commandArgument.name, commandArgument.helpText);
    for (const { settingKey, optionDeclaration, helpText } of flagSettings) {
      if (settings.includes(settingKey)) command.option(optionDeclaration, helpText);
    }
    if (settings.length > 0) {
      command
        .option(
          '--config <file>',
          'the configuration file (default: admissions.config.json, if it exists)',
        )
        .option('--profile <name>', 'the profile of the configuration file to use');
    }
    for (const [key, { valuePlaceholder, helpText, parseText, initialValue }] of Object.entries(
      options,
    )) {
      const optionFlag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const flagSyntax =
        valuePlaceholder === undefined ? optionFlag : `${optionFlag} ${valuePlaceholder}`;
      if (parseText) command.option(flagSyntax, helpText, parseText, initialValue);
      else command.option(flagSyntax, helpText);
    }
    return command.action(async () => {
      finish(await run(command.opts(), ...(command.processedArgs as unknown as A)));
    });
  };
}

/** The settings of every command that makes calls in a dialect. */
const backendSettings = ['dialect', 'timeoutMs'] as const satisfies FlagSettingKey[];
/** The settings of every command that calls one backend. */
export const targetSettings = [
  'target',
  ...backendSettings,
  'wait',
] as const satisfies FlagSettingKey[];
/** All other settings: they say how an applicant walks through her journey. */
export const journeySettings: readonly FlagSettingKey[] = flagSettings
  .map(({ settingKey }) => settingKey)
  .filter((settingKey) => !targetSettings.some((targetKey) => targetKey === settingKey));

/* Options by the kind of their value. Mistakes are reported as commander reports its own (exit 2). */

/** An option without a value. */
export function makeBooleanOption(helpText: string): Option<boolean | undefined> {
  return { helpText };
}

/** An option with a value. `parseText` parses it; without `parseText` it stays text. */
export function makeValueOption(placeholder: string, helpText: string): Option<string | undefined>;
export function makeValueOption<T>(
  placeholder: string,
  helpText: string,
  parseText: (text: string, earlierValue: T | undefined) => T,
): Option<T | undefined>;
export function makeValueOption<T>(
  placeholder: string,
  helpText: string,
  parseText: (text: string) => T,
  initialValue: T,
): Option<T>;
export function makeValueOption<T>(
  valuePlaceholder: string,
  helpText: string,
  parseText?: (text: string, earlierValue: T | undefined) => T,
  initialValue?: T,
): Option<T | undefined> {
  return { valuePlaceholder, helpText, parseText, initialValue };
}

/** An option that may be repeated. */
export function makeRepeatedOption(
  placeholder: string,
  helpText: string,
): Option<string[] | undefined> {
  return makeValueOption(placeholder, helpText, (text: string, earlierValues: string[] = []) => [
    ...earlierValues,
    text,
  ]);
}

/** `--report FORMAT=FILE`, which may be repeated. */
export function makeReportOption<F extends string>(
  helpText: string,
  allowedFormats: readonly F[],
): Option<ReportFile<F>[] | undefined> {
  const parseReport = (text: string, earlierReports: ReportFile<F>[] = []) => [
    ...earlierReports,
    parseReportFile(text, allowedFormats),
  ];
  return makeValueOption('<format=file>', helpText, parseReport);
}

/** @throws {InvalidArgumentError} when the text is no `FORMAT=FILE`, suggesting a similar format */
export function parseReportFile<F extends string>(
  text: string,
  allowedFormats: readonly F[],
): ReportFile<F> {
  const [, name = '', path = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const format = allowedFormats.find((candidate) => candidate === name.trim().toLowerCase());
  if (format && path) return { format, path: fillInDate(path) };
  const knownFormatsText = `Formats are ${allowedFormats.join(', ')}`;
  if (format || !text.includes('=')) {
    throw new InvalidArgumentError(
      `It must be FORMAT=FILE, e.g. ${allowedFormats[0]}=FILE. ${knownFormatsText}.`,
    );
  }
  throw new InvalidArgumentError(
    `There is no format "${name}"${didYouMean(name, allowedFormats)}. ${knownFormatsText}.`,
  );
}

/** @returns what the reports name as long as the settings are not read */
export function nameTarget({ target, profile }: { target?: unknown; profile?: unknown }): string {
  if (typeof target === 'string') return target;
  return typeof profile === 'string' ? `profile ${profile}` : 'an unknown target';
}

export function makeArgument(name: `<${string}>`, helpText: string): Argument<string> {
  return { name, helpText };
}

/** @returns a parser of whole numbers from `min` to `max` */
export function makeWholeNumberParser(
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  const rangeText = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  return (text) => {
    if (/^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number ${rangeText}.`);
  };
}

/** Parses a number above zero, e.g. 0.5. */
export function parsePositiveNumber(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number above 0.');
}

/** @returns a parser that accepts only these words */
export function makeWordParser<W extends string>(allowedWords: readonly W[]): (text: string) => W {
  return (text) => {
    const word = allowedWords.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(
      `Known are ${allowedWords.join(', ')}${didYouMean(text, allowedWords)}.`,
    );
  };
}
