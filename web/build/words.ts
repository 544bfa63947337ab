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

/** @returns what is wrong with the texts of a module: one is missing, unused, or has other parameters */
export function problemsOf(words: ReadonlyMap<string, Leaf>, catalogue: unknown): string[] {
  const texts = new Map(leavesOf(catalogue));
  const missing = [...words.keys()].filter((path) => !texts.has(path));
  const unused = [...texts.keys()].filter((path) => !words.has(path));
  const odd = [...words].filter(([path, leaf]) => {
    const text = texts.get(path);
    if (typeof leaf !== 'function' || text === undefined) return false;
    return parametersIn(String(text)).join() !== [...Array(leaf.length).keys()].join();
  });
  return [
    ...missing.map((path) => `${path} is missing`),
    ...unused.map((path) => `${path} is no text of the site`),
    ...odd.map(([path, { length }]) => `${path} has other parameters than the English ${length}`),
  ];
}

/** @returns the numbers of a message's parameters, in order */
function parametersIn(message: string): number[] {
  const numbers = new Set<number>();
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound)
        numbers.add(Number(element.value));
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const { value } of Object.values(element.options)) visit(value);
      }
    }
  };
  visit(parse(message, { ignoreTag: true }));
  return [...numbers].sort((a, b) => a - b);
}

// Texts in ICU's message syntax are compiled, so that the browser gets none of it.

/**
 * @param message e.g. `{0, plural, one {# question} other {# questions}}`
 * @returns an expression in JavaScript in which `p0` is the first parameter; `plural(n)` names a number's category
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
      return `\${p${element.value}}`;
    case TYPE.pound:
      return `\${${number}}`;
    case TYPE.select:
    case TYPE.plural: {
      const { type, options } = element;
      const value = `p${element.value}`;
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

/**
 * @param words what the English module exports
 * @param catalogue the same structure with texts in the other language; those of functions in ICU's message syntax
 * @param current the file that exports `plural`
 * @returns the source of a module that exports the same names
 */
export function translated(
  words: Readonly<Record<string, unknown>>,
  catalogue: unknown,
  current: string,
): string {
  const texts = new Map(entriesOf(catalogue) ?? []);
  const exported = Object.entries(words).map(
    ([name, value]) => `export const ${name}=${source(value, texts.get(name), name)};`,
  );
  const imported = `import { plural } from ${JSON.stringify(current)};`;
  return [imported, ...exported].join('\n');
}

function source(value: unknown, text: unknown, key: string): string {
  const entries = entriesOf(value);
  if (!entries) return isText(key, value) ? textOf(value, String(text)) : JSON.stringify(value);
  const texts = new Map(entriesOf(text) ?? []);
  const parts = entries.map(
    ([key, one]) => [JSON.stringify(key), source(one, texts.get(key), key)] as const,
  );
  if (Array.isArray(value)) return `[${parts.map(([, part]) => part).join()}]`;
  const object = `{${parts.map((part) => part.join(':')).join()}}`;
  return value instanceof Map ? `new Map(Object.entries(${object}))` : object;
}

function textOf(value: Leaf, text: string): string {
  if (typeof value === 'string') return JSON.stringify(text);
  const parameters = Array.from({ length: value.length }, (_, index) => `p${index}`);
  return `(${parameters.join()})=>${compiled(text)}`;
}
