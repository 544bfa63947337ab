/** React hooks for every operation: ts-rest's, with this package's keys, errors and types. */

import { pathParameters } from '@one-planet/contract/wire';
import type {
  UseMutationOptions,
  UseMutationResult,
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseQueryOptions,
  UseSuspenseQueryResult,
} from '@tanstack/react-query';
import type { ApiFetcherArgs, AppRoute } from '@ts-rest/core';
import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { useRef } from 'react';
import type { AnswerOf } from './answers.ts';
import { type CallInput, readRouteFacts } from './call.ts';
import type { Client } from './generated/client.ts';
import type { OperationName, Operations } from './generated/operations.ts';
import { routes } from './generated/routes.ts';
import type { UploadOptions } from './options.ts';
import {
  createQueries,
  type InputOf,
  type OperationMutation,
  type OperationQuery,
  type QueriesOptions,
  type QueryArguments,
  type QueryCallOptions,
  type QueryError,
} from './query.ts';
import { mapOperations, readQueryArguments } from './query-arguments.ts';

/** Options of a hook, besides those of React Query. */
interface CallSettings {
  /** Options of the call itself, e.g. its timeout. */
  call?: QueryCallOptions;
}

type QuerySettings<Options> = Omit<Options, 'queryKey' | 'queryFn'> & CallSettings;

interface QueryHooks<Name extends OperationName> {
  /**
   * Reads while the component is shown.
   * @example
   * const { data, isPending, error } = api.programs.courses.useQuery({ programId });
   */
  useQuery<Data = AnswerOf<Name>>(
    ...args: QueryArguments<
      Name,
      QuerySettings<UseQueryOptions<AnswerOf<Name>, QueryError<Name>, Data>>
    >
  ): UseQueryResult<Data, QueryError<Name>>;
  /**
   * Reads, and lets the nearest `<Suspense>` wait for it.
   * @example
   * const { data: programs } = api.programs.list.useSuspenseQuery();
   */
  useSuspenseQuery<Data = AnswerOf<Name>>(
    ...args: QueryArguments<
      Name,
      QuerySettings<UseSuspenseQueryOptions<AnswerOf<Name>, QueryError<Name>, Data>>
    >
  ): UseSuspenseQueryResult<Data, QueryError<Name>>;
}

interface MutationHooks<Name extends OperationName> {
  /**
   * Makes a function that sends; it takes what the client's function takes.
   * @example
   * const login = api.auth.login.useMutation();
   * login.mutate({ body: { email, password } });
   */
  useMutation<Context = unknown>(
    options?: Omit<
      UseMutationOptions<AnswerOf<Name>, QueryError<Name>, InputOf<Name>, Context>,
      'mutationFn'
    >,
  ): UseMutationResult<AnswerOf<Name>, QueryError<Name>, InputOf<Name>, Context>;
}

export type OperationHooks<Name extends OperationName> = Operations[Name]['method'] extends 'GET'
  ? QueryHooks<Name>
  : MutationHooks<Name>;

/** The hooks by operation: `api.programs.list.useQuery()`. */
export type Hooks = {
  readonly [Resource in keyof Client]: {
    readonly [Key in keyof Client[Resource]]: OperationHooks<
      Extract<`${Resource}.${Key & string}`, OperationName>
    >;
  };
};

/**
 * Makes React Query hooks for every operation. Render inside a `<QueryClientProvider>`. A query has the key and the data
 * of `createQueries`, so both see the same cache.
 *
 * @param client of `createClient`
 * @example
 * const api = createHooks(createClient({ baseUrl }));
 * const { data, isPending } = api.programs.courses.useQuery({ programId });
 */
export function createHooks(client: Client, options: QueriesOptions = {}): Hooks {
  const queries = createQueries(client, options);
  const api = ({ run, ...call }: TsRestCall) =>
    run
      ? run({ signal: call.fetchOptions?.signal as AbortSignal })
      : findMutation(call.route).mutationFn(toMutationInput(call) as never);
  const hooks = initTsrReactQuery(routes, { baseUrl: '', api: api as never });
  return mapOperations((route) => {
    const tsRest = pickByOperation<TsRestHooks>(hooks, route);
    if (route.method !== 'GET') {
      const { mutationFn: _mutationFn, ...mutation } = findMutation(route);
      return {
        useMutation: (settings?: object) => tsRest.useMutation({ ...mutation, ...settings }),
      };
    }
    const makeQuery = pickByOperation<(...args: unknown[]) => OperationQuery<OperationName>>(
      queries,
      route,
    );
    const makeHook =
      (useTsRestQuery: TsRestHook) =>
      (...args: unknown[]) => {
        const { params, options } = readQueryArguments<CallSettings>(route, args);
        const { call, ...settings } = options;
        const { queryFn, ...query } = makeQuery(
          ...(route.path.includes(':') ? [params, call] : [call]),
        );
        const { notifyOnChangeProps, track } = useReadProperties();
        const queryData = { params, run: queryFn };
        return track(useTsRestQuery({ ...query, notifyOnChangeProps, ...settings, queryData }));
      };
    return {
      useQuery: makeHook(tsRest.useQuery),
      useSuspenseQuery: makeHook(tsRest.useSuspenseQuery),
    };
  }) as unknown as Hooks;

  function findMutation(route: AppRoute) {
    return pickByOperation<() => OperationMutation<OperationName>>(queries, route)();
  }
}

type TsRestHook = (options: object) => object;

interface TsRestHooks {
  useQuery: TsRestHook;
  useSuspenseQuery: TsRestHook;
  useMutation: TsRestHook;
}

/** What ts-rest calls its fetcher with; `run` is ours and makes the call of a query. */
interface TsRestCall extends ApiFetcherArgs, Omit<UploadOptions, 'headers' | 'signal' | 'cache'> {
  run?: OperationQuery<OperationName>['queryFn'];
}

/** @returns the argument of a mutation as it was before ts-rest made a request of it */
function toMutationInput(call: TsRestCall): CallInput {
  const { route, path, rawBody, headers, timeout, token, retry, credentials, onProgress } = call;
  // ts-rest's content type is that of its own body, which is not sent.
  const { 'content-type': _contentType, ...callHeaders } = headers;
  return {
    ...{ timeout, token, retry, credentials, onProgress, headers: callHeaders },
    params: readPathParameters(path, route.path),
    body: rawBody,
  };
}

/** Reads the parameter that ts-rest has put into a path, unencoded: the contract's paths have at most one, at the end. */
function readPathParameters(path: string, template: string): Record<string, string> {
  const [name] = pathParameters(template);
  return name ? { [name]: path.slice(template.indexOf(':')) } : {};
}

function pickByOperation<Value>(valuesByResource: object, route: AppRoute): Value {
  const [resource = '', key = ''] = readRouteFacts(route).operation.split('.');
  return (valuesByResource as Record<string, Record<string, Value>>)[resource]?.[key] as Value;
}

/**
 * Notes which properties of a query's result a component reads, so that only a change of these renders it again. React
 * Query does it by itself; ts-rest copies the result, which reads all of them.
 */
function useReadProperties() {
  const names = useRef(new Set<string>()).current;
  return {
    notifyOnChangeProps: () => (names.size > 0 ? [...names] : 'all'),
    track: (result: object) =>
      new Proxy(result, {
        get: (target, name) => {
          if (typeof name === 'string') names.add(name);
          return Reflect.get(target, name);
        },
      }),
  };
}
