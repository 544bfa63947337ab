/** Telling whoever watches a client of an attempt that is over. */
import type { WireCall } from './call.ts';
import type { Exchange } from './exchange.ts';
import type { ClientOptions } from './options.ts';
import { quietly } from './quietly.ts';
import type { Seen } from './seen.ts';

/** @returns what tells of an attempt; whatever the watcher throws changes no call */
export function teller(onExchange: NonNullable<ClientOptions['onExchange']>) {
  return (call: WireCall, seen: Seen): void => quietly(() => onExchange(toExchange(call, seen)));
}

function toExchange(call: WireCall, seen: Seen): Exchange {
  const { facts, url, params, method, headers, body, upload } = call;
  const { raw, failure, attempt, startedAt, started } = seen;
  const status = seen.status ?? failure?.status;
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
