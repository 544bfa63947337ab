import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { command as anyCommand } from '../../cli/src/commands/config.ts';

/** The project's folder. */
export const root = new URL('../../', import.meta.url);

export function read(path: string): Promise<string> {
  return readFile(new URL(path, root), 'utf8');
}

/** @returns every script in a workflow or a job */
export function scripts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(run|(before_|after_)?script)$/.test(key) ? [inner].flat().map(String) : scripts(inner),
  );
}

/** Checks a script's syntax without running it. @throws what the shell says */
export function checkShell(shell: 'bash' | 'sh', script: string): void {
  execFileSync(shell, ['-n'], { input: script, stdio: ['pipe', 'ignore', 'pipe'] });
}

/** Reads a Markdown page: its code blocks, its links and its anchors. */

/** A fenced block. */
export interface Block {
  /** The text after the opening fence, e.g. `ts sdk/examples/login.ts`. */
  info: string;
  text: string;
}

const fenced = /^( *)(`{3,})([^`\n]*)\n(.*?)^\1\2 *$\n?/gms;

export function blocks(page: string): Block[] {
  return Array.from(page.matchAll(fenced), ([, , , info = '', text = '']) => ({
    info: info.trim(),
    text,
  }));
}

/** @returns the targets of its links and pictures, except those outside the project */
export function links(page: string): string[] {
  const prose = withoutCode(page);
  const found = [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g),
    ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g),
    ...prose.matchAll(/^\[[^\]]+\]: *(\S+)/gm),
  ].map(([, link = '']) => link);
  return found.filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** @returns the anchors of its headings, as GitHub makes them */
export function anchors(page: string): Set<string> {
  const seen = new Map<string, number>();
  const made = Array.from(
    page.replace(fenced, '').matchAll(/^#{1,6} +(.+?) *#* *$/gm),
    ([, heading = '']) => {
      const anchor = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    },
  );
  return new Set(made);
}

/** Links in code are not links. */
function withoutCode(page: string): string {
  return page.replace(fenced, '').replace(/(`+)(?:(?!\1).)+\1/gs, '');
}

// Reads the rules of docs/rules: each second heading is one.

const folder = new URL('../../docs/rules/', import.meta.url);

interface WrittenRule {
  /** E.g. `accounts#one-account-an-address`. */
  name: string;
  title: string;
  /** Its sentences, then its lines that begin with Open, Tolerated or Not checked; no links, no tables. */
  text: string[];
}

interface RulePage {
  /** The file's name without `.md`. */
  name: string;
  title: string;
  rules: WrittenRule[];
}

/** @returns the pages but for the index, in the order of their names */
export function rulePages(): RulePage[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => toPage(file.replace('.md', ''), readFileSync(new URL(file, folder), 'utf8')));
}

/** @returns the rules of all pages */
export function writtenRules(): WrittenRule[] {
  return rulePages().flatMap(({ rules }) => rules);
}

function toPage(name: string, text: string): RulePage {
  const [head = '', ...sections] = text.split(/^## +/m);
  // The page's title has an anchor too.
  const [, ...places] = anchors(text);
  return {
    name,
    title: /^# +(.+)/.exec(head)?.[1] ?? '',
    rules: sections.map((section, at) => {
      const [title = '', ...lines] = section.split('\n');
      return { name: `${name}#${places[at]}`, title, text: plain(lines) };
    }),
  };
}

function plain(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.trim() && !/^(\||<!--)/.test(line))
    .map((line) => line.replace(/^- /, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
}

// Finds the `admissions …` command lines of a text, and checks that the command accepts them.

const commands = new URL('../../cli/src/commands/', import.meta.url);

/**
 * Finds command lines in prose: `admissions`, a word, and then options.
 * @returns the words of each, without `admissions` and without quotes; shell variables stay as written
 */
export const commandLines = (text: string) =>
  linesLike(/(?<![\w/.-])admissions ([a-z]+ --(?:"[^"]*"|'[^']*'|[^\n"'`|;&<>),])*)/g, text);

/** Finds every command line of a code block, with or without options. */
export const blockLines = (block: string) =>
  linesLike(/(?<![\w/.@-])admissions ([a-z]+\b(?:"[^"]*"|'[^']*'|[^\n"'`|;&<>()])*)/g, block);

const linesLike = (pattern: RegExp, text: string): string[][] =>
  Array.from(text.replace(/\\\n\s*/g, ' ').matchAll(pattern), ([, line = '']) => words(line));

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
