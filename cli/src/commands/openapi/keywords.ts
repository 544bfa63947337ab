/** What changed in what one kind of values has to keep. */
import type { Difference, Effect } from './change.ts';
import { type Json, keysOf, listOf, own, shown } from './json.ts';

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
