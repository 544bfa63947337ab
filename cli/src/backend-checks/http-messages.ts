/** The HTTP requests and responses of the checks. */
import {
  type Dialect,
  findOperation,
  type OperationName,
  pathParameters,
  toWire,
  wireTemplate,
} from '@one-planet/contract';
import { type Exchange, encodePathParameter } from '@one-planet/sdk';
import type { UploadFile } from '../applicant/sample-files.ts';
import type { RawResponse } from '../backend/transport.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import { shortenBody } from '../report/evidence.ts';

/** The Accept header of the SDK. */
const acceptedTypes = 'application/json, text/plain;q=0.9, */*;q=0.5';

/** The response to one request, read to its end and not judged yet. */
export interface ApiResponse {
  /** `undefined` for a request that belongs to no operation. */
  operation: OperationName | undefined;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Whether the body is longer than responses are read. */
  isCutOff: boolean;
  text: string;
  /** The parsed JSON; `undefined` where the text is not JSON. */
  json: unknown;
  /** See `Call`. */
  senderNumber: number | undefined;
  subjectNumber: number | undefined;
  /**
   * Whether the request was well formed: a JSON body, the right method. Only refusals of such requests are read by
   * people.
   */
  isRegular: boolean;
  /** With secrets; reports hide them. */
  exchange: Exchange;
}

/**
 * One kind of inspection.
 * @returns what is wrong with the response
 */
export interface Inspector {
  id: string;
  inspect: (response: ApiResponse) => string | undefined;
}

/** In characters. A longer name fits into no path. */
const maxFileNameLength = 2000;

/**
 * The name that the response to an upload contains, as text or in JSON.
 * @returns `undefined` when it contains none
 */
export function readStoredFileName({ status, text, json }: ApiResponse): string | undefined {
  if (status >= 300 || text.length > maxFileNameLength) return undefined;
  if (typeof json === 'string') return json || undefined;
  if (Object.keys(fieldsOf(json)).length > 0) return undefined;
  return text.trim() || undefined;
}

export interface SentRequest {
  operation: OperationName;
  call: Call;
  attemptNumber: number;
  /** In milliseconds since 1970. */
  startedAt: number;
}

const binaryTypePattern = /^(image|audio|video)\/|^application\/(pdf|octet-stream|zip)/i;

/** Makes the response that checks judge from the one that came over the wire. */
export function toApiResponse(
  { status, headers, bytes, isCutOff }: RawResponse,
  request: WireRequest,
  sentRequest: SentRequest,
  durationMs: number,
): ApiResponse {
  const isText = !binaryTypePattern.test(headers.get('content-type') ?? '');
  const wholeText = isText ? new TextDecoder().decode(bytes) : '';
  // Half of a body would break rules that the whole keeps, so no check reads it; one of its own reports the cut.
  const text = isCutOff ? '' : wholeText;
  const { operation, call } = sentRequest;
  return {
    operation,
    status,
    headers,
    bytes,
    isCutOff,
    text,
    json: tryParseJson(text),
    senderNumber: call.senderNumber,
    subjectNumber: call.subjectNumber ?? call.senderNumber,
    isRegular:
      !call.method &&
      call.rawBody === undefined &&
      !call.headers &&
      !call.rawParam &&
      !call.rawPath,
    exchange: {
      ...makeExchange(request, sentRequest, durationMs),
      status,
      answerHeaders: Object.fromEntries(headers),
      answerText: isText ? shortenBody(wholeText) : `[${bytes.length} bytes]`,
    },
  };
}

/**
 * The request of an exchange. What happens at an unknown path is not about the operation that was to be called, so it
 * is blamed on the server.
 */
export function makeExchange(
  { url, method, headers, body, file }: WireRequest,
  { operation, call, attemptNumber, startedAt }: SentRequest,
  durationMs: number,
): Exchange {
  const { params = {} } = call;
  return {
    operation: call.rawPath ? 'server' : operation,
    attempt: attemptNumber,
    startedAt,
    durationMs,
    method,
    url,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, `${value}`])),
    requestHeaders: headers,
    requestBody: body && shortenBody(body),
    upload: file && { name: file.name, size: file.bytes.length, type: file.mediaType },
  };
}

/* Makes HTTP requests from operations and canonical payloads, in a dialect; also requests that no client would send. */

/** One call of an operation. What is left out is not sent; method and path are then those of the operation. */
export interface Call {
  params?: Readonly<Record<string, string | number>>;
  /** The body in the canonical form; a dialect renames its fields. */
  body?: unknown;
  file?: UploadFile;
  token?: string;
  /** Another method than the operation's. */
  method?: string;
  /** The body as raw text, whatever the operation takes. */
  rawBody?: string;
  headers?: Readonly<Record<string, string>>;
  /** Another path than the operation's, after `/api`. */
  rawPath?: string;
  /** A path parameter that is inserted as it is: already encoded, or invalid on purpose. */
  rawParam?: string;
  /** Whether a closed connection counts as a response. */
  countsClosedAsResponse?: boolean;
  /** The number of the applicant whose token is sent, to notice leaks of other people's data. */
  senderNumber?: number;
  /** The number of the applicant whose data is requested; default: the sender's. */
  subjectNumber?: number;
}

/** The passwords that a call sets or uses, also those with blanks; not the words that checks send to be refused. */
export function listPasswords(callBody: unknown): string[] {
  return Object.entries(fieldsOf(callBody)).flatMap(([name, value]) =>
    // Digits alone may be a part of any number.
    /password/i.test(name) && typeof value === 'string' && /\d/.test(value) && /\D/.test(value)
      ? [value]
      : [],
  );
}

/** @returns the body of a call with other values in some fields */
export function callWithBody({ body }: Call, bodyFields: object): Call {
  return { body: { ...(body as object), ...bodyFields } };
}

export interface WireRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  file: UploadFile | undefined;
}

/**
 * @param baseUrl the backend's address with `/api`
 * @param runHeaders the headers of every request of the run
 */
export async function toRequest(
  baseUrl: string,
  dialect: Dialect,
  operation: OperationName,
  call: Call,
  loadBankAccounts: () => Promise<readonly { id: string | number; account: string }[]>,
  runHeaders: Readonly<Record<string, string>> = {},
): Promise<WireRequest> {
  const route = findOperation(operation)?.route;
  if (!route) throw new Error(`There is no operation ${operation}`);
  const method = call.method ?? route.method;
  const hasBody = method !== 'GET' && method !== 'HEAD' && !call.file;
  const wireBody =
    call.body === undefined || call.rawBody !== undefined
      ? undefined
      : JSON.stringify(await toWire(dialect, operation, call.body, loadBankAccounts));
  const pathTemplate = wireTemplate(dialect, operation, route.path);
  return {
    url: baseUrl + (call.rawPath ?? fillPathTemplate(pathTemplate, call, operation)),
    method,
    headers: {
      ...runHeaders,
      accept: acceptedTypes,
      // The content type is sent even without a body: an activation has none.
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...call.headers,
    },
    body: hasBody ? (call.rawBody ?? wireBody) : undefined,
    file: call.file,
  };
}

function fillPathTemplate(
  pathTemplate: string,
  { params = {}, rawParam }: Call,
  operation: OperationName,
): string {
  return pathParameters(pathTemplate).reduce(
    (path, name) =>
      path.replace(
        `:${name}`,
        () => rawParam ?? encodePathParameter(name, String(params[name] ?? 'none'), operation),
      ),
    pathTemplate,
  );
}
