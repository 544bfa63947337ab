/** The one place between a typed call and the wire. */
import type { AppRoute } from '@ts-rest/core';
import { attemptCall } from './attempt.ts';
import type { Answer, CallInput } from './call.ts';
import { AdmissionsError, UsageError } from './errors.ts';
import { routes } from './generated/routes.ts';
import { apiBase, baseProblem, type ClientOptions } from './options.ts';
import { pause, retryDelay } from './retry.ts';
import { routeFacts } from './routes.ts';
import { toWireCall } from './wire-call.ts';

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
  const { body: _body, params: _params, onProgress: _onProgress, ...own } = input;
  const { body, status } = await caller(routes.bankAccounts.list, own);
  if (status < 400 && Array.isArray(body)) return body;
  throw new AdmissionsError('could not read the bank accounts, whose ids the dialect needs', {
    operation,
    status,
  });
}
