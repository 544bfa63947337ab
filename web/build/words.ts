/** The texts of a module of words, and the same module in another language. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A text, or a function that makes one of its parameters. */
export type Leaf = string | ((...parameters: never[]) => unknown);

/** Keys of what is no text, and the same in every language. */
const noText = new Set(['id', 'icon', 'who']);

/** Whether a value of this key may be translated. */
function isText(key = '', value: unknown): value is Leaf {
  return !noText.has(key) && (typeof value === 'string' || typeof value === 'function');
}

/** @returns the entries of an object, a list or a map; nothing for anything else */
function entriesOf(value: unknown): [key: string, value: unknown][] | undefined {
  if (value instanceof Map) return Array.from(value, ([key, one]) => [String(key), one]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

/** @returns every text in a module of words or in a catalogue, by its path, e.g. `texts.info.items.0` */
export function leavesOf(
  value: unknown,
  path: readonly string[] = [],
): [path: string, leaf: Leaf][] {
  const entries = entriesOf(value);
  if (entries) return entries.flatMap(([key, one]) => leavesOf(one, [...path, key]));
  return isText(path.at(-1), value) ? [[path.join('.'), value]] : [];
}

/** @returns the names of a function's parameters: what a translation may say in braces */
export function parametersOf(leaf: Leaf): string[] {
  if (typeof leaf === 'string') return [];
  const [, list = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(leaf.toString()) ?? [];
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

// Texts in ICU's message syntax are compiled, so that the browser gets none of it.

/**
 * @param message e.g. `{count, plural, one {# question} other {# questions}}`
 * @returns an expression in JavaScript in which its parameters are variables; `plural(n)` names a number's category
 * @throws {SyntaxError} for what is no such message, or uses more of the syntax than texts and choices
 */
function compiled(message: string): string {
  return joined(parse(message, { ignoreTag: true, requiresOtherClause: true }));
}

/** @param number the parameter that `#` stands for */
function joined(elements: readonly MessageFormatElement[], number = ''): string {
  return `\`${elements.map((element) => part(element, number)).join('')}\``;
}

function part(element: MessageFormatElement, number: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[`\\]|\$\{/g, '\\$&');
    case TYPE.argument:
      return `\${${element.value}}`;
    case TYPE.pound:
      return `\${${number}}`;
    case TYPE.select:
    case TYPE.plural: {
      const { type, value, options } = element;
      const cases = Object.entries(options).map(
        ([name, { value: inner }]) => `${JSON.stringify(name)}:${joined(inner, value)}`,
      );
      const chosen = type === TYPE.plural ? `plural(${value})` : value;
      // `=0` and the like come before the categories.
      const exact = type === TYPE.plural ? `t["="+${value}]??` : '';
      return `\${(t=>${exact}t[${chosen}]??t.other)({${cases.join()}})}`;
    }
    default:
      throw new SyntaxError(`{${'value' in element ? element.value : '#'}, …}: not used here`);
  }
}

/** @returns the names of a message's parameters */
export function parametersIn(message: string): Set<string> {
  const names = new Set<string>();
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound) names.add(element.value);
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const { value } of Object.values(element.options)) visit(value);
      }
    }
  };
  visit(parse(message, { ignoreTag: true }));
  return names;
}

/**
 * @param words what the English module exports
 * @param catalogue the same structure with texts in the other language; those of functions in ICU's message syntax
 * @param current the file that exports `plural`
 * @returns the source of a module that exports the same names
 * @throws {Error} naming the text that is missing or wrong
 */
export function translated(
  words: Readonly<Record<string, unknown>>,
  catalogue: unknown,
  current: string,
): string {
  const texts = new Map(entriesOf(catalogue) ?? []);
  const exported = Object.entries(words).map(
    ([name, value]) => `export const ${name}=${source(value, texts.get(name), [name])};`,
  );
  const imported = `import { plural } from ${JSON.stringify(current)};`;
  return [imported, ...exported].join('\n');
}

function source(value: unknown, text: unknown, path: readonly string[]): string {
  const entries = entriesOf(value);
  if (!entries)
    return isText(path.at(-1), value) ? textOf(value, text, path) : JSON.stringify(value);
  const texts = new Map(entriesOf(text) ?? []);
  const parts = entries.map(
    ([key, one]) => [JSON.stringify(key), source(one, texts.get(key), [...path, key])] as const,
  );
  if (Array.isArray(value)) return `[${parts.map(([, part]) => part).join()}]`;
  const object = `{${parts.map((part) => part.join(':')).join()}}`;
  return value instanceof Map ? `new Map(Object.entries(${object}))` : object;
}

function textOf(value: Leaf, text: unknown, path: readonly string[]): string {
  if (typeof text !== 'string') throw new Error(`${path.join('.')} is missing`);
  if (typeof value === 'string') return JSON.stringify(text);
  return `(${parametersOf(value).join()})=>${compiled(text)}`;
}
