/** Bodies by their types, e.g. `application/json`. */
import { type Change, change, changeOn, type Effect, type Side, unclear } from './change.ts';
import { type Json, keysOf, objectOf, own, without } from './json.ts';
import type { Resolve } from './references.ts';
import { same } from './references.ts';
import type { CompareSchemas } from './schema.ts';

/** @param where e.g. `answer 200` */
export function compareContents(
  side: Side,
  where: string,
  [old, fresh]: readonly [Json, Json],
  { resolvers, compareSchemas }: Context,
): Change[] {
  const types = keysOf(old, fresh);
  return types.flatMap((type) => {
    if (!Object.hasOwn(old, type) || !Object.hasOwn(fresh, type)) {
      const isNew = !Object.hasOwn(old, type);
      const what = isNew ? `now also ${type}` : `no longer ${type}`;
      return [changeOn(side, where, { path: '', what, effect: isNew ? 'widened' : 'narrowed' })];
    }
    const [a, b] = [
      objectOf(resolvers.old(own(old, type))),
      objectOf(resolvers.new(own(fresh, type))),
    ];
    const [restA, restB] = [without(a, 'schema'), without(b, 'schema')];
    const place = types.length > 1 ? `${where} (${type})` : where;
    return [
      ...compareSchemas(a.schema ?? true, b.schema ?? true, '').map((one) =>
        changeOn(side, place, one),
      ),
      ...(same(restA, restB, resolvers) ? [] : [unclear(place, 'its serialization changed')]),
    ];
  });
}

export function compareHeaders(answer: string, old: Json, fresh: Json, context: Context): Change[] {
  const { resolvers, compareSchemas } = context;
  const [before, after] = [byName(old), byName(fresh)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const where = `${answer} header ${name}`;
    const tell = (what: string, effect: Effect) =>
      changeOn('answer', where, { path: '', what, effect });
    const a = resolvers.old(before.get(name)) as Json | undefined;
    const b = resolvers.new(after.get(name)) as Json | undefined;
    if (!a)
      return [b?.required === true ? tell('new, required', 'required') : tell('new', 'harmless')];
    if (!b) return [tell('removed', 'removed')];
    const rest = (one: Json) => without(objectOf(one), 'required', 'schema', 'content');
    return [
      ...(a.required === true && b.required !== true
        ? [tell('required → optional', 'optional')]
        : []),
      ...(a.required !== true && b.required === true
        ? [tell('optional → required', 'required')]
        : []),
      ...compareSchemas(a.schema ?? true, b.schema ?? true, '').map((one) =>
        changeOn('answer', where, one),
      ),
      ...compareContents('answer', where, [objectOf(a.content), objectOf(b.content)], context),
      ...(same(rest(a), rest(b), resolvers) ? [] : [unclear(where, 'its serialization changed')]),
    ];
  });
}

function byName(headers: Json): Map<string, unknown> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export function compareRequestBodies(old: unknown, fresh: unknown, context: Context): Change[] {
  const { resolvers } = context;
  const [a, b] = [objectOf(resolvers.old(old)), objectOf(resolvers.new(fresh))];
  const [wasThere, isThere] = [old !== undefined, fresh !== undefined];
  const [wasRequired, isRequired] = [a.required === true, b.required === true];
  if (!wasThere && !isThere) return [];
  if (!wasThere) {
    return isRequired
      ? [change('request', 'needs a body now', ['clients'], 'they send none')]
      : [change('request', 'may have a body now')];
  }
  if (!isThere) {
    const why = 'what clients send is no longer read';
    return wasRequired
      ? [change('request', 'has no body any more', ['clients', 'backends'], `${why}; ${asked}`)]
      : [change('request', 'has no body any more', ['clients'], why)];
  }
  return [
    ...(!wasRequired && isRequired
      ? [change('request', 'needs a body now', ['clients'], 'they may send none')]
      : []),
    ...(wasRequired && !isRequired
      ? [change('request', 'may have no body now', ['backends'], 'they may ask for it')]
      : []),
    ...compareContents('request', 'request', [objectOf(a.content), objectOf(b.content)], context),
  ];
}

const asked = 'backends ask for it';

/** What the comparisons of one pair of documents share. */
export interface Context {
  resolvers: { old: Resolve; new: Resolve };
  compareSchemas: CompareSchemas;
}
