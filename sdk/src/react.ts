import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { readParams, readRouteFacts } from './call.ts';
import type { TsRestArgs } from './client.ts';
import { createCaller } from './client.ts';
import { OffContractError } from './errors.ts';
import { routes } from './generated/routes.ts';
import type { CallOptions, ClientOptions } from './options.ts';

/** The `queryData` of a hook, in addition to the payload. */
export interface HookOptions extends CallOptions {
  /**
   * Inspects the body of a success when `validate` is off; a body for which it returns false becomes an
   * OffContractError and is not cached.
   */
  isUsable?: (body: unknown) => boolean;
}

/** The arguments of a hook, from which ts-rest infers its types. */
export interface HookArgs {
  baseUrl: string;
  api: (args: Parameters<TsRestArgs['api']>[0] & HookOptions) => ReturnType<TsRestArgs['api']>;
}

/**
 * Makes React Query hooks for every operation, through the same caller as `createClient`.
 * Render inside `<QueryClientProvider>` and the returned `ReactQueryProvider`.
 *
 * @example
 * const api = createHooks({ baseUrl });
 * const { data, isPending } = api.programs.list.useQuery({ queryKey: ['programs'] });
 */
export function createHooks(options: ClientOptions): Hooks {
  const caller = createCaller(options);
  const api: HookArgs['api'] = async ({ route, path, rawBody, headers, isUsable, ...rest }) => {
    // The SDK sets the content type itself, and does not use ts-rest's multipart body.
    const { 'content-type': _ours, ...ownHeaders } = headers;
    const response = await caller(route, {
      ...rest,
      params: readParams(path, route.path),
      body: rawBody,
      headers: ownHeaders,
    });
    const { status, body } = response;
    if (status < 400 && isUsable && !isUsable(body)) {
      const { operation } = readRouteFacts(route);
      throw new OffContractError('schema', 'isUsable refused it', { operation, status });
    }
    return response;
  };
  const hooks: unknown = initTsrReactQuery<typeof routes, HookArgs>(routes, { baseUrl: '', api });
  return hooks as Hooks;
}

type TsRestHooks = ReturnType<typeof initTsrReactQuery<typeof routes, HookArgs>>;

/**
 * ts-rest's hooks. Its declarations use the `QueryClient` of React Query's CommonJS build, which the compiler treats as
 * another class, so this type keeps the class that the caller passes.
 */
export type Hooks = Omit<TsRestHooks, 'initQueryClient'> & {
  /** Adds the operations to a query client, e.g. `programs.list.fetchQuery`, for use outside of components. */
  initQueryClient: <QueryClientLike extends { fetchQuery: unknown }>(
    queryClient: QueryClientLike,
  ) => QueryClientLike & Pick<ReturnType<TsRestHooks['initQueryClient']>, keyof typeof routes>;
};
