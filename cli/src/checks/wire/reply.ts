import type { OperationName } from '@one-planet/contract';
import { type Exchange, hideSecrets } from '@one-planet/sdk';
import type { RawResponse } from '../../backend/transport.ts';
import { tryParseJson } from '../../process/json.ts';
import type { Call, WireRequest } from './request.ts';

/** What came back for one request, read to its end and not judged yet. */
export interface Reply {
  /** `undefined` for a request that is of no operation. */
  operation: OperationName | undefined;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** The parsed JSON; `undefined` where the text is none. */
  json: unknown;
  /** Whose token was sent, and whom the request is about: numbers of the run's applicants. */
  by: number | undefined;
  about: number | undefined;
  /** The request as it was meant: JSON bodies, no broken method or form. Only such refusals are read by people. */
  regular: boolean;
  /** Secrets included: reports hide them. */
  exchange: Exchange;
}

/** An answer in words, short enough for a line, without people's data; the caller hides known secrets when it prints. */
export function describeReply({ status, text, bytes }: Reply): string {
  // Before it is cut: names cannot be recognized in a piece of JSON.
  const said = hideSecrets(text, { personal: true }).replace(/\s+/g, ' ').trim();
  if (!said)
    return `status ${status} with ${bytes.length > 0 ? `${bytes.length} bytes` : 'an empty body'}`;
  return `status ${status} with ${said.length > 160 ? `${said.slice(0, 160)}…` : said}`;
}

/** The parsed JSON as an object; empty for anything else. */
export function fieldsOf(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
}

/** The name an upload answers: text, with or without quotes. @returns `undefined` when it answers none */
export function readStoredName({ status, text, json }: Reply): string | undefined {
  if (status >= 300) return undefined;
  if (typeof json === 'string') return json || undefined;
  if (Object.keys(fieldsOf(json)).length > 0) return undefined;
  return text.trim() || undefined;
}

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
    regular:
      !call.method &&
      call.rawBody === undefined &&
      !call.headers &&
      !call.rawParam &&
      !call.rawPath,
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
