/** Bodies by their types, e.g. `application/json`. */
import { type Change, changeOn, type Side, unclear } from './change.ts';
import type { Context } from './context.ts';
import { type Json, keysOf, objectOf, own, without } from './json.ts';
import { same } from './same.ts';

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
      ...(same(restA, restB, resolvers) ? [] : [unclear(place, 'how it is written changed')]),
    ];
  });
}
