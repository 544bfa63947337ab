/** One attempt of a call: sends it, reads and validates the response, and informs observers. */
import { canonical } from '@one-planet/contract/wire';
import { checkClientHeaders, checkResponse } from '#check-options';
import { askUser } from './ask-user.ts';
import { type ApiResponse, readHeaders, type WireCall } from './call.ts';
import {
  AbortedError,
  AdmissionsError,
  type CallFacts,
  ConnectionError,
  TimeoutError,
  UsageError,
} from './errors.ts';
import { type AttemptRecord, callQuietly, reportAttempt } from './observe.ts';
import type { ClientOptions, Incoming, UploadOptions } from './options.ts';
import { makeConnectionError, readBody, readRawResponse } from './read.ts';
import { onAbort } from './retry.ts';
import { withCallFacts } from './unwrap.ts';
import { sendUpload } from './upload.ts';

let validateModulePromise: Promise<typeof import('./validate.ts')> | undefined;

/**
 * Loads the contract's schemas. The promise is kept, because repeating the import would cost more than a call; after a
 * failure (a new deployment, whose file has another name) the module is asked for again.
 */
async function loadValidateModule(operation: string) {
  validateModulePromise ??= import('./validate.ts');
  try {
    return await validateModulePromise;
  } catch (cause) {
    validateModulePromise = undefined;
    throw new UsageError(
      "the validation could not be loaded: try again, reload the page, or use validate: 'off'",
      { operation, cause },
    );
  }
}

const defaultMaxAnswerBytes = 50 * 1024 * 1024;

/** How long an upload that reports its progress may stand still, in milliseconds. */
const defaultStandstillMs = 60_000;

/** @throws {AdmissionsError} of the matching type */
export async function attemptCall(
  wireCall: WireCall,
  attempt: number,
  options: ClientOptions,
): Promise<ApiResponse> {
  const { signals, timeoutMs } = wireCall;
  const { operation } = wireCall.facts;
  const callFacts: CallFacts = { operation, attempts: attempt, secrets: wireCall.secrets };
  const callWithHeaders = {
    ...wireCall,
    headers: { ...(await readClientHeaders(options, operation, signals)), ...wireCall.headers },
  };
  // Loaded before the request, because a module that cannot be loaded is not a fault of the connection.
  if (options.validate === 'strict') await loadValidateModule(operation);
  // Looked at after all waiting, because from here on a signal that is aborted already is not heard any more.
  const abortedSignal = signals.find((signal) => signal.aborted);
  if (abortedSignal) {
    const facts = { ...callFacts, attempts: attempt - 1, cause: abortedSignal.reason };
    throw new AbortedError(facts);
  }
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
  let limit = { ms: timeoutMs, isOfStandstill: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startTimer = (newLimit: typeof limit) => {
    limit = newLimit;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isTimedOut = true;
      giveUp();
    }, limit.ms);
  };
  startTimer(limit);
  // A slow line is no fault as long as something moves. What is handed over may still wait in a buffer of the system,
  // so the answer has the whole limit of an upload again.
  const onProgress: UploadOptions['onProgress'] = (progress) => {
    const isSent = progress.sent >= progress.total;
    const standstillMs = Math.min(defaultStandstillMs, timeoutMs);
    startTimer({ ms: isSent ? timeoutMs : standstillMs, isOfStandstill: !isSent });
    callQuietly(() => wireCall.onProgress?.(progress));
  };
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
        startFetch(
          { ...callWithHeaders, onProgress: wireCall.onProgress && onProgress },
          controller.signal,
          options.fetch ?? globalThis.fetch,
        );
      readResponse(callWithHeaders, callFacts, attemptRecord, responsePromise, options).then(
        resolve,
        reject,
      );
    });
  } catch (error) {
    attemptRecord.failure = toAdmissionsError(error);
    throw attemptRecord.failure;
  } finally {
    clearTimeout(timer);
    stopListening();
    reportAttempt(options.onExchange, callWithHeaders, attemptRecord);
  }

  function toAdmissionsError(error: unknown): AdmissionsError {
    const admissionsError = error instanceof AdmissionsError ? error : undefined;
    if (admissionsError && !(admissionsError instanceof ConnectionError)) return admissionsError;
    const facts = {
      ...callFacts,
      status: attemptRecord.status,
      text: admissionsError?.text,
    };
    if (isTimedOut)
      return new TimeoutError(limit.ms, { ...facts, cause: error }, limit.isOfStandstill);
    if (hasGivenUp) {
      const cause = signals.find((signal) => signal.aborted)?.reason;
      return new AbortedError({ ...facts, cause });
    }
    return admissionsError ?? makeConnectionError(error, 'request', callFacts);
  }
}

async function readResponse(
  call: WireCall,
  callFacts: CallFacts,
  record: AttemptRecord,
  responsePromise: Promise<Incoming>,
  options: ClientOptions,
): Promise<ApiResponse> {
  const { facts } = call;
  const { dialect = canonical, maxAnswerBytes = defaultMaxAnswerBytes } = options;
  const response = await responsePromise;
  checkResponse(response, options, facts.operation);
  record.status = response.status;
  const rawResponse = await readRawResponse(response, facts, callFacts, maxAnswerBytes);
  record.rawResponse = rawResponse;
  const isStrict = options.validate === 'strict';
  const body = readBody(rawResponse, facts, callFacts, isStrict);
  if (isStrict) {
    const { validateResponse } = await loadValidateModule(facts.operation);
    validateResponse(callFacts, rawResponse, body, dialect);
  }
  const { status, headers } = rawResponse;
  return withCallFacts({ ok: status < 400, status, body, headers }, callFacts);
}

async function readClientHeaders(
  { headers: makeHeaders }: ClientOptions,
  operation: string,
  signals: readonly AbortSignal[],
): Promise<Record<string, string>> {
  if (!makeHeaders) return {};
  const headers = await askUser('headers', makeHeaders, operation, signals);
  checkClientHeaders(headers, operation);
  return readHeaders(headers, operation);
}

async function startFetch(
  call: WireCall,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
): Promise<Incoming> {
  const { url, method, headers, body, upload, onProgress, fetchSettings } = call;
  const fetchInit = { ...fetchSettings, method, headers, signal, redirect: 'manual' } as const;
  if (upload) return sendUpload(fetch, url, fetchInit, upload, onProgress);
  return fetch(url, { ...fetchInit, body: body ?? null });
}
