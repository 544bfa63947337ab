/** What can be completed, from the commands themselves. */
import type { Command } from 'commander';
import { wordsOfOption } from '../define.ts';

export interface CompletedCommand {
  name: string;
  summary: string;
  flags: readonly CompletedFlag[];
  /** Words its argument may be; `files` for the name of a file. */
  argument: readonly string[] | 'files';
}

export interface CompletedFlag {
  /** e.g. `--max-in-flight` */
  name: string;
  help: string;
  /** What follows; left out where nothing does. Without words and files it may be anything. */
  follows?: Follows;
}

export interface Follows {
  words: readonly string[];
  /** Whether it may be the name of a file. */
  files: boolean;
}

/** @param argument the words its argument may be */
export function completedCommand(
  command: Command,
  summary: string,
  argument: readonly string[],
): CompletedCommand {
  const flags = command.options.map((option): CompletedFlag => {
    const { long, description } = option;
    const words = wordsOfOption(option) ?? [];
    const files = /[<|]file|=file/.test(option.flags);
    const takes = option.required || option.optional;
    return {
      name: long ?? '',
      help: description.replace(/ \(default: .*\)$/, ''),
      ...(takes ? { follows: { words, files } } : {}),
    };
  });
  return {
    name: command.name(),
    summary,
    flags,
    argument: argument.length > 0 ? argument : 'files',
  };
}
