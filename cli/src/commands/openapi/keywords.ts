/** What changed in what one kind of values has to keep. */
import type { Difference, Effect } from './change.ts';
import { type Json, keysOf, listOf, objectOf, own, shown } from './json.ts';

/** What is compared as fields, entries and conditions elsewhere. */
const elsewhere = ['properties', 'required', 'additionalProperties', 'items', 'allOf', 'enum'];

/** @param same whether two values say the same, through their references */
export function compareKeywords(
  old: Json,
  fresh: Json,
  same: (a: unknown, b: unknown) => boolean,
): Difference[] {
  const [before, after] = [withBounds(old), withBounds(fresh)];
  const keys = keysOf(before, after).filter((key) => !elsewhere.includes(key));
  return [
    ...compareValues(old.enum, fresh.enum),
    ...keys.flatMap((key): Difference[] => {
      const [x, y] = [own(before, key), own(after, key)];
      if (same(x, y)) return [];
      return [{ path: '', what: told(key, x, y), effect: effectOf(key, x, y) }];
    }),
  ];
}

function told(key: string, x: unknown, y: unknown): string {
  if (key === 'integer') return x ? 'type integer → number' : 'type number → integer';
  return `${key} ${shown(x)} → ${shown(y)}`;
}

/** OpenAPI 3.0 writes `exclusiveMinimum: true` beside `minimum`; bounds of 0 that say nothing go. */
function withBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest }: Json): Json {
  const lower =
    exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum, exclusiveMinimum };
  const upper =
    exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum, exclusiveMaximum };
  const saysNothing = ([key, value]: [string, unknown]) =>
    value === undefined ||
    value === false ||
    (value === 0 && /^min(Length|Items|Properties)$/.test(key));
  const all = { ...rest, ...lower, ...upper };
  return Object.fromEntries(Object.entries(all).filter((entry) => !saysNothing(entry)));
}

const lower = /^(minLength|minItems|minProperties|minimum|exclusiveMinimum)$/;
const upper = /^(maxLength|maxItems|maxProperties|maximum|exclusiveMaximum)$/;
/** What allows less when it is there, and cannot be compared with another value of its own. */
const present = /^(pattern|format|integer|uniqueItems)$/;

function effectOf(key: string, x: unknown, y: unknown): Effect {
  const isBound = lower.test(key) || upper.test(key);
  if (isBound || key === 'multipleOf' || present.test(key)) {
    if (x === undefined) return 'narrowed';
    if (y === undefined) return 'widened';
  }
  if (typeof x !== 'number' || typeof y !== 'number') return 'unjudged';
  if (lower.test(key)) return y > x ? 'narrowed' : 'widened';
  if (upper.test(key)) return y < x ? 'narrowed' : 'widened';
  if (key !== 'multipleOf') return 'unjudged';
  return y % x === 0 ? 'narrowed' : x % y === 0 ? 'widened' : 'changed';
}

function compareValues(old: unknown, fresh: unknown): Difference[] {
  const tell = (what: string, effect: Effect): Difference => ({ path: '', what, effect });
  if (old === undefined && fresh === undefined) return [];
  if (old === undefined) return [tell(`only ${values(listOf(fresh))}`, 'narrowed')];
  if (fresh === undefined) return [tell(`no longer only ${values(listOf(old))}`, 'widened')];
  const isIn = (list: unknown, value: unknown) =>
    listOf(list).some((one) => JSON.stringify(one) === JSON.stringify(value));
  const gone = listOf(old).filter((value) => !isIn(fresh, value));
  const come = listOf(fresh).filter((value) => !isIn(old, value));
  return [
    ...(gone.length > 0 ? [tell(`no longer ${values(gone)}`, 'narrowed')] : []),
    ...(come.length > 0 ? [tell(`now also ${values(come)}`, 'widened')] : []),
  ];
}

function values(list: readonly unknown[]): string {
  return list.map(shown).join(', ');
}

type Compare = (old: unknown, fresh: unknown, path: string) => Difference[];

/** @param compare compares two schemas at a path */
export function compareFields(old: Json, fresh: Json, compare: Compare): Difference[] {
  return [
    ...compareProperties(old, fresh, compare),
    ...compareOthers(old, fresh, compare),
    ...('items' in old || 'items' in fresh
      ? compare(old.items ?? true, fresh.items ?? true, '[]')
      : []),
  ];
}

function compareProperties(old: Json, fresh: Json, compare: Compare): Difference[] {
  const [before, after] = [objectOf(old.properties), objectOf(fresh.properties)];
  const names = new Set([
    ...keysOf(before, after),
    ...[...listOf(old.required), ...listOf(fresh.required)].map(String),
  ]);
  return [...names].flatMap((name) => {
    const [wasRequired, isRequired] = [old, fresh].map(({ required }) =>
      listOf(required).includes(name),
    );
    const tell = (what: string, effect: Effect): Difference => ({ path: name, what, effect });
    if (!Object.hasOwn(after, name) && Object.hasOwn(before, name)) {
      return [
        tell('removed', wasRequired ? 'requiredRemoved' : 'removed'),
        ...(fresh.additionalProperties === false ? [tell('not allowed any more', 'narrowed')] : []),
      ];
    }
    const isNew = !Object.hasOwn(before, name) && Object.hasOwn(after, name);
    if (isNew) return added(tell, { isRequired, wasClosed: old.additionalProperties === false });
    return [
      ...(wasRequired && !isRequired ? [tell('required → optional', 'optional')] : []),
      ...(!wasRequired && isRequired ? [tell('optional → required', 'required')] : []),
      ...compare(own(before, name) ?? true, own(after, name) ?? true, name),
    ];
  });
}

/** A field that was not there; where others were allowed, one that may be left out disturbs nobody. */
function added(
  tell: (what: string, effect: Effect) => Difference,
  { isRequired, wasClosed }: { isRequired: boolean | undefined; wasClosed: boolean },
): Difference[] {
  if (!isRequired && !wasClosed) return [tell('new field, optional', 'harmless')];
  return [
    ...(isRequired ? [tell('new field, required', 'required')] : []),
    ...(wasClosed ? [tell('new field where no others were allowed', 'widened')] : []),
  ];
}

function compareOthers(old: Json, fresh: Json, compare: Compare): Difference[] {
  const [before, after] = [old.additionalProperties ?? true, fresh.additionalProperties ?? true];
  const tell = (what: string, effect: Effect): Difference => ({ path: '', what, effect });
  if (before === false && after === false) return [];
  if (before === false) return [tell('other fields are allowed now', 'widened')];
  if (after === false) return [tell('other fields are not allowed any more', 'narrowed')];
  return compare(before, after, '*');
}
