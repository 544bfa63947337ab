/** What a backend answers, by status. */
import { type Change, change, changeOn, unclear } from './change.ts';
import type { Context } from './content.ts';
import { compareContents, compareHeaders } from './content.ts';
import { isObject, type Json, keysOf, objectOf, own, without } from './json.ts';
import { same } from './references.ts';

/**
 * A status without an entry of its own is answered as its class says (`4XX`), or as `default` does. Beside a success,
 * `default` stands for refusals, as documents use it.
 */
export function compareAnswers(old: unknown, fresh: unknown, context: Context): Change[] {
  const [before, after] = [objectOf(old), objectOf(fresh)];
  return keysOf(before, after)
    .filter((status) => !status.startsWith('x-'))
    .flatMap((status) => {
      const where = `answer ${status}`;
      const [a, b] = [
        context.resolvers.old(said(before, status)),
        context.resolvers.new(said(after, status)),
      ];
      if (a === undefined && b === undefined) return [];
      if (a === undefined) {
        return [changeOn('answer', where, { path: '', what: 'new', effect: 'widened' })];
      }
      if (b === undefined) {
        return [changeOn('answer', where, { path: '', what: 'removed', effect: 'narrowed' })];
      }
      return [
        ...named(where, Object.hasOwn(before, status), Object.hasOwn(after, status)),
        ...compareOne(where, objectOf(a), objectOf(b), context),
      ];
    });
}

function said(answers: Json, status: string): unknown {
  const keys =
    status === 'default' ? ['default', '4XX', '4xx'] : [status, `${status[0]}XX`, `${status[0]}xx`];
  const isCovered = status >= '4' || !Object.keys(answers).some((one) => one.startsWith('2'));
  return [...keys, ...(isCovered ? ['default'] : [])]
    .map((key) => own(answers, key))
    .find((one) => one !== undefined);
}

function named(where: string, was: boolean, is: boolean): Change[] {
  if (was === is) return [];
  return [
    change(
      where,
      is ? 'now declared on its own' : 'no longer declared on its own, only with others',
    ),
  ];
}

function compareOne(where: string, a: Json, b: Json, context: Context): Change[] {
  const rest = (one: Json) => without(one, 'content', 'headers', 'links');
  return [
    ...compareBodies(where, a.content, b.content, context),
    ...compareHeaders(where, objectOf(a.headers), objectOf(b.headers), context),
    ...(same(rest(a), rest(b), context.resolvers)
      ? []
      : [unclear(where, 'something else changed')]),
  ];
}

/** Without a content nobody reads the body: it may be anything. */
function compareBodies(where: string, old: unknown, fresh: unknown, context: Context): Change[] {
  const [was, is] = [old, fresh].map((one) => isObject(one) && Object.keys(one).length > 0);
  if (!was && !is) return [];
  if (was && is) {
    return compareContents('answer', where, [objectOf(old), objectOf(fresh)], context);
  }
  const what = is ? 'its body is declared now' : 'its body is no longer declared';
  return [changeOn('answer', where, { path: '', what, effect: is ? 'narrowed' : 'widened' })];
}
