/** What stands around the operations: where the interface is, how tokens are sent. */
import { type Change, change, unclear } from './change.ts';
import type { ApiDocument } from './document.ts';
import { isObject, type Json, keysOf, listOf, objectOf, own, without } from './json.ts';
import { same } from './references.ts';

/** Compared with the operations, through them, or a note. */
const elsewhere = ['openapi', 'info', 'paths', 'components', 'security', 'servers'];

export function compareFrames(old: ApiDocument, fresh: ApiDocument): Change[] {
  const resolvers = { old: old.resolve, new: fresh.resolve };
  const [before, after] = [old, fresh].map(({ whole }) => without(whole, ...elsewhere));
  const schemes = [old, fresh].map(({ whole }) =>
    objectOf(objectOf(whole.components).securitySchemes),
  );
  return [
    ...compareServers('', old.whole.servers, fresh.whole.servers),
    ...keysOf(...schemes).flatMap((name) => {
      const [one, other] = schemes.map((all) => own(all, name));
      // One that comes or goes shows in the operations that ask for it.
      if (one === undefined || other === undefined || same(one, other, resolvers)) return [];
      return [unclear(`token "${name}"`, 'is sent in another way')];
    }),
    ...keysOf(before ?? {}, after ?? {})
      .filter((key) => !same(own(before ?? {}, key), own(after ?? {}, key), resolvers))
      .map((key) => unclear('', `"${key}" changed`)),
    ...(same(old.whole.info, fresh.whole.info, resolvers, true)
      ? []
      : [change('', 'its title, version or description changed')]),
  ];
}

/** Backends stand where they stand: of the servers' addresses only the paths are part of the contract. */
export function compareServers(where: string, old: unknown, fresh: unknown): Change[] {
  const paths = (servers: unknown) => [...new Set(listOf(servers).map(pathOf))].sort().join(', ');
  const [before, after] = [paths(old), paths(fresh)];
  if (before !== after) {
    return [
      change(
        where,
        `base path ${before || 'none'} → ${after || 'none'}`,
        ['clients', 'backends'],
        'one calls an address the other does not have',
      ),
    ];
  }
  const isSame = JSON.stringify(old) === JSON.stringify(fresh);
  return isSame ? [] : [change(where, "the servers' addresses or descriptions changed")];
}

function pathOf(server: unknown): string {
  const url = isObject(server) ? String(server.url) : '';
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, '') || '/';
}

/** @param old what an operation asks for, its own or the document's: any one of the list will do */
export function compareSecurity(old: unknown, fresh: unknown): Change[] {
  const [before, after] = [waysOf(old), waysOf(fresh)];
  const gone = before.filter((way) => !after.includes(way));
  const come = after.filter((way) => !before.includes(way));
  return [
    ...gone.map((way) =>
      way === nothing
        ? change(
            'security',
            'a call without a token is refused now',
            ['clients', 'backends'],
            'clients may send none, backends may let them in',
          )
        : change('security', `no longer ${way}`, ['clients'], 'they may still use that'),
    ),
    ...come.map((way) =>
      way === nothing
        ? change('security', 'works without a token now', ['backends'], 'they may ask for one')
        : change('security', `now with ${way}`, ['backends'], 'they may not know it'),
    ),
  ];
}

const nothing = 'no token';

function waysOf(security: unknown): string[] {
  const ways = listOf(security).filter(isObject);
  if (ways.length === 0) return [nothing];
  return ways.map((way) => {
    const schemes = keysOf(way).sort();
    const told = schemes.map((name) => [name, ...listOf(way[name]).map(String).sort()].join(' '));
    return told.join(' and ') || nothing;
  });
}

/** @returns changes in the states an operation works in, whether it may be repeated, whether it has to be there */
export function comparePromises(old: Json, fresh: Json): Change[] {
  return [
    ...compareStates(old['x-states'], fresh['x-states']),
    ...flag(old, fresh, 'x-safe-to-repeat', {
      on: change('', 'is safe to repeat now', ['backends'], 'they may do it twice'),
      off: change('', 'is no longer safe to repeat', ['clients'], 'they may send it twice'),
    }),
    ...flag(old, fresh, 'x-may-be-missing', {
      on: change('', 'may be missing now', ['clients'], 'they may call what is not there'),
      off: change('', 'may no longer be missing', ['backends'], 'they may not have it'),
    }),
  ];
}

function flag(
  old: Json,
  fresh: Json,
  key: string,
  { on, off }: { on: Change; off: Change },
): Change[] {
  const [was, is] = [old[key] === true, fresh[key] === true];
  return was === is ? [] : [is ? on : off];
}

/** Without a list it works in every state. */
function compareStates(old: unknown, fresh: unknown): Change[] {
  const [before, after] = [old, fresh].map((states) => listOf(states).map(String));
  const isEvery = [old, fresh].map((states) => !Array.isArray(states));
  const gone = isEvery[1] ? [] : (before ?? []).filter((state) => !after?.includes(state));
  const come = isEvery[0] ? [] : (after ?? []).filter((state) => !before?.includes(state));
  return [
    ...(isEvery[0] && !isEvery[1]
      ? [change('', `is allowed in ${after?.join(', ')} only`, ['clients'], refused)]
      : []),
    ...(isEvery[1] && !isEvery[0]
      ? [change('', 'is allowed in every state', ['backends'], refuse)]
      : []),
    ...(gone.length > 0 && !isEvery[0]
      ? [change('', `is no longer allowed in ${gone.join(', ')}`, ['clients'], refused)]
      : []),
    ...(come.length > 0 && !isEvery[1]
      ? [change('', `is allowed in ${come.join(', ')}, too`, ['backends'], refuse)]
      : []),
  ];
}

const refused = 'they may call it there, and are refused now';
const refuse = 'they refuse it there';
