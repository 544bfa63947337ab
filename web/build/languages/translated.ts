/** Turns a module of words into the same module in another language. */
import { entriesOf, isText, type Leaf, parametersOf } from './leaves.ts';
import { compiled } from './message.ts';

/**
 * @param words what the English module exports
 * @param catalogue the same structure with texts in the other language; those of functions in ICU's message syntax
 * @param plural the file of `plural`
 * @returns the source of a module that exports the same names
 * @throws {Error} naming the text that is missing or wrong
 */
export function translated(
  words: Readonly<Record<string, unknown>>,
  catalogue: unknown,
  plural: string,
): string {
  const texts = new Map(entriesOf(catalogue) ?? []);
  const exported = Object.entries(words).map(
    ([name, value]) => `export const ${name}=${source(value, texts.get(name), [name])};`,
  );
  const imported = `import { plural } from ${JSON.stringify(plural)};`;
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
