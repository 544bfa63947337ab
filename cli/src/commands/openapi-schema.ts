/** Whether everything that one schema allows is allowed by another, however both are written. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, listOf, objectOf, own, type Resolve } from './openapi-document.ts';

/** Where one schema allows what the other does not. */
export interface Excess {
  /** Of the field, e.g. `roles[].name`; empty for the whole. */
  path: string;
  what: string;
}

export interface Schema {
  schema: unknown;
  resolve: Resolve;
}

/** Whose words these are, in sentences: the narrower schema's, then the wider one's. */
export type Names = readonly [narrow: string, wide: string];

/** A schema used again and again within others would list its differences endlessly. */
const most = 50;

/**
 * Compares two schemas of two documents.
 * @param readsAll whether a field that only the first declares counts: in a request nobody would read it
 * @returns where the first allows what the second does not; empty when all of it fits
 */
export function excessOf(narrow: Schema, wide: Schema, names: Names, readsAll: boolean): Excess[] {
  const found = new Map<unknown, Map<unknown, Excess[]>>();

  const compare = (first: unknown, second: unknown, path: string): Excess[] => {
    const [a, b] = [narrow.resolve(first), wide.resolve(second)];
    const known = found.get(a)?.get(b);
    if (known) return at(path, known);
    // A schema that comes back to itself has been compared where it began.
    const remember = (excess: Excess[]) => found.set(a, (found.get(a) ?? new Map()).set(b, excess));
    remember([]);
    const all = compareAll(
      alternativesOf(first, narrow.resolve),
      alternativesOf(second, wide.resolve),
    );
    const more = all.length - most;
    const excess = more > 0 ? [...all.slice(0, most), { path: '', what: `and ${more} more` }] : all;
    // Objects only: a reference that leads nowhere is `undefined`, whichever it is.
    if (typeof a === 'object' && typeof b === 'object') remember(excess);
    else found.get(a)?.delete(b);
    return at(path, excess);
  };

  const compareAll = (first: readonly Alternative[], second: readonly Alternative[]): Excess[] =>
    first.flatMap((one) => {
      const candidates = second.filter(({ kind }) => kind === 'any' || kind === one.kind);
      const tries = candidates.map((other) => compareOne(one, other));
      if (tries.some((excess) => excess.length === 0)) return [];
      if (tries.length === 1) return tries[0] ?? [];
      const kinds = [...new Set(second.map(({ kind }) => kind))].join(' or ') || 'nothing';
      const what = tries.length === 0 ? nameOf(one) : `${nameOf(one)} in this form`;
      return [{ path: '', what: `${names[0]} allows ${what}, ${names[1]} ${kinds}` }];
    });

  const compareOne = (first: Alternative, second: Alternative): Excess[] => {
    const [a, b] = [first.keywords, second.keywords];
    return [
      ...compareFields(a, b),
      ...compareKeywords(a, b, names),
      ...listOf(b.allOf).flatMap((condition) => compareCondition(first, condition)),
    ];
  };

  /** A condition beside the rest is kept when one like it, or all of the rest together, asks for it. */
  const compareCondition = ({ kind, keywords }: Alternative, condition: unknown): Excess[] => {
    const whole = { ...keywords, ...(kind === 'any' ? {} : { type: kind }) };
    const keeps = [...listOf(keywords.allOf), whole].some(
      (one) => compare(one, condition, '').length === 0,
    );
    const what = `only ${names[1]} has the condition ${shown(condition)}`;
    return keeps ? [] : [{ path: '', what }];
  };

  const compareFields = (a: Json, b: Json): Excess[] => [
    ...compareProperties(a, b),
    ...compareOthers(a.additionalProperties ?? true, b.additionalProperties ?? true),
    ...('items' in b ? compare(a.items ?? true, b.items, '[]') : []),
  ];

  const compareProperties = (a: Json, b: Json): Excess[] => {
    const [inA, inB] = [objectOf(a.properties), objectOf(b.properties)];
    const needed = listOf(b.required).map(String);
    const missing = needed.filter((name) => !listOf(a.required).includes(name));
    const onlyA = Object.keys(inA).filter((name) => !Object.hasOwn(inB, name));
    return [
      ...missing.map((path) => {
        const instead = Object.hasOwn(inA, path) ? 'optional' : 'not';
        return { path, what: `required in ${names[1]}, ${instead} in ${names[0]}` };
      }),
      ...Object.keys(inB).flatMap((name) =>
        Object.hasOwn(inA, name)
          ? compare(own(inA, name), own(inB, name), name)
          : compareUndeclared(a.additionalProperties, own(inB, name), name),
      ),
      ...onlyA.flatMap((path): Excess[] => {
        if (b.additionalProperties === false) {
          return [{ path, what: `not allowed in ${names[1]}` }];
        }
        if (isObject(b.additionalProperties)) {
          return compare(own(inA, path), b.additionalProperties, path);
        }
        const isFree = Object.keys(inB).length === 0;
        return readsAll && !isFree ? [{ path, what: `not in ${names[1]}` }] : [];
      }),
    ];
  };

  /** Where others are allowed without saying which, a field that is not declared is none. */
  const compareUndeclared = (others: unknown, second: unknown, name: string): Excess[] =>
    isObject(others) ? compare(others, second, name) : [];

  const compareOthers = (a: unknown, b: unknown): Excess[] => {
    if (b === true || a === false) return [];
    if (b === false) return [{ path: '', what: `other fields are not allowed in ${names[1]}` }];
    return compare(a, b, '*');
  };

  return compare(narrow.schema, wide.schema, '');
}

function at(path: string, all: readonly Excess[]): Excess[] {
  return all.map((one) => {
    const joined = path && one.path && !one.path.startsWith('[') ? `${path}.${one.path}` : null;
    return { ...one, path: joined ?? path + one.path };
  });
}

/** @returns a value in one line, cut at 60 characters */
function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function nameOf({ kind, keywords }: Alternative): string {
  if (kind === 'any') return 'anything';
  return Array.isArray(keywords.enum) ? keywords.enum.map(shown).join(', ') : kind;
}

const lower = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];
const upper = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];
const elsewhere = ['properties', 'required', 'additionalProperties', 'items', 'allOf'];

/** Keywords the second asks for, and the first does not. */
function compareKeywords(first: Json, second: Json, names: Names): Excess[] {
  const [a, b] = [withBounds(first), withBounds(second)];
  return Object.keys(b)
    .filter((key) => !elsewhere.includes(key) && !keeps(a, b, key))
    .map((key) => {
      const [narrow, wide] = [own(a, key), own(b, key)];
      if (key !== 'enum') {
        const what = `${key}: ${shown(narrow)} in ${names[0]}, ${shown(wide)} in ${names[1]}`;
        return { path: '', what };
      }
      const more = listOf(narrow).filter((one) => !isIn(wide, one));
      const allowed = more.length > 0 ? more.map(shown).join(', ') : 'others';
      const only = listOf(wide).map(shown).join(', ');
      return { path: '', what: `${names[0]} allows ${allowed}, ${names[1]} only ${only}` };
    });
}

function isIn(list: unknown, value: unknown): boolean {
  return listOf(list).some((one) => isDeepStrictEqual(one, value));
}

/** @returns whether what `a` asks for is as much as `b` asks for under a key */
function keeps(a: Json, b: Json, key: string): boolean {
  const [x, y] = [own(a, key), own(b, key)];
  if (isDeepStrictEqual(x, y)) return true;
  if (Array.isArray(a.enum)) {
    if (key === 'enum') return a.enum.every((value) => isIn(y, value));
    if (a.enum.every((value) => allows(key, y, value))) return true;
  }
  // What must be more than a number is not less than it.
  const one = x ?? (key === 'minimum' ? a.exclusiveMinimum : a.exclusiveMaximum);
  const other = key === 'exclusiveMinimum' ? a.minimum : undefined;
  if (typeof other === 'number' && other > Number(y)) return true;
  if (typeof one !== 'number' || typeof y !== 'number') return false;
  return (lower.includes(key) && one >= y) || (upper.includes(key) && one <= y);
}

/** Whether one value of a list keeps a keyword; `false` where that is not known. */
function allows(key: string, limit: unknown, value: unknown): boolean {
  if (typeof value !== 'string') return key === 'integer' && Number.isInteger(value);
  if (key === 'minLength') return value.length >= Number(limit);
  if (key === 'maxLength') return value.length <= Number(limit);
  try {
    return key === 'pattern' && new RegExp(String(limit), 'u').test(value);
  } catch {
    return false;
  }
}

/** OpenAPI 3.0 writes `exclusiveMinimum: true` beside `minimum`; what says nothing goes. */
function withBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest }: Json): Json {
  const all = {
    ...rest,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum, exclusiveMinimum }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum, exclusiveMaximum }),
  };
  const saysNothing = ([key, value]: [string, unknown]) =>
    value === undefined ||
    value === false ||
    (value === 0 && /^min(Length|Items|Properties)$/.test(key)) ||
    (key === 'format' && /^(int32|int64|float|double|password)$/.test(String(value)));
  return Object.fromEntries(Object.entries(all).filter((entry) => !saysNothing(entry)));
}

type Kind = 'any' | 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

/** One way to fit a schema: its kind, and what else it asks for. */
interface Alternative {
  kind: Kind;
  keywords: Json;
}

/** Keys that are for people and for generators, and change nothing. */
const notes =
  /^(\$comment|\$id|\$schema|\$defs|definitions|default|deprecated|description|discriminator|examples?|externalDocs|readOnly|summary|tags|title|writeOnly|xml|x-.*)$/;

/** @returns the object without its notes and without these keys */
function without(value: Json, ...keys: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !notes.test(key) && !keys.includes(key)),
  );
}

/** @returns no alternative for the schema that nothing fits; notes such as descriptions are left out */
function alternativesOf(schema: unknown, resolve: Resolve): Alternative[] {
  return plain(schema, resolve, []).flatMap(split);
}

/** @returns schemas without reference, alternatives and, as far as they go together, `allOf` */
function plain(schema: unknown, resolve: Resolve, within: readonly unknown[]): Json[] {
  if (schema === true) return [{}];
  if (schema === false) return [];
  // Anything but a schema is compared as a word of its own.
  if (!isObject(schema)) return [{ 'not a schema': schema }];
  const { anyOf, oneOf, nullable, ...rest } = together(schema, resolve, within);
  const inner = [...within, resolve(schema)];
  const branches = anyOf ?? oneOf;
  const beside = anyOf !== undefined && oneOf !== undefined ? { ...rest, oneOf } : rest;
  const all = Array.isArray(branches)
    ? branches.flatMap((branch) =>
        plain(branch, resolve, inner).map((one) =>
          Object.keys(beside).length > 0 ? merge(beside, one) : one,
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
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const [x, y] = [own(first, key), own(second, key)];
    const one = x === undefined ? y : y === undefined ? x : unite(key, x, y);
    if (one === undefined) apart[key] = y;
    merged[key] = one ?? x;
  }
  if (Object.keys(apart).length > 0) merged.allOf = [...listOf(merged.allOf), apart];
  return merged;
}

/** @returns `undefined` for what does not go together */
function unite(key: string, x: unknown, y: unknown): unknown {
  if (isDeepStrictEqual(x, y)) return x;
  if (key === 'allOf') return [...listOf(x), ...listOf(y)];
  if (key === 'required') return [...new Set([...listOf(x), ...listOf(y)])];
  if (key === 'properties') return uniteProperties(objectOf(x), objectOf(y));
  if (key === 'enum') return listOf(x).filter((value) => listOf(y).includes(value));
  if (key === 'type') {
    const common = [x].flat().filter((type) => [y].flat().includes(type));
    return common.length > 0 ? common : undefined;
  }
  if (key === 'additionalProperties' && (x === true || y === true)) return x === true ? y : x;
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  if (lower.includes(key)) return Math.max(x, y);
  return upper.includes(key) ? Math.min(x, y) : undefined;
}

function uniteProperties(x: Json, y: Json): Json {
  return Object.fromEntries(
    [...new Set([...Object.keys(x), ...Object.keys(y)])].map((name) => {
      const [one, other] = [own(x, name), own(y, name)];
      if (one === undefined || other === undefined) return [name, one ?? other];
      return [name, isDeepStrictEqual(one, other) ? one : { allOf: [one, other] }];
    }),
  );
}
