/** What the queries and the hooks need of every operation, and no user of the package. */
import type { AppRoute } from '@ts-rest/core';
import { routes } from './generated/routes.ts';

/** Makes a value for every operation, by resource and key. */
export function mapOperations<Value>(
  makeValue: (route: AppRoute) => Value,
): Record<string, Record<string, Value>> {
  return Object.fromEntries(
    Object.entries<Record<string, AppRoute>>(routes).map(([resource, resourceRoutes]) => [
      resource,
      Object.fromEntries(
        Object.entries(resourceRoutes).map(([key, route]) => [key, makeValue(route)]),
      ),
    ]),
  );
}

/**
 * @returns the path parameters, as text, and the options of a call like `courses({ programId }, options)` or
 * `list(options)`
 */
export function readQueryArguments<Options>(
  route: AppRoute,
  args: readonly unknown[],
): { params: Record<string, string> | undefined; options: Options } {
  const [params, options] = route.path.includes(':') ? args : [undefined, args[0]];
  return {
    params: params ? toPathParameters(params) : undefined,
    options: (options ?? {}) as Options,
  };
}

/** A number and the same as text are one address, so they are one query. */
const toPathParameters = (params: object) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value ?? '')]));
