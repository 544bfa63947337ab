/** What a client puts into the path, the query, headers and cookies. */
import { type Change, changeOn, type Effect, unclear } from './change.ts';
import type { Context } from './content.ts';
import { compareContents } from './content.ts';
import type { ApiOperation } from './document.ts';
import { isObject, type Json, listOf, objectOf, without } from './json.ts';
import type { Resolve } from './references.ts';
import { same } from './references.ts';

export function compareParameters(
  before: ApiOperation,
  after: ApiOperation,
  context: Context,
): Change[] {
  const old = parametersOf(before, context.resolvers.old);
  const fresh = parametersOf(after, context.resolvers.new);
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [a, b] = [old.get(key), fresh.get(key)];
    return a && b ? compareOne(a, b, context) : onlyOne(a, b);
  });
}

/** By place and name; those of the path by their position, because their names don't show at the wire. */
function parametersOf({ path, said }: ApiOperation, resolve: Resolve): Map<string, Json> {
  const inPath = Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name]) => name);
  const all = listOf(said.parameters).map(resolve).filter(isObject);
  return new Map(
    all.map((one) => {
      const name = String(one.name);
      const isHeader = one.in === 'header';
      const key = one.in === 'path' ? inPath.indexOf(name) : isHeader ? name.toLowerCase() : name;
      return [`${String(one.in)} ${key}`, one];
    }),
  );
}

function onlyOne(a: Json | undefined, b: Json | undefined): Change[] {
  const one = objectOf(a ?? b);
  const isRequired = one.required === true;
  const [what, effect]: [string, Effect] = a
    ? ['removed', isRequired ? 'requiredRemoved' : 'removed']
    : isRequired
      ? ['new, required', 'required']
      : ['new, optional', 'harmless'];
  return [changeOn('request', nameOf(one), { path: '', what, effect })];
}

function compareOne(a: Json, b: Json, context: Context): Change[] {
  const where = nameOf(b);
  const { resolvers, compareSchemas } = context;
  const [wasRequired, isRequired] = [a.required === true, b.required === true];
  const tell = (what: string, effect: Effect) =>
    changeOn('request', where, { path: '', what, effect });
  const rest = (one: Json) => without(one, 'name', 'required', 'schema', 'content');
  return [
    ...(wasRequired && !isRequired ? [tell('required → optional', 'optional')] : []),
    ...(!wasRequired && isRequired ? [tell('optional → required', 'required')] : []),
    ...(String(a.name) !== String(b.name) && a.in === 'path'
      ? [tell(`was called ${String(a.name)}, which does not show on the wire`, 'harmless')]
      : []),
    ...compareSchemas(a.schema ?? true, b.schema ?? true, '').map((one) =>
      changeOn('request', where, one),
    ),
    ...compareContents('request', where, [objectOf(a.content), objectOf(b.content)], context),
    ...(same(rest(a), rest(b), resolvers) ? [] : [unclear(where, 'its serialization changed')]),
  ];
}

function nameOf(parameter: Json): string {
  return `${String(parameter.in)} parameter ${String(parameter.name)}`;
}
