/** Reads the rules of docs/rules: each second heading is one. */
import { readdirSync, readFileSync } from 'node:fs';
import { anchors } from './markdown.ts';

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
