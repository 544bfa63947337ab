/** The `admissions …` command lines of a text, and whether the command takes them. */
import { readdir } from 'node:fs/promises';
import type { command as anyCommand } from '../../cli/src/commands/config.ts';

const commands = new URL('../../cli/src/commands/', import.meta.url);

/**
 * Finds what is a command line and no prose: `admissions`, a word, and then options.
 * @returns words of each, without `admissions` and without quotes; what the shell fills in stays as it is written
 */
export function commandLines(text: string): string[][] {
  const joined = text.replace(/\\\n\s*/g, ' ');
  return Array.from(
    joined.matchAll(/(?<![\w/.-])admissions ([a-z]+ --(?:"[^"]*"|'[^']*'|[^\n"'`|;&<>),])*)/g),
    ([, line = '']) => words(line),
  );
}

/** Finds every command line of a block of code: there `admissions` and a word are no prose, options or not. */
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
 * Parses a command line with the options of the command itself, and runs nothing.
 * @throws what commander says of an option it does not know; an error for a command that is not there
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
