/** What JSON of unknown origin is. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the object, or an empty one for anything else */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** @returns the list, or an empty one for anything else */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Keys that are for people and change nothing. */
const notes: ReadonlySet<string> = new Set([
  '$comment',
  '$id',
  '$schema',
  '$defs',
  'definitions',
  'deprecated',
  'description',
  'example',
  'examples',
  'externalDocs',
  'summary',
  'tags',
  'title',
  'xml',
]);

export function isNote(key: string): boolean {
  return notes.has(key);
}

/** @returns the object without its notes and without these keys */
export function without(value: Json, ...keys: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !isNote(key) && !keys.includes(key)),
  );
}

/** @returns every key that one of them has, in order */
export function keysOf(...objects: readonly Json[]): string[] {
  return [...new Set(objects.flatMap((one) => Object.keys(one)))];
}

/** @returns the value under a key of its own: a field may be called "constructor" */
export function own(value: Json, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** @returns a value as it is told in one line, cut at 60 characters */
export function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
