import type { contract } from '@one-planet/contract';
import type { ApiFetcherArgs, AppRoute, InitClientReturn } from '@ts-rest/core';
import { attemptCall } from './attempt.ts';
import type { ApiResponse, CallInput } from './call.ts';
import { readRouteFacts, toWireCall } from './call.ts';
import { AdmissionsError, RefusedError, UsageError } from './errors.ts';
import { routes } from './generated/routes.ts';
import { apiBase, type CallOptions, type ClientOptions, findBaseUrlProblem } from './options.ts';
import { computeRetryDelayMs, pause } from './retry.ts';

/**
 * Makes one call.
 * @throws an AdmissionsError of the matching type, and nothing else
 */
export type Caller = (route: AppRoute, input?: CallInput) => Promise<ApiResponse>;

/** Makes the function behind every client and hook, with dialect, session, retries, limits and typed errors. */
export function createCaller(options: ClientOptions): Caller {
  const baseUrl = apiBase(options.baseUrl);
  const baseUrlProblem = findBaseUrlProblem(baseUrl);
  const caller: Caller = async (route, input = {}) => {
    const { operation, safeToRepeat, auth } = readRouteFacts(route);
    if (baseUrlProblem) throw new UsageError(baseUrlProblem, { operation });
    const fetchBankAccounts = () => readBankAccounts(caller, operation, input);
    const call = await toWireCall(route, input, baseUrl, options, fetchBankAccounts);
    const mayDropToken =
      options.anonymousFallback && auth === 'optional' && input.token === undefined;
    const isRefusedForToken = (status: number | undefined) =>
      status === 401 && mayDropToken && 'authorization' in call.headers;
    const callAnonymously = () => caller(route, { ...input, token: null });
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await attemptCall(call, attempt, options);
        // Not awaited here, because the other call has its own retries.
        return isRefusedForToken(response.status) ? callAnonymously() : response;
      } catch (error) {
        if (error instanceof AdmissionsError && isRefusedForToken(error.status))
          return callAnonymously();
        const delayMs = safeToRepeat
          ? computeRetryDelayMs(error, attempt, { ...options.retry, ...input.retry })
          : undefined;
        if (delayMs === undefined) throw error;
        await pause(delayMs, call.signals);
      }
    }
  };
  return caller;
}

/** A dialect that writes a bank account by its id needs the list of accounts; the call fetches it first. */
async function readBankAccounts(caller: Caller, operation: string, input: CallInput) {
  const { body: _body, params: _params, onProgress: _onProgress, ...callOptions } = input;
  const { body, status } = await caller(routes.bankAccounts.list, callOptions);
  if (status < 400 && Array.isArray(body)) return body;
  throw new AdmissionsError('could not read the bank accounts, whose ids the dialect needs', {
    operation,
    status,
  });
}

/**
 * The arguments of a call beside its body, from which ts-rest infers its types: `timeout`, `token`, `retry` and
 * `onProgress` are ours.
 */
export interface TsRestArgs {
  baseUrl: string;
  api: (args: ApiFetcherArgs & CallOptions) => Promise<ApiResponse>;
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
  // ts-rest's initClient would load a validation library (about 15 KB gzip), so only its types are used.
  const resourceEntries = Object.entries<Record<string, AppRoute>>(routes).map(
    ([resource, resourceRoutes]) => [
      resource,
      Object.fromEntries(
        Object.entries(resourceRoutes).map(([key, route]) => [
          key,
          (input?: CallInput) => caller(route, input),
        ]),
      ),
    ],
  );
  return Object.fromEntries(resourceEntries) as Client;
}

type Success = 200 | 201 | 202 | 204;

/**
 * Returns the body of a successful response.
 * @param operation for the error's message
 * @throws {RefusedError} for a refusal that the contract declares
 */
export async function unwrap<A extends { status: number; body: unknown }>(
  call: Promise<A>,
  operation = 'call',
): Promise<Extract<A, { status: Success }>['body']> {
  const response = await call;
  if (response.status < 400) return response.body as Extract<A, { status: Success }>['body'];
  throw new RefusedError(response.body, { operation, status: response.status });
}
