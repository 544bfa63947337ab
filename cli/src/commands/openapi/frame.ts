/** What stands around the operations: where the interface is, how tokens are sent. */
import { type Change, change, unclear } from './change.ts';
import type { ApiDocument } from './document.ts';
import { isObject, keysOf, listOf, objectOf, own, without } from './json.ts';
import { same } from './same.ts';

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
        'one asks where the other is not',
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
