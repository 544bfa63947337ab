/** Informs the observer of a client about each attempt. */

import type { WireCall } from './call.ts';
import type { AdmissionsError } from './errors.ts';
import type { ClientOptions, Exchange } from './options.ts';
import type { RawResponse } from './read.ts';

/** An attempt and its outcome, also when it failed. */
export interface AttemptRecord {
  attempt: number;
  startedAt: number;
  startPerformanceMs: number;
  status?: number;
  rawResponse?: RawResponse;
  failure?: AdmissionsError;
}

/** Calls an observer; an exception or rejection of the observer must not affect the call. */
export function callQuietly(notify: () => unknown): void {
  try {
    Promise.resolve(notify()).catch(() => {});
  } catch {
    // The observer's own affair.
  }
}

/** Reports an attempt to the observer, if there is one. */
export function reportAttempt(
  onExchange: ClientOptions['onExchange'],
  call: WireCall,
  record: AttemptRecord,
): void {
  if (onExchange) callQuietly(() => onExchange(toExchange(call, record)));
}

function toExchange(call: WireCall, record: AttemptRecord): Exchange {
  const { facts, url, params, method, headers, body, upload } = call;
  const { rawResponse, failure, attempt, startedAt, startPerformanceMs } = record;
  const status = record.status ?? failure?.status;
  const answerText = rawResponse
    ? rawResponse.text || (rawResponse.blob && `[${rawResponse.blob.size} bytes]`)
    : failure?.text;
  return {
    operation: facts.operation,
    attempt,
    startedAt,
    durationMs: performance.now() - startPerformanceMs,
    method,
    url,
    params,
    requestHeaders: headers,
    ...(body === undefined ? {} : { requestBody: body }),
    ...(upload
      ? { upload: { name: upload.name, size: upload.data.size, type: upload.data.type } }
      : {}),
    ...(status === undefined ? {} : { status }),
    // Computed only when it is read, because most exchanges of a long run never are.
    get answerHeaders() {
      return rawResponse && Object.fromEntries(rawResponse.headers);
    },
    ...(answerText === undefined ? {} : { answerText: answerText }),
    ...(failure === undefined ? {} : { error: failure }),
  };
}
