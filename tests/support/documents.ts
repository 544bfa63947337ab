/** Reads the project's documents: Markdown pages, the rules, and the command lines in them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { command as anyCommand } from '../../cli/src/commands/doctor.ts';

/** The project's folder. */
export const projectRoot = new URL('../../', import.meta.url);

/** @param path below the project's folder */
export function readProjectFile(path: string): Promise<string> {
  return readFile(new URL(path, projectRoot), 'utf8');
}

/** @returns every shell script in a workflow or a job of a CI service, at any depth */
export function findScripts(yamlValue: unknown): string[] {
  if (typeof yamlValue !== 'object' || yamlValue === null) return [];
  return Object.entries(yamlValue).flatMap(([key, child]) =>
    /^(run|(before_|after_)?script)$/.test(key) ? [child].flat().map(String) : findScripts(child),
  );
}

/** Checks a script's syntax without running it. @throws {Error} with the shell's message */
export function checkShellSyntax(shell: 'bash' | 'sh', script: string): void {
  execFileSync(shell, ['-n'], { input: script, stdio: ['pipe', 'ignore', 'pipe'] });
}

// Markdown pages: code blocks, links and anchors.

/** A fenced code block. */
export interface CodeBlock {
  /** The text after the opening fence, e.g. `ts sdk/examples/login.ts`. */
  infoString: string;
  text: string;
}

const fencedBlockPattern = /^( *)(`{3,})([^`\n]*)\n(.*?)^\1\2 *$\n?/gms;

/** @returns the fenced code blocks of a page, in their order */
export function readCodeBlocks(pageText: string): CodeBlock[] {
  return Array.from(
    pageText.matchAll(fencedBlockPattern),
    ([, , , infoString = '', text = '']) => ({
      infoString: infoString.trim(),
      text,
    }),
  );
}

/** @returns the targets of a page's links and pictures, except those outside the project */
export function findLinks(pageText: string): string[] {
  const prose = removeCode(pageText);
  const linkTargets = [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g),
    ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g),
    ...prose.matchAll(/^\[[^\]]+\]: *(\S+)/gm),
  ].map(([, link = '']) => link);
  return linkTargets.filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** @returns the anchors of a page's headings, as GitHub makes them */
export function findAnchors(pageText: string): Set<string> {
  const anchorCounts = new Map<string, number>();
  const anchorNames = Array.from(
    pageText.replace(fencedBlockPattern, '').matchAll(/^#{1,6} +(.+?) *#* *$/gm),
    ([, heading = '']) => {
      const anchor = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
      const count = anchorCounts.get(anchor) ?? 0;
      anchorCounts.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    },
  );
  return new Set(anchorNames);
}

/** Removes code, in which a link is not a link. */
function removeCode(pageText: string): string {
  return pageText.replace(fencedBlockPattern, '').replace(/(`+)(?:(?!\1).)+\1/gs, '');
}

// The rules in docs/rules: each heading of the second level begins a rule.

const rulesFolder = new URL('../../docs/rules/', import.meta.url);

interface DocumentedRule {
  /** E.g. `accounts#one-account-an-address`. */
  name: string;
  title: string;
  /** Its sentences, then its lines that begin with Open, Tolerated or Not checked, without link targets and tables. */
  textLines: string[];
}

interface RulePage {
  /** The file's name without `.md`. */
  name: string;
  title: string;
  rules: DocumentedRule[];
}

/** @returns the pages except the index, sorted by name */
export function readRulePages(): RulePage[] {
  return readdirSync(rulesFolder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) =>
      parseRulePage(file.replace('.md', ''), readFileSync(new URL(file, rulesFolder), 'utf8')),
    );
}

/** @returns the rules of all pages */
export function readRules(): DocumentedRule[] {
  return readRulePages().flatMap(({ rules }) => rules);
}

function parseRulePage(name: string, pageText: string): RulePage {
  const [introduction = '', ...sections] = pageText.replace(fencedBlockPattern, '').split(/^## +/m);
  // The first anchor is that of the page's title.
  const [, ...ruleAnchors] = findAnchors(pageText);
  return {
    name,
    title: /^# +(.+)/.exec(introduction)?.[1] ?? '',
    rules: sections.map((section, index) => {
      const [title = '', ...lines] = section.split('\n');
      return { name: `${name}#${ruleAnchors[index]}`, title, textLines: toPlainLines(lines) };
    }),
  };
}

function toPlainLines(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.trim() && !/^(\||<!--)/.test(line))
    .map((line) => line.replace(/^- /, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
}

// Finds the `admissions …` command lines of a text, and checks that the command accepts them.

const commandsFolder = new URL('../../cli/src/commands/', import.meta.url);

/**
 * Finds command lines in prose: `admissions`, a word, and then options.
 * @returns the words of each, without `admissions` and without quotes; shell variables stay as written
 */
export const findCommandLines = (text: string) =>
  matchCommandLines(
    /(?<![\w/.-])(?:@one-planet\/)?admissions ([a-z]+ --(?:"[^"]*"|'[^']*'|[^\n"'`|;&<>),])*)/g,
    text,
  );

/** Finds every command line of a code block, with or without options. */
export const findBlockCommandLines = (block: string) =>
  matchCommandLines(
    /(?<![\w/.@-])(?:@one-planet\/)?admissions ([a-z]+\b(?:"[^"]*"|'[^']*'|[^\n"'`|;&<>()])*)/g,
    block,
  );

const matchCommandLines = (pattern: RegExp, text: string): string[][] =>
  Array.from(text.replace(/\\\n\s*/g, ' ').matchAll(pattern), ([, line = '']) => splitWords(line));

function splitWords(line: string): string[] {
  const words = line.replace(/\s#\s.*$/, '').match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

async function loadCommand(name: string) {
  const { command: makeCommand } = (await import(new URL(`${name}.ts`, commandsFolder).href)) as {
    command?: typeof anyCommand;
  };
  return makeCommand?.(() => {});
}

/** @returns the options of all commands, e.g. `--report` */
export async function listOptionFlags(): Promise<ReadonlySet<string>> {
  const names = (await readdir(commandsFolder))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replace(/\.ts$/, ''));
  const commands = await Promise.all(names.map(loadCommand));
  return new Set(
    commands.flatMap((command) => command?.options.map(({ long }) => long ?? '') ?? []),
  );
}

/**
 * Parses a command line with the options of the command, without running it.
 * @param commandLine the words after `admissions`
 * @throws {Error} for an unknown command or option
 */
export async function parseCommandLine([name = '', ...args]: readonly string[]): Promise<void> {
  const command = await loadCommand(name).catch(() => undefined);
  if (!command) throw new Error(`there is no command "${name}"`);
  command.exitOverride().configureOutput({ writeErr: () => {} });
  await command.action(() => {}).parseAsync(args, { from: 'user' });
}
