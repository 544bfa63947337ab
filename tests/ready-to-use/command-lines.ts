/** Finds the `admissions …` command lines of a text, and checks that the command accepts them. */
import { readdir } from 'node:fs/promises';
import type { command as anyCommand } from '../../cli/src/commands/config.ts';

const commands = new URL('../../cli/src/commands/', import.meta.url);

/**
 * Finds command lines in prose: `admissions`, a word, and then options.
 * @returns the words of each, without `admissions` and without quotes; shell variables stay as written
 */
export function commandLines(text: string): string[][] {
  const joined = text.replace(/\\\n\s*/g, ' ');
  return Array.from(
    joined.matchAll(/(?<![\w/.-])admissions ([a-z]+ --(?:"[^"]*"|'[^']*'|[^\n"'`|;&<>),])*)/g),
    ([, line = '']) => words(line),
  );
}

/** Finds every command line of a code block, with or without options. */
export function blockLines(block: string): string[][] {
  const joined = block.replace(/\\\n\s*/g, ' ');
  return Array.from(
    joined.matchAll(/(?<![\w/.@-])admissions ([a-z]+\b(?:"[^"]*"|'[^']*'|[^\n"'`|;&<>()])*)/g),
    ([, line = '']) => words(line),
  );
}

function words(line: string): string[] {
  const found = line.replace(/\s#\s.*$/, '').match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return found.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/**
 * Parses a command line with the command's own options, without running it. @throws commander's error for an unknown option or command
 */
export async function parseLine([name = '', ...args]: readonly string[]): Promise<void> {
  const files = await readdir(commands);
  if (!files.includes(`${name}.ts`)) throw new Error(`there is no command "${name}"`);
  const module = (await import(new URL(`${name}.ts`, commands).href)) as {
    command: typeof anyCommand;
  };
  const command = module.command(() => {});
  command.exitOverride().configureOutput({ writeErr: () => {} });
  await command.action(() => {}).parseAsync(args, { from: 'user' });
}
