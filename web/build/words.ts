/** Reads the texts of a `*-words.ts` module, and writes the same module in another language. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A text, or a function that makes a text from its parameters. */
export type Leaf = string | ((...parameters: never[]) => unknown);

/** Keys of values that are not translated. */
const untranslatedKeys = new Set(['id', 'icon', 'who']);

/** Whether a value under this key can be translated. */
function isText(key = '', value: unknown): value is Leaf {
  return !untranslatedKeys.has(key) && (typeof value === 'string' || typeof value === 'function');
}

/** @returns the entries of an object, a list or a map; `undefined` for anything else */
function entriesOf(value: unknown): [key: string, value: unknown][] | undefined {
  if (value instanceof Map) return Array.from(value, ([key, item]) => [String(key), item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

/** @returns every text in a module or a catalogue with its path, e.g. `texts.info.items.0` */
export function leavesOf(
  value: unknown,
  pathSegments: readonly string[] = [],
): [path: string, leaf: Leaf][] {
  const entries = entriesOf(value);
  if (entries) return entries.flatMap(([key, child]) => leavesOf(child, [...pathSegments, key]));
  return isText(pathSegments.at(-1), value) ? [[pathSegments.join('.'), value]] : [];
}

/** @returns the problems of a module's texts: one is missing, unused, or has other parameters than the English one */
export function problemsOf(words: ReadonlyMap<string, Leaf>, catalogue: unknown): string[] {
  const texts = new Map(leavesOf(catalogue));
  const missingPaths = [...words.keys()].filter((path) => !texts.has(path));
  const unusedPaths = [...texts.keys()].filter((path) => !words.has(path));
  const mismatched = [...words].filter(([path, leaf]) => {
    const text = texts.get(path);
    if (typeof leaf !== 'function' || text === undefined) return false;
    return parametersIn(String(text)).join() !== [...Array(leaf.length).keys()].join();
  });
  return [
    ...missingPaths.map((path) => `${path} is missing`),
    ...unusedPaths.map((path) => `${path} is no text of the site`),
    ...mismatched.map(
      ([path, { length }]) => `${path} has other parameters than the English ${length}`,
    ),
  ];
}

/** @returns the numbers of a message's parameters, sorted */
function parametersIn(message: string): number[] {
  const numbers = new Set<number>();
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound)
        numbers.add(Number(element.value));
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const { value: valueParts } of Object.values(element.options)) visit(valueParts);
      }
    }
  };
  visit(parse(message, { ignoreTag: true }));
  return [...numbers].sort((a, b) => a - b);
}

// Texts in ICU message syntax are compiled, so that the browser needs no parser.

/**
 * @param message e.g. `{0, plural, one {# question} other {# questions}}`
 * @returns a JavaScript expression in which `p0` is the first parameter; `plural(n)` returns a number's plural category
 * @throws {SyntaxError} for an invalid message, or one that uses more of the syntax than arguments and choices
 */
function compileMessage(message: string): string {
  return compileElements(parse(message, { ignoreTag: true, requiresOtherClause: true }));
}

/** @returns a template literal of the elements. @param number the parameter that `#` stands for */
function compileElements(elements: readonly MessageFormatElement[], number = ''): string {
  return `\`${elements.map((element) => compileElement(element, number)).join('')}\``;
}

function compileElement(element: MessageFormatElement, number: string): string {
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
        ([name, { value: inner }]) => `${JSON.stringify(name)}:${compileElements(inner, value)}`,
      );
      const key = type === TYPE.plural ? `plural(${value})` : value;
      // Exact cases such as `=0` are tried before the categories.
      const exactCase = type === TYPE.plural ? `t["="+${value}]??` : '';
      return `\${(t=>${exactCase}t[${key}]??t.other)({${cases.join()}})}`;
    }
    default:
      throw new SyntaxError(`{${'value' in element ? element.value : '#'}, …}: not used here`);
  }
}

/**
 * @param words the exports of the English module
 * @param catalogue the same structure in the other language; functions are texts in ICU message syntax
 * @param current the file that exports `plural`
 * @returns the source code of a module with the same exports
 */
export function translateModule(
  words: Readonly<Record<string, unknown>>,
  catalogue: unknown,
  current: string,
): string {
  const texts = new Map(entriesOf(catalogue) ?? []);
  const exported = Object.entries(words).map(
    ([name, value]) => `export const ${name}=${sourceOf(value, texts.get(name), name)};`,
  );
  const imported = `import { plural } from ${JSON.stringify(current)};`;
  return [imported, ...exported].join('\n');
}

function sourceOf(value: unknown, text: unknown, key: string): string {
  const entries = entriesOf(value);
  if (!entries) return isText(key, value) ? textOf(value, String(text)) : JSON.stringify(value);
  const texts = new Map(entriesOf(text) ?? []);
  const parts = entries.map(
    ([key, child]) => [JSON.stringify(key), sourceOf(child, texts.get(key), key)] as const,
  );
  if (Array.isArray(value)) return `[${parts.map(([, part]) => part).join()}]`;
  const object = `{${parts.map((typeAndParts) => typeAndParts.join(':')).join()}}`;
  return value instanceof Map ? `new Map(Object.entries(${object}))` : object;
}

function textOf(value: Leaf, text: string): string {
  if (typeof value === 'string') return JSON.stringify(text);
  const parameters = Array.from({ length: value.length }, (_, index) => `p${index}`);
  return `(${parameters.join()})=>${compileMessage(text)}`;
}
