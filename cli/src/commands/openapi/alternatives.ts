/**
 * A schema as a list of alternatives, each of one kind: however it is written (`anyOf`, `oneOf`, a list of types,
 * `nullable`, `const`, references), what means the same looks the same.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, keysOf, listOf, objectOf, own, without } from './json.ts';
import type { Resolve } from './references.ts';

export type Kind = 'any' | 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

/** What one alternative asks, by keyword; without its type. */
export interface Alternative {
  kind: Kind;
  keywords: Json;
}

/** @returns no alternative for the schema that nothing fits; notes such as descriptions are left out */
export function alternativesOf(schema: unknown, resolve: Resolve): Alternative[] {
  return plain(schema, resolve, []).flatMap(split);
}

/** @returns schemas without reference, alternatives and, as far as they go together, `allOf` */
function plain(schema: unknown, resolve: Resolve, within: readonly unknown[]): Json[] {
  if (schema === true) return [{}];
  if (schema === false) return [];
  // What is no schema is compared as a word of its own.
  if (!isObject(schema)) return [{ 'not a schema': schema }];
  const { anyOf, oneOf, nullable, ...rest } = together(schema, resolve, within);
  const inner = [...within, resolve(schema)];
  const branches = anyOf ?? oneOf;
  const beside = anyOf !== undefined && oneOf !== undefined ? { ...rest, oneOf } : rest;
  const all = Array.isArray(branches)
    ? branches.flatMap((branch) =>
        plain(branch, resolve, inner).map((one) =>
          keysOf(beside).length > 0 ? merge(beside, one) : one,
        ),
      )
    : [beside];
  return nullable === true ? [...all, { type: 'null' }] : all;
}

/** The schema, what it refers to and what it names under `allOf`, as one. */
function together(schema: Json, resolve: Resolve, within: readonly unknown[]): Json {
  const part = (value: unknown): Json => {
    const target = resolve(value);
    if (target === true) return {};
    // A circle, or out of the document: only the address can be compared.
    if (target === undefined || within.includes(target)) return { $ref: objectOf(value).$ref };
    if (!isObject(target)) return { 'not a schema': target };
    return together(target, resolve, [...within, target]);
  };
  const { $ref: reference, ...rest } = schema;
  const isReference = typeof reference === 'string';
  const parts = [...(isReference ? [{ $ref: reference }] : []), ...listOf(schema.allOf)];
  return parts.map(part).reduce<Json>(merge, without(isReference ? rest : schema, 'allOf'));
}

const kinds: readonly Kind[] = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** Keywords that say something about one kind of values only. */
const keywordsOf: Partial<Record<Kind, RegExp>> = {
  array: /^((min|max)?(Items|Contains)|items|contains|uniqueItems|prefixItems)$/,
  number: /^(minimum|maximum|exclusiveM\w+|multipleOf)$/,
  object: /^(properties|required|additionalProperties|(min|max)Properties|patternProperties)$/,
  string: /^(minLength|maxLength|pattern|content(MediaType|Encoding))$/,
};

function split(schema: Json): Alternative[] {
  const { type, const: only, enum: values, ...rest } = schema;
  const allowed = 'const' in schema ? [only] : Array.isArray(values) ? values : undefined;
  return kindsOf(type, allowed, rest).flatMap((name): Alternative[] => {
    const kind = name === 'integer' ? 'number' : (name as Kind);
    const fitting = allowed?.filter((value) => kind === 'any' || kindOf(value) === kind);
    if (fitting?.length === 0) return [];
    const keywords = Object.entries(rest).filter(([key]) =>
      kinds.every((other) => other === kind || kind === 'any' || !keywordsOf[other]?.test(key)),
    );
    if (name === 'integer') keywords.push(['integer', true]);
    if (fitting && kind !== 'null') keywords.push(['enum', fitting]);
    return [{ kind, keywords: Object.fromEntries(keywords) }];
  });
}

function kindsOf(type: unknown, allowed: readonly unknown[] | undefined, rest: Json): string[] {
  if (type !== undefined) {
    const names = [...new Set([type].flat().map(String))];
    return names.includes('number') ? names.filter((name) => name !== 'integer') : names;
  }
  if (allowed) return [...new Set(allowed.map(kindOf))];
  const meant = kinds.find((kind) => Object.keys(rest).some((key) => keywordsOf[kind]?.test(key)));
  return [meant ?? 'any'];
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
}

/** @returns one schema; what does not go together stays beside the rest under `allOf` */
function merge(a: Json, b: Json): Json {
  const merged: Record<string, unknown> = {};
  const apart: Record<string, unknown> = {};
  const [first, second] = [without(a), without(b)];
  for (const key of keysOf(first, second)) {
    const [x, y] = [own(first, key), own(second, key)];
    const one = x === undefined ? y : y === undefined ? x : unite(key, x, y);
    if (one === undefined) apart[key] = y;
    merged[key] = one ?? x;
  }
  if (Object.keys(apart).length > 0) merged.allOf = [...listOf(merged.allOf), apart];
  return merged;
}

const lowerBound = /^(min[A-Z]\w*|minimum)$/;
const upperBound = /^(max[A-Z]\w*|maximum)$/;

/** @returns `undefined` for what does not go together */
function unite(key: string, x: unknown, y: unknown): unknown {
  if (isDeepStrictEqual(x, y)) return x;
  if (key === 'allOf') return [...listOf(x), ...listOf(y)];
  if (key === 'required') return [...new Set([...listOf(x), ...listOf(y)])];
  if (key === 'properties') return uniteProperties(objectOf(x), objectOf(y));
  if (key === 'enum') return listOf(x).filter((value) => listOf(y).includes(value));
  if (key === 'type') return uniteTypes(x, y);
  if (key === 'additionalProperties' && (x === true || y === true)) return x === true ? y : x;
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  if (lowerBound.test(key)) return Math.max(x, y);
  return upperBound.test(key) ? Math.min(x, y) : undefined;
}

function uniteProperties(x: Json, y: Json): Json {
  return Object.fromEntries(
    keysOf(x, y).map((name) => {
      const [one, other] = [own(x, name), own(y, name)];
      if (one === undefined || other === undefined) return [name, one ?? other];
      return [name, isDeepStrictEqual(one, other) ? one : { allOf: [one, other] }];
    }),
  );
}

function uniteTypes(x: unknown, y: unknown): unknown {
  const common = [x].flat().filter((type) => [y].flat().includes(type));
  if (common.length > 0) return common.length === 1 ? common[0] : common;
  const all = [x, y].flat();
  return all.includes('integer') && all.includes('number') ? 'integer' : undefined;
}
