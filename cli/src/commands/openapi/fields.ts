/** What changed in the fields of an object and the entries of a list. */
import type { Difference, Effect } from './change.ts';
import { type Json, keysOf, listOf, objectOf, own } from './json.ts';

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
