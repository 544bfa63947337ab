/** Makes a call: with the session's token, repeated where that is safe, and once more after a new login. */

import type { AppRoute } from '@ts-rest/core';
import { checkCallInput, checkClientOptions } from '#check-options';
import { askUser } from './ask-user.ts';
import { attemptCall } from './attempt.ts';
import {
  type ApiResponse,
  type CallInput,
  listSignals,
  readRouteFacts,
  toWireCall,
} from './call.ts';
import { AdmissionsError, UsageError } from './errors.ts';
import { routes } from './generated/routes.ts';
import { apiBase, type ClientOptions, findUrlProblem } from './options.ts';
import { computeRetryDelayMs, pause } from './retry.ts';

/**
 * Makes one call.
 * @throws an AdmissionsError of the matching type, and nothing else
 */
export type Caller = (route: AppRoute, input?: CallInput) => Promise<ApiResponse>;

/**
 * Makes the function behind every client, with dialect, session, retries, limits and typed errors.
 * @throws {UsageError} for a wrong option
 */
export function createCaller(options: ClientOptions): Caller {
  checkClientOptions(options);
  const baseUrl = apiBase(options.baseUrl);
  const session = createSessionReader(options);
  const caller: Caller = async (route, input = {}) => {
    const { operation, auth } = readRouteFacts(route);
    checkCallInput(input, operation);
    const baseUrlProblem = findUrlProblem(baseUrl);
    if (baseUrlProblem) throw new UsageError(`baseUrl ${baseUrlProblem}`, { operation });
    if (auth === 'none') return callWithRetries(route, input, undefined);
    if (input.token !== undefined) return callWithRetries(route, input, input.token ?? undefined);
    const signals = listSignals(input, options);
    const token = await session.readToken(operation, signals);
    const outcome = await settle(callWithRetries(route, input, token));
    // A public read that was refused without a token has no token to renew.
    const mayRenewToken = token !== undefined || auth === 'bearer';
    if (outcome.status !== 401 || !mayRenewToken) return outcome.get();
    const mayDropToken = options.anonymousFallback && auth === 'optional';
    if (mayDropToken) return callWithRetries(route, input, undefined);
    const newToken = await session.renewToken(token, operation, signals);
    return newToken ? callWithRetries(route, input, newToken) : outcome.get();
  };
  return caller;

  async function callWithRetries(
    route: AppRoute,
    input: CallInput,
    token: string | undefined,
  ): Promise<ApiResponse> {
    const { operation, safeToRepeat } = readRouteFacts(route);
    const fetchBankAccounts = () => readBankAccounts(caller, operation, input);
    const call = await toWireCall(route, input, token, baseUrl, options, fetchBankAccounts);
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptCall(call, attempt, options);
      } catch (error) {
        const delayMs = safeToRepeat
          ? computeRetryDelayMs(error, attempt, { ...options.retry, ...input.retry })
          : undefined;
        if (delayMs === undefined) throw error;
        await pause(delayMs, call.signals);
      }
    }
  }
}

/** The end of a call: its status, and a function that returns the response or throws the error. */
interface Outcome {
  status: number | undefined;
  get: () => ApiResponse;
}

async function settle(call: Promise<ApiResponse>): Promise<Outcome> {
  try {
    const response = await call;
    return { status: response.status, get: () => response };
  } catch (error) {
    const status = error instanceof AdmissionsError ? error.status : undefined;
    const get = () => {
      throw error;
    };
    return { status, get };
  }
}

/** Reads and renews the token of the session; one renewal serves all calls that wait for it. */
function createSessionReader({ session }: ClientOptions) {
  let renewal: Promise<void> | undefined;
  let lastRenewal: Record<'refusedToken' | 'newToken', string | undefined> | undefined;

  async function readToken(
    operation: string,
    signals: readonly AbortSignal[],
  ): Promise<string | undefined> {
    const token =
      session && (await askUser('session.token', () => session.token(), operation, signals));
    if (token === undefined || token === '' || typeof token === 'string') return token || undefined;
    throw new UsageError('session.token must return a text or undefined', { operation });
  }

  /**
   * Renews a token that was refused, once for all calls that wait for it.
   * @returns the new token; `undefined` if there is none. A token that came in another way, e.g. because somebody else
   * logged in meanwhile, must not be sent with the calls of the person before.
   */
  async function renewToken(
    refusedToken: string | undefined,
    operation: string,
    signals: readonly AbortSignal[],
  ): Promise<string | undefined> {
    const { onUnauthorized } = session ?? {};
    const currentToken = await readToken(operation, signals);
    if (currentToken === refusedToken && onUnauthorized) {
      renewal ??= Promise.resolve()
        .then(() => onUnauthorized.call(session))
        .then(() => readToken(operation, signals))
        .then((newToken) => {
          lastRenewal = { refusedToken, newToken };
        })
        .finally(() => {
          renewal = undefined;
        });
      await askUser('session.onUnauthorized', () => renewal, operation, signals);
    }
    const newToken = await readToken(operation, signals);
    const isRenewed =
      lastRenewal?.refusedToken === refusedToken && lastRenewal?.newToken === newToken;
    return isRenewed && newToken !== refusedToken ? newToken : undefined;
  }

  return { readToken, renewToken };
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
