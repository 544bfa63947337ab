import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { routeFacts, takeParams } from './call.ts';
import type { TsRestArgs } from './client.ts';
import { createCaller } from './client.ts';
import { OffContractError } from './errors.ts';
import { routes } from './generated/routes.ts';
import type { CallOptions, ClientOptions } from './options.ts';

/** A hook's `queryData`, beyond the payload. */
export interface HookOptions extends CallOptions {
  /**
   * Looks at the body of a success, where `validate` is off; a body it refuses becomes an OffContractError and is
   * not kept.
   */
  isUsable?: (body: unknown) => boolean;
}

/** ts-rest infers the hooks' arguments from this. */
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
    // The content type is ours to say, and ts-rest's multipart body is not used.
    const { 'content-type': _ours, ...ownHeaders } = headers;
    const answer = await caller(route, {
      ...rest,
      params: takeParams(path, route.path),
      body: rawBody,
      headers: ownHeaders,
    });
    const { status, body } = answer;
    if (status < 400 && isUsable && !isUsable(body)) {
      const { operation } = routeFacts(route);
      throw new OffContractError('schema', 'isUsable refused it', { operation, status });
    }
    return answer;
  };
  const hooks: unknown = initTsrReactQuery<typeof routes, HookArgs>(routes, { baseUrl: '', api });
  return hooks as Hooks;
}

type TsRestHooks = ReturnType<typeof initTsrReactQuery<typeof routes, HookArgs>>;

/**
 * ts-rest's. Its declarations take the `QueryClient` of React Query's CommonJS build, which is another class to the
 * compiler, so here the type of the client that is given is kept.
 */
export type Hooks = Omit<TsRestHooks, 'initQueryClient'> & {
  /** Gives a query client the operations, e.g. `programs.list.fetchQuery`, for use outside of components. */
  initQueryClient: <Client extends { fetchQuery: unknown }>(
    client: Client,
  ) => Client & Pick<ReturnType<TsRestHooks['initQueryClient']>, keyof typeof routes>;
};
