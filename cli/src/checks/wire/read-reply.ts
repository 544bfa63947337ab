import type { OperationName } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import type { RawResponse } from '../../backend/transport.ts';
import { tryParseJson } from '../../process/json.ts';
import type { Reply } from './reply.ts';
import type { Call, WireRequest } from './request.ts';

/** What is known of a request before its answer. */
export interface Sent {
  operation: OperationName;
  call: Call;
  attempt: number;
  /** In milliseconds since 1970. */
  startedAt: number;
}

const binary = /^(image|audio|video)\/|^application\/(pdf|octet-stream|zip)/i;

/** From what came over the wire to what checks look at. */
export function toReply(
  { status, headers, bytes }: RawResponse,
  request: WireRequest,
  sent: Sent,
  durationMs: number,
): Reply {
  const isText = !binary.test(headers.get('content-type') ?? '');
  const text = isText ? new TextDecoder().decode(bytes) : '';
  const { operation, call } = sent;
  return {
    operation,
    status,
    headers,
    bytes,
    text,
    json: tryParseJson(text),
    by: call.by,
    about: call.about,
    regular: !call.method && call.rawBody === undefined && !call.headers && !call.rawParam,
    exchange: {
      ...exchangeOf(request, sent, durationMs),
      status,
      answerHeaders: Object.fromEntries(headers),
      answerText: isText ? shorten(text) : `[${bytes.length} bytes]`,
    },
  };
}

/** The request's half of an exchange. */
export function exchangeOf(
  { url, method, headers, body, file }: WireRequest,
  { operation, call, attempt, startedAt }: Sent,
  durationMs: number,
): Exchange {
  const params = Object.entries(call.params ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    operation,
    attempt,
    startedAt,
    durationMs,
    method,
    url,
    params: Object.fromEntries(params),
    requestHeaders: headers,
    ...(body === undefined ? {} : { requestBody: shorten(body) }),
    ...(file ? { upload: { name: file.name, size: file.bytes.length, type: file.type } } : {}),
  };
}

/** Evidence, not an archive: a picture in base64 would fill the report. */
function shorten(text: string): string {
  const most = 20_000;
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
