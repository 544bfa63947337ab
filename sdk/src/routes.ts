import type { AppRoute } from '@ts-rest/core';
import type { GeneratedMeta } from './generated/routes.ts';

/** What the fetcher needs to know of an operation. */
export interface RouteFacts extends GeneratedMeta {
  /** The declared statuses. */
  statuses: readonly number[];
}

const cache = new WeakMap<AppRoute, RouteFacts>();

/** Reads the facts of a route of the generated table. */
export function routeFacts(route: AppRoute): RouteFacts {
  let facts = cache.get(route);
  if (!facts) {
    facts = {
      ...(route.metadata as GeneratedMeta),
      statuses: Object.keys(route.responses).map(Number),
    };
    cache.set(route, facts);
  }
  return facts;
}
