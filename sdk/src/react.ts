import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { createCaller } from './caller.ts';
import type { TsRestArgs } from './client.ts';
import { routes } from './generated/routes.ts';
import type { ClientOptions } from './options.ts';
import { takeParams } from './url.ts';

/**
 * Makes React Query hooks for every operation, through the same caller as `createClient`.
 * Render inside `<QueryClientProvider>` and the returned `ReactQueryProvider`.
 *
 * @example
 * const api = createHooks({ baseUrl });
 * const { data, isPending } = api.programs.list.useQuery({ queryKey: ['programs'] });
 */
export function createHooks(options: ClientOptions) {
  const caller = createCaller(options);
  const api: TsRestArgs['api'] = ({ route, path, rawBody, headers, ...rest }) => {
    // The content type is ours to say, and ts-rest's multipart body is not used.
    const { 'content-type': _ours, ...own } = headers;
    return caller(route, {
      ...rest,
      params: takeParams(path, route.path),
      body: rawBody,
      headers: own,
    });
  };
  return initTsrReactQuery<typeof routes, TsRestArgs>(routes, { baseUrl: '', api });
}

export type Hooks = ReturnType<typeof createHooks>;
