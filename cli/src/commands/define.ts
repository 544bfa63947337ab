/** How a command is defined: flags, settings, help and action in one value, the types of the options inferred from it. */
import { Command, type Option as CommanderOption } from 'commander';
import { type Flags, wordSettings } from '../config/layers.ts';
import type { SettingWord } from '../config/settings.ts';
import type { ExitCode } from '../process/exit.ts';

/** What a command's module exports: the command, whose action answers an exit code through `finish`. */
export interface CommandModule {
  /** @param finish is told the exit code of an action */
  command: (finish: (code: ExitCode) => void, all: CommandList) => Command;
}

/** Commands by name, each with its line in the list, and what loads it when it is called. */
export type CommandList = Readonly<
  Record<string, readonly [summary: string, load: () => Promise<CommandModule>]>
>;

/** An option, named after its key: `maxInFlight` is `--max-in-flight`. */
export interface Option<T> {
  /** What stands after the flag, e.g. `<n>`; left out for one that is on or off. */
  placeholder?: string;
  help: string;
  /** @param before what the same option gave before, where it may be repeated */
  read?: (text: string, before: T | undefined) => T;
  initial?: T;
  /** What may follow, for a shell to complete. */
  words?: readonly string[];
}
// biome-ignore lint/suspicious/noExplicitAny: options of any value; each is typed where it is defined.
export type Options = Readonly<Record<string, Option<any>>>;
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
  /** After the options: examples and whatever else is to be known. */
  help: string;
  run: (values: Values<O> & Flags, ...given: A) => Promise<ExitCode>;
}

/** @returns what makes the command; `finish` is told the exit code of its action */
export function defineCommand<O extends Options, A extends readonly unknown[] = []>({
  name,
  description,
  arguments: given,
  settings = [],
  options,
  help,
  run,
}: Definition<O, A>): (finish: (code: ExitCode) => void) => Command {
  return (finish) => {
    const command = new Command(name).description(description).addHelpText('after', help);
    for (const one of given ?? []) command.argument(one.name, one.help);
    for (const { key, declaration, help, words } of wordSettings) {
      if (settings.includes(key)) keepWords(command.option(declaration, help), words);
    }
    if (settings.length > 0) {
      command
        .option(
          '--config <file>',
          'the configuration file (default: admissions.config.json, if it exists)',
        )
        .option('--profile <name>', 'the profile of the configuration file to use');
    }
    for (const [key, { placeholder, help, read, initial, words }] of Object.entries(options)) {
      const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const declaration = placeholder === undefined ? flag : `${flag} ${placeholder}`;
      if (read) command.option(declaration, help, read, initial);
      else command.option(declaration, help);
      keepWords(command, words);
    }
    return command.action(async () => {
      finish(await run(command.opts(), ...(command.processedArgs as unknown as A)));
    });
  };
}

const optionWords = new WeakMap<CommanderOption, readonly string[]>();

/** Of the option that was declared last. */
function keepWords(command: Command, words: readonly string[] | undefined): void {
  const option = command.options.at(-1);
  if (option && words) optionWords.set(option, words);
}

/** @returns what may follow an option; `undefined` where that is no list */
export function wordsOfOption(option: CommanderOption): readonly string[] | undefined {
  return optionWords.get(option);
}

/** The settings of every command that makes calls in a dialect. */
export const backendSettings = ['dialect', 'timeoutMs'] as const satisfies SettingWord[];
/** The settings of every command that calls one backend. */
export const targetSettings = [
  'target',
  ...backendSettings,
  'wait',
] as const satisfies SettingWord[];
/** All others: they say how an applicant walks. */
export const journeySettings: readonly SettingWord[] = wordSettings
  .map(({ key }) => key)
  .filter((key) => !targetSettings.some((one) => one === key));
