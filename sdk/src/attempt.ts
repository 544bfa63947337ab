/** One attempt of a call: sends it, reads and validates the response, and informs observers. */
import { canonical } from '@one-planet/contract/wire';
import type { ApiResponse, WireCall } from './call.ts';
import { AbortedError, AdmissionsError, ConnectionError, TimeoutError } from './errors.ts';
import type { AttemptRecord } from './observe.ts';
import type { ClientOptions, Incoming } from './options.ts';
import { makeConnectionError, readBody, readRawResponse } from './read.ts';
import { onAbort } from './retry.ts';

// The promises are kept, because repeating the imports would cost more than the call.
let validateModulePromise: Promise<typeof import('./validate.ts')> | undefined;
let observeModulePromise: Promise<typeof import('./observe.ts')> | undefined;

const loadValidateModule = () => {
  validateModulePromise ??= import('./validate.ts');
  return validateModulePromise;
};

const defaultMaxAnswerBytes = 50 * 1024 * 1024;

/** @throws {AdmissionsError} of the matching type */
export async function attemptCall(
  wireCall: WireCall,
  attempt: number,
  options: ClientOptions,
): Promise<ApiResponse> {
  const callWithHeaders = { ...wireCall, headers: { ...options.headers?.(), ...wireCall.headers } };
  const { signals, timeoutMs } = callWithHeaders;
  const { operation } = callWithHeaders.facts;
  const abortedSignal = signals.find((signal) => signal.aborted);
  if (abortedSignal) throw new AbortedError({ operation, cause: abortedSignal.reason });
  const { onExchange } = options;
  // Loaded on demand: few clients are observed, and a phone should not download it.
  if (onExchange) observeModulePromise ??= import('./observe.ts');
  const observe = onExchange && (await observeModulePromise)?.createObserver(onExchange);
  // Loaded before the request, because a module that cannot be loaded is not a fault of the connection.
  if (options.validate === 'strict') await loadValidateModule();
  const attemptRecord: AttemptRecord = {
    attempt,
    startedAt: Date.now(),
    startPerformanceMs: performance.now(),
  };
  const controller = new AbortController();
  let isTimedOut = false;
  let hasGivenUp = false;
  let endSending = (_reason: unknown) => {};
  let giveUp = () => controller.abort();
  const timer = setTimeout(() => {
    isTimedOut = true;
    giveUp();
  }, timeoutMs);
  const stopListening = onAbort(signals, () => giveUp());
  try {
    return await new Promise<ApiResponse>((resolve, reject) => {
      // A custom `fetch` may ignore the signal. This waits a moment, because a `fetch` that obeys it throws a better
      // error.
      giveUp = () => {
        hasGivenUp = true;
        controller.abort();
        endSending(controller.signal.reason);
        setTimeout(reject, 0, controller.signal.reason);
      };
      const onGiveUp = (act: typeof endSending) => {
        endSending = act;
      };
      const responsePromise =
        options.send?.(callWithHeaders, onGiveUp) ??
        startFetch(callWithHeaders, controller.signal, options.fetch ?? globalThis.fetch);
      readResponse(callWithHeaders, attemptRecord, responsePromise, options).then(resolve, reject);
    });
  } catch (error) {
    attemptRecord.failure = toAdmissionsError(error);
    throw attemptRecord.failure;
  } finally {
    clearTimeout(timer);
    stopListening();
    observe?.(callWithHeaders, attemptRecord);
  }

  function toAdmissionsError(error: unknown): AdmissionsError {
    const admissionsError = error instanceof AdmissionsError ? error : undefined;
    if (admissionsError && !(admissionsError instanceof ConnectionError)) return admissionsError;
    const facts = {
      operation,
      status: attemptRecord.status,
      text: admissionsError?.text,
      cause: error,
    };
    if (isTimedOut) return new TimeoutError(timeoutMs, facts);
    if (hasGivenUp) return new AbortedError(facts);
    return admissionsError ?? makeConnectionError(error, 'request', { operation });
  }
}

async function readResponse(
  call: WireCall,
  record: AttemptRecord,
  responsePromise: Promise<Incoming>,
  options: ClientOptions,
): Promise<ApiResponse> {
  const { facts } = call;
  const { dialect = canonical, maxAnswerBytes = defaultMaxAnswerBytes } = options;
  const response = await responsePromise;
  record.status = response.status;
  const rawResponse = await readRawResponse(response, facts, maxAnswerBytes);
  record.rawResponse = rawResponse;
  const isStrict = options.validate === 'strict';
  const body = readBody(rawResponse, facts, isStrict);
  if (isStrict)
    (await loadValidateModule()).validateResponse(facts.operation, rawResponse, body, dialect);
  return { status: rawResponse.status, body, headers: rawResponse.headers };
}

async function startFetch(
  call: WireCall,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  const { url, method, headers } = call;
  const fetchInit = { method, headers, signal, redirect: 'manual' } as const;
  if (!call.upload) return fetch(url, { ...fetchInit, body: call.body ?? null });
  // Loaded with the first upload, because most visitors never send a file.
  const { sendUpload } = await import('./upload.ts');
  return sendUpload(fetch, url, fetchInit, call.upload, call.onProgress);
}
