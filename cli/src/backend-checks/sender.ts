/** Sends the requests of all checks: at a limited rate, with retries for temporary refusals, and with a timeout. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect, OperationName } from '@one-planet/contract';
import { type Exchange, isTemporaryStatus, retryAfterMs } from '@one-planet/sdk';
import { toUpload } from '../applicant/sample-files.ts';
import {
  maxTries,
  NoResponseError,
  type RawResponse,
  type Transport,
  tooLargeText,
  waitMsBeforeRetry,
} from '../backend/transport.ts';
import { describeResponse } from '../checks/evidence.ts';
import { makeRunEnd, makeSkip, type OutcomeError } from '../checks/outcome.ts';
import { CliError, findSystemErrorCode } from '../core/exit.ts';
import { sleepUntilInterrupted, TimeLimit } from '../core/interruption.ts';
import { runSecrets } from '../core/secrets.ts';
import { makeBlockBy } from './blame.ts';
import {
  type ApiResponse,
  type Call,
  listPasswords,
  makeExchange,
  type SentRequest,
  toApiResponse,
  toRequest,
  type WireRequest,
} from './http-messages.ts';

interface SenderOptions {
  /** The backend's address with `/api`. */
  baseUrl: string;
  dialect: Dialect;
  request: Transport['request'];
  /** Makes the headers that the run adds to each request. */
  makeRunHeaders: () => Record<string, string>;
  signal: AbortSignal;
  timeoutMs: number;
  uploadTimeoutMs: number;
  waitForTurn: () => Promise<void>;
  failureLog: FailureLog;
  onResponse: (response: ApiResponse) => void;
  /** See `TargetResponses`. */
  describeSubstitute: () => Promise<string | undefined>;
}

/** In characters. */
const minLargeBodyLength = 100_000;

export type Send = (operation: OperationName, call?: Call) => Promise<ApiResponse>;

/**
 * Makes the function that sends an operation's request.
 * @returns a function that returns the response, whatever its status below 500, except 429
 * @throws {OutcomeError} (from that function) for a 5xx, a timeout and a broken connection, which checks of their own
 * report; for a 429 that stays after all tries; also when the backend has become unreachable or the run is interrupted
 */
export function createSender(options: SenderOptions): Send {
  const { baseUrl, dialect, failureLog } = options;
  const send: Send = async (operation, call = {}) => {
    failureLog.refuseSilentOperation(operation);
    const loadBankAccounts = async () => {
      const { json } = await send('bankAccounts.list', { token: call.token });
      return Array.isArray(json) ? json : [];
    };
    for (let attemptNumber = 1; ; attemptNumber++) {
      const runHeaders = options.makeRunHeaders();
      const request = await toRequest(
        baseUrl,
        dialect,
        operation,
        call,
        loadBankAccounts,
        runHeaders,
      );
      const sentRequest: SentRequest = { operation, call, attemptNumber, startedAt: Date.now() };
      const response = await attemptRequest(options, request, sentRequest);
      options.onResponse(response);
      if (!isTemporaryStatus(response.status) || attemptNumber === maxTries) {
        const substituteText = await options.describeSubstitute();
        if (substituteText !== undefined)
          throw makeRunEnd(3, `${baseUrl} is not reached: ${substituteText}`);
      }
      if (response.isCutOff)
        throw failureLog.recordSilence(response.exchange, tooLargeText, `sent ${tooLargeText}`);
      if (response.status < 500 && response.status !== 429) return response;
      if (!isTemporaryStatus(response.status)) throw failureLog.recordError(response);
      if (attemptNumber === maxTries) throw failureLog.recordExhaustedRetries(response);
      failureLog.recordTemporaryRefusal(response);
      await sleepUntilInterrupted(waitMsBeforeRetry(response, attemptNumber), options.signal);
    }
  };
  return send;
}

async function attemptRequest(
  options: SenderOptions,
  request: WireRequest,
  sentRequest: SentRequest,
): Promise<ApiResponse> {
  const { signal, waitForTurn, failureLog } = options;
  const isLargeRequest =
    request.file !== undefined || (request.body?.length ?? 0) > minLargeBodyLength;
  const timeoutMs = isLargeRequest ? options.uploadTimeoutMs : options.timeoutMs;
  await waitForTurn().catch(() => {});
  const timeLimit = new TimeLimit(timeoutMs, signal);
  const startedAt = performance.now();
  try {
    runSecrets.addFrom(request.body);
    runSecrets.add(...listPasswords(sentRequest.call.body));
    const rawResponse = await sendOrReconnect(options, request, sentRequest.call, timeLimit.signal);
    const durationMs = performance.now() - startedAt;
    const response = toApiResponse(rawResponse, request, sentRequest, durationMs);
    runSecrets.addFrom(response.text, response.exchange.answerHeaders);
    return response;
  } catch (cause) {
    if (signal.aborted) throw makeRunEnd(130, 'interrupted');
    if (cause instanceof CliError)
      throw makeRunEnd(3, `${options.baseUrl} is not reached: ${cause.message}`);
    const exchange = makeExchange(request, sentRequest, performance.now() - startedAt);
    const silenceText = `no complete answer within ${timeoutMs} ms`;
    if (timeLimit.isOver) throw failureLog.recordSilence(exchange, silenceText, 'did not answer');
    if (sentRequest.call.countsClosedAsResponse)
      throw makeBlockBy(sentRequest.operation, 'no complete answer', 'it hung up');
    const systemErrorCode = findSystemErrorCode(cause) ?? '';
    if (unreachableErrorCodePattern.test(systemErrorCode))
      throw makeRunEnd(3, `${options.baseUrl} is not reached (${systemErrorCode})`);
    const brokenText = 'a connection that broke before the answer was complete';
    throw failureLog.recordSilence(exchange, brokenText, 'broke the connection');
  } finally {
    timeLimit.endTimeLimit();
  }
}

/**
 * A connection that ends before the first byte of the response may have been closed while it was idle. It counts only
 * if a new connection ends in the same way.
 */
async function sendOrReconnect(
  options: SenderOptions,
  { url, method, headers, file, body }: WireRequest,
  { countsClosedAsResponse = false }: Call,
  signal: AbortSignal,
): Promise<RawResponse> {
  const upload = file && toUpload(file);
  const sendOver = (usesNewConnection: boolean) =>
    options.request(url, { method, headers, body, file: upload, signal, usesNewConnection });
  try {
    return await sendOver(false);
  } catch (cause) {
    if (countsClosedAsResponse || !(cause instanceof NoResponseError)) throw cause;
    return await sendOver(true);
  }
}

/** Error codes of a server that cannot be reached at all: they say nothing about the operation. */
const unreachableErrorCodePattern =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS\w*|ERR_SSL\w*)$|CERT/;

/**
 * Limits how many requests are sent per second.
 * @param perSecond default: no limit
 */
export function createRateLimiter(perSecond: number | undefined, signal: AbortSignal) {
  let nextTurnTick = 0;
  return async (): Promise<void> => {
    if (perSecond === undefined) return;
    const now = performance.now();
    const turnAt = Math.max(now, nextTurnTick);
    nextTurnTick = turnAt + 1000 / perSecond;
    if (turnAt > now) await sleep(turnAt - now, undefined, { signal });
  };
}

/* The log of failed requests, by operation. The checks that report these failures read it after all others have run. */

export interface LoggedFailure {
  count: number;
  got: string;
  exchange: Exchange;
}

/** An operation that timed out this often is not called again, because each call costs the whole time limit. */
const maxSilences = 2;

export class FailureLog {
  /** The first 5xx response of each operation. */
  readonly errors: Map<string, LoggedFailure> = new Map();
  /** The first request of each operation without a complete response: a timeout, or a broken connection. */
  readonly silences: Map<string, LoggedFailure> = new Map();
  /** The last response of a proxy that could not reach the backend, for all operations. */
  gatewayFailure: LoggedFailure | undefined;
  /** The first 429 response that did not say when to try again. */
  rateLimitFailure: LoggedFailure | undefined;

  /** @throws {OutcomeError} for an operation that has timed out too often */
  refuseSilentOperation(operation: OperationName): void {
    const loggedFailure = this.silences.get(operation);
    if (loggedFailure && loggedFailure.count >= maxSilences) {
      throw makeBlockBy(operation, 'no complete answer', `${operation} did not answer before`);
    }
  }

  /** @returns the outcome to throw */
  recordError(response: ApiResponse): OutcomeError {
    const { exchange, status } = response;
    const operation = exchange.operation as OperationName | 'server';
    countFailure(this.errors, describeResponse(response), exchange);
    return makeBlockBy(operation, 'server error', `${operation} answered ${status}`, response);
  }

  /**
   * Records a request without a complete response.
   * @param predicate what the operation did, for the checks that are blocked
   * @returns the outcome to throw
   */
  recordSilence(exchange: Exchange, failureText: string, predicate: string): OutcomeError {
    const operation = exchange.operation as OperationName | 'server';
    countFailure(this.silences, failureText, exchange);
    return makeBlockBy(operation, 'no complete answer', `${operation} ${predicate}`, { exchange });
  }

  /** Records a temporary refusal that a retry got past. */
  recordTemporaryRefusal(response: ApiResponse): void {
    const failure = { got: describeResponse(response), exchange: response.exchange };
    if (response.status !== 429) {
      this.gatewayFailure = { ...failure, count: (this.gatewayFailure?.count ?? 0) + 1 };
    } else if (retryAfterMs(response.headers) === undefined) {
      // A 429 is no fault, unless it does not say when to try again.
      this.rateLimitFailure ??= { ...failure, count: 1 };
    }
  }

  /** Records a temporary refusal that stayed after all retries. @returns the outcome to throw */
  recordExhaustedRetries(response: ApiResponse): OutcomeError {
    if (response.status === 429) {
      return makeSkip(
        'the backend limits requests (429): send fewer per second with --rate',
        'rate',
      );
    }
    this.recordTemporaryRefusal(response);
    return makeBlockBy(
      'server',
      'unreachable behind its proxy',
      `a proxy answered ${response.status} each time`,
      response,
    );
  }
}

function countFailure(
  failuresByOperation: Map<string, LoggedFailure>,
  failureText: string,
  exchange: Exchange,
): void {
  const loggedFailure = failuresByOperation.get(exchange.operation);
  if (loggedFailure) loggedFailure.count += 1;
  else failuresByOperation.set(exchange.operation, { count: 1, got: failureText, exchange });
}
