/** Headers of an answer. */
import { type Change, changeOn, type Effect, unclear } from './change.ts';
import { compareContents } from './content.ts';
import type { Context } from './context.ts';
import { type Json, objectOf, without } from './json.ts';
import { same } from './same.ts';

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
      ...(same(rest(a), rest(b), resolvers) ? [] : [unclear(where, 'how it is written changed')]),
    ];
  });
}

function byName(headers: Json): Map<string, unknown> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
