/** Reports each attempt of a call to who observes the client. Loaded only where somebody does. */

import type { WireCall } from './call.ts';
import type { AdmissionsError } from './errors.ts';
import type { ClientOptions, Exchange } from './options.ts';
import type { RawAnswer } from './read.ts';

/** An attempt and its outcome, also when it failed. */
export interface AttemptRecord {
  attempt: number;
  startedAt: number;
  started: number;
  status?: number;
  raw?: RawAnswer;
  failure?: AdmissionsError;
}

/** Calls an observer: what it throws, or rejects with, must not change the call it looks at. */
export function quietly(notify: () => unknown): void {
  try {
    Promise.resolve(notify()).catch(() => {});
  } catch {
    // The observer's own affair.
  }
}

/** @returns what reports an attempt; whatever the observer throws changes no call */
export function observer(onExchange: NonNullable<ClientOptions['onExchange']>) {
  return (call: WireCall, record: AttemptRecord): void =>
    quietly(() => onExchange(toExchange(call, record)));
}

function toExchange(call: WireCall, record: AttemptRecord): Exchange {
  const { facts, url, params, method, headers, body, upload } = call;
  const { raw, failure, attempt, startedAt, started } = record;
  const status = record.status ?? failure?.status;
  const text = raw ? raw.text || (raw.bytes && `[${raw.bytes.size} bytes]`) : failure?.text;
  return {
    operation: facts.operation,
    attempt,
    startedAt,
    durationMs: performance.now() - started,
    method,
    url,
    params,
    requestHeaders: headers,
    ...(body === undefined ? {} : { requestBody: body }),
    ...(upload
      ? { upload: { name: upload.name, size: upload.data.size, type: upload.data.type } }
      : {}),
    ...(status === undefined ? {} : { status }),
    // Made for who reads it: of a million exchanges hardly any is.
    get answerHeaders() {
      return raw && Object.fromEntries(raw.headers);
    },
    ...(text === undefined ? {} : { answerText: text }),
    ...(failure === undefined ? {} : { error: failure }),
  };
}
