import type { contract } from '@one-planet/contract';
import type { ApiFetcherArgs, AppRoute, InitClientReturn } from '@ts-rest/core';
import { attemptCall } from './attempt.ts';
import type { Answer, CallInput } from './call.ts';
import { routeFacts, toWireCall } from './call.ts';
import { AdmissionsError, RefusedError, UsageError } from './errors.ts';
import { routes } from './generated/routes.ts';
import { apiBase, baseProblem, type CallOptions, type ClientOptions } from './options.ts';
import { pause, retryDelay } from './retry.ts';

/**
 * Makes one call.
 * @throws an AdmissionsError of the matching type, never anything else
 */
export type Caller = (route: AppRoute, input?: CallInput) => Promise<Answer>;

/** Makes the function behind every client and hook: dialect, session, retries, limits and typed errors. */
export function createCaller(options: ClientOptions): Caller {
  const base = apiBase(options.baseUrl);
  const wrongBase = baseProblem(base);
  const caller: Caller = async (route, input = {}) => {
    const { operation, safeToRepeat, auth } = routeFacts(route);
    if (wrongBase) throw new UsageError(wrongBase, { operation });
    const accounts = () => bankAccounts(caller, operation, input);
    const call = await toWireCall(route, input, base, options, accounts);
    const couldDoWithout =
      options.anonymousFallback && auth === 'optional' && input.token === undefined;
    const isForTheToken = (status: number | undefined) =>
      status === 401 && couldDoWithout && 'authorization' in call.headers;
    const anonymously = () => caller(route, { ...input, token: null });
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await attemptCall(call, attempt, options);
        // Not awaited here: the other call does its own retries.
        return isForTheToken(answer.status) ? anonymously() : answer;
      } catch (error) {
        if (error instanceof AdmissionsError && isForTheToken(error.status)) return anonymously();
        const wait = safeToRepeat
          ? retryDelay(error, attempt, { ...options.retry, ...input.retry })
          : undefined;
        if (wait === undefined) throw error;
        await pause(wait, call.signals);
      }
    }
  };
  return caller;
}

/** A dialect that writes a bank account by its id needs the list; fetching it is part of the call. */
async function bankAccounts(caller: Caller, operation: string, input: CallInput) {
  const { body: _body, params: _params, onProgress: _onProgress, ...callOptions } = input;
  const { body, status } = await caller(routes.bankAccounts.list, callOptions);
  if (status < 400 && Array.isArray(body)) return body;
  throw new AdmissionsError('could not read the bank accounts, whose ids the dialect needs', {
    operation,
    status,
  });
}

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
