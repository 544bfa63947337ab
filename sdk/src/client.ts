import type { contract } from '@one-planet/contract';
import type { ApiFetcherArgs, AppRoute, InitClientReturn } from '@ts-rest/core';
import type { Answer, CallInput } from './call.ts';
import { createCaller } from './caller.ts';
import { RefusedError } from './errors.ts';
import { routes } from './generated/routes.ts';
import type { CallOptions, ClientOptions } from './options.ts';

/** ts-rest infers the arguments of calls from it: ours add `timeout`, `token`, `retry` and `onProgress`. */
export interface TsRestArgs {
  baseUrl: string;
  api: (args: ApiFetcherArgs & CallOptions) => Promise<Answer>;
}

/** Every operation as a typed function, by resource: `client.auth.login({ body })`. */
export type Client = InitClientReturn<typeof contract, TsRestArgs>;

/**
 * Makes a client of the admissions API.
 *
 * Every call answers `{ status, body, headers }`, a union that narrows on `status` over the statuses the
 * contract declares, refusals included; anything else is thrown as an AdmissionsError.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080' });
 * const answer = await client.auth.login({ body: { email, password } });
 * if (answer.status === 200) session.token = answer.body.token;
 */
export function createClient(options: ClientOptions): Client {
  const caller = createCaller(options);
  // ts-rest's own initClient would pull in a validation library (about 15 KB gzip); only its types are used.
  const resources = Object.entries<Record<string, AppRoute>>(routes).map(
    ([resource, ofResource]) => [
      resource,
      Object.fromEntries(
        Object.entries(ofResource).map(([key, route]) => [
          key,
          (input?: CallInput) => caller(route, input),
        ]),
      ),
    ],
  );
  return Object.fromEntries(resources) as Client;
}

type Success = 200 | 201 | 202 | 204;

/**
 * The body of a successful answer.
 * @param operation for the error's message
 * @throws {RefusedError} for a declared refusal
 */
export async function unwrap<A extends { status: number; body: unknown }>(
  call: Promise<A>,
  operation = 'call',
): Promise<Extract<A, { status: Success }>['body']> {
  const answer = await call;
  if (answer.status < 400) return answer.body as Extract<A, { status: Success }>['body'];
  throw new RefusedError(answer.body, { operation, status: answer.status });
}
