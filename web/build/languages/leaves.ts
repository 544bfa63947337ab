/** The texts of a module of words, by their keys. */

/** A text, or a function that makes one of its parameters. */
export type Leaf = string | ((...parameters: never[]) => unknown);

/** Keys of what is no text, and the same in every language. */
const noText = new Set(['id', 'icon', 'who']);

/** Whether a value of this key may be translated. */
export function isText(key = '', value: unknown): value is Leaf {
  return !noText.has(key) && (typeof value === 'string' || typeof value === 'function');
}

/** @returns the entries of an object, a list or a map; nothing for anything else */
export function entriesOf(value: unknown): [key: string, value: unknown][] | undefined {
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
