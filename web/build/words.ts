/** Reads the texts of a `*-words.ts` module, and writes the same module in another language. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A text, or a function that makes a text from its parameters. */
export type Leaf = string | ((...parameters: never[]) => unknown);

/** Keys of values that are not translated. */
const untranslatedKeys = new Set(['id', 'icon', 'who']);

/** Whether a value under this key can be translated. */
function isTranslatable(key = '', value: unknown): value is Leaf {
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
  return isTranslatable(pathSegments.at(-1), value) ? [[pathSegments.join('.'), value]] : [];
}

/** @returns the problems of a module's texts: one is missing, unused, or has other parameters than the English one */
export function problemsOf(englishLeaves: ReadonlyMap<string, Leaf>, catalogue: unknown): string[] {
  const translatedLeaves = new Map(leavesOf(catalogue));
  const missingPaths = [...englishLeaves.keys()].filter((path) => !translatedLeaves.has(path));
  const unusedPaths = [...translatedLeaves.keys()].filter((path) => !englishLeaves.has(path));
  const mismatchedLeaves = [...englishLeaves].filter(([path, leaf]) => {
    const translation = translatedLeaves.get(path);
    if (typeof leaf !== 'function' || translation === undefined) return false;
    return parametersIn(String(translation)).join() !== [...Array(leaf.length).keys()].join();
  });
  return [
    ...missingPaths.map((path) => `${path} is missing`),
    ...unusedPaths.map((path) => `${path} is no text of the site`),
    ...mismatchedLeaves.map(
      ([path, { length }]) => `${path} has other parameters than the English ${length}`,
    ),
  ];
}

/** @returns the numbers of a message's parameters, sorted */
function parametersIn(message: string): number[] {
  const parameterNumbers = new Set<number>();
  const collectNumbers = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound)
        parameterNumbers.add(Number(element.value));
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const { value: valueParts } of Object.values(element.options))
          collectNumbers(valueParts);
      }
    }
  };
  collectNumbers(parse(message, { ignoreTag: true }));
  return [...parameterNumbers].sort((a, b) => a - b);
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

/** @returns a template literal of the elements. @param poundParameter the parameter that `#` stands for */
function compileElements(elements: readonly MessageFormatElement[], poundParameter = ''): string {
  return `\`${elements.map((element) => compileElement(element, poundParameter)).join('')}\``;
}

function compileElement(element: MessageFormatElement, poundParameter: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[`\\]|\$\{/g, '\\$&');
    case TYPE.argument:
      return `\${p${element.value}}`;
    case TYPE.pound:
      return `\${${poundParameter}}`;
    case TYPE.select:
    case TYPE.plural: {
      const { type, options } = element;
      const parameterName = `p${element.value}`;
      const caseSources = Object.entries(options).map(
        ([caseName, { value: caseElements }]) =>
          `${JSON.stringify(caseName)}:${compileElements(caseElements, parameterName)}`,
      );
      const caseKeySource = type === TYPE.plural ? `plural(${parameterName})` : parameterName;
      // Exact cases such as `=0` are tried before the categories.
      const exactCaseSource = type === TYPE.plural ? `t["="+${parameterName}]??` : '';
      return `\${(t=>${exactCaseSource}t[${caseKeySource}]??t.other)({${caseSources.join()}})}`;
    }
    default:
      throw new SyntaxError(`{${'value' in element ? element.value : '#'}, …}: not used here`);
  }
}

/**
 * @param englishExports the exports of the English module
 * @param catalogue the same structure in the other language; functions are texts in ICU message syntax
 * @param currentModulePath the file that exports `plural`
 * @returns the source code of a module with the same exports
 */
export function translateModule(
  englishExports: Readonly<Record<string, unknown>>,
  catalogue: unknown,
  currentModulePath: string,
): string {
  const translations = new Map(entriesOf(catalogue) ?? []);
  const exportSources = Object.entries(englishExports).map(
    ([name, value]) => `export const ${name}=${sourceOf(value, translations.get(name), name)};`,
  );
  const importSource = `import { plural } from ${JSON.stringify(currentModulePath)};`;
  return [importSource, ...exportSources].join('\n');
}

function sourceOf(value: unknown, translation: unknown, key: string): string {
  const entries = entriesOf(value);
  if (!entries)
    return isTranslatable(key, value)
      ? makeTextSource(value, String(translation))
      : JSON.stringify(value);
  const translations = new Map(entriesOf(translation) ?? []);
  const entrySources = entries.map(
    ([key, child]) => [JSON.stringify(key), sourceOf(child, translations.get(key), key)] as const,
  );
  if (Array.isArray(value)) return `[${entrySources.map(([, part]) => part).join()}]`;
  const objectSource = `{${entrySources.map((keyAndSource) => keyAndSource.join(':')).join()}}`;
  return value instanceof Map ? `new Map(Object.entries(${objectSource}))` : objectSource;
}

function makeTextSource(value: Leaf, text: string): string {
  if (typeof value === 'string') return JSON.stringify(text);
  const parameterNames = Array.from({ length: value.length }, (_, index) => `p${index}`);
  return `(${parameterNames.join()})=>${compileMessage(text)}`;
}
