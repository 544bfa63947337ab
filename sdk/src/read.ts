import { JsonTooLargeError, parseJson } from '@one-planet/contract/json';
import { isHtmlDocument } from '@one-planet/contract/messages';
import { findReason, findTlsCode, isBrokenCompression } from '#error-codes';
import type { RouteFacts } from './call.ts';
import {
  type CallFacts,
  ConnectionError,
  OffContractError,
  RedirectError,
  UnavailableError,
  UndeclaredStatusError,
} from './errors.ts';
import type { Incoming } from './options.ts';
import { isTemporaryStatus } from './response-headers.ts';

function readContentType(headers: Headers): string {
  return headers.get('content-type') ?? '';
}

function isJsonType(headers: Headers): boolean {
  return /[/+]json\b/i.test(readContentType(headers));
}

function isHtmlType(headers: Headers): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(readContentType(headers));
}

/** Decodes text with the declared charset; JSON is always UTF-8. */
function decode(chunks: readonly Uint8Array[], headers: Headers): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(readContentType(headers))?.[1];
  const decoder = !charset || isJsonType(headers) ? utf8Decoder : makeDecoder(charset);
  return decoder.decode(chunks.length === 1 ? chunks[0] : joinChunks(chunks));
}

/** Kept, because making a decoder costs more than decoding a typical response. */
const utf8Decoder = new TextDecoder();

function makeDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // The charset is unknown.
    return utf8Decoder;
  }
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** No JSON begins like this, nor do a PDF or a picture. */
const markupStartPattern = /^\s*</;

/** A response before it is compared with the contract. */
export interface RawResponse {
  status: number;
  headers: Headers;
  blob: Blob | undefined;
  text: string;
}

/**
 * Reads the whole body, up to a limit. Of a status that the operation does not declare, the status itself is the error
 * (`readBody`): a body that is too large is cut, and one that does not unpack counts as empty.
 * @throws {OffContractError} `too-large`, where the connection is closed, or `encoding`; for a declared status
 * @throws {ConnectionError} when the connection breaks
 */
export async function readRawResponse(
  response: Incoming,
  route: RouteFacts,
  callFacts: CallFacts,
  maxBytes: number,
): Promise<RawResponse> {
  const { status, headers } = response;
  const responseFacts = { ...callFacts, status, headers };
  const isDeclared = route.statuses.includes(status);
  if (response.type === 'opaqueredirect') throw new RedirectError({ ...responseFacts, status: 0 });
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) break;
      chunks.push(chunk.value);
      sizeBytes += chunk.value.length;
      if (sizeBytes > maxBytes) break;
    }
  } catch (cause) {
    if (isBrokenCompression(cause)) {
      if (!isDeclared) return { status, headers, blob: undefined, text: '' };
      const facts = { ...responseFacts, text: '', cause };
      throw new OffContractError('encoding', 'compressed, but it does not unpack', facts);
    }
    const text = decode(chunks, headers);
    throw makeConnectionError(cause, 'answer', { ...responseFacts, text });
  } finally {
    // Releases the socket when the body was not read to its end.
    reader?.cancel().catch(() => {});
  }
  if (sizeBytes > maxBytes) {
    const text = decode(chunks, headers).slice(0, 10_000);
    if (!isDeclared) return { status, headers, blob: undefined, text };
    throw new OffContractError('too-large', `more than ${maxBytes} bytes`, {
      ...responseFacts,
      text,
    });
  }
  if (route.readsBodyAs === 'bytes' && status < 300) {
    const blob = new Blob(chunks as Uint8Array<ArrayBuffer>[], { type: readContentType(headers) });
    // The contract's files are pictures and PDFs, so text comes from a proxy.
    const isText =
      isHtmlType(headers) || markupStartPattern.test(decode(chunks.slice(0, 1), headers));
    return { status, headers, blob, text: isText ? decode(chunks, headers) : '' };
  }
  return { status, headers, blob: undefined, text: decode(chunks, headers) };
}

/**
 * Compares a response with the contract's statuses and forms.
 * @returns the body: parsed JSON, text, a Blob; for a refusal its text or JSON
 * @throws {UnavailableError | RedirectError | UndeclaredStatusError | OffContractError}
 */
export function readBody(
  response: RawResponse,
  route: RouteFacts,
  callFacts: CallFacts,
  isStrict: boolean,
): unknown {
  const { status, headers, text } = response;
  const responseFacts = { ...callFacts, status, headers, text };
  if (!route.statuses.includes(status)) {
    if (isTemporaryStatus(status)) throw new UnavailableError(responseFacts);
    if (status >= 300 && status < 400) throw new RedirectError(responseFacts);
    throw new UndeclaredStatusError(responseFacts);
  }
  const isPage = status < 400 ? isMarkup(response, route) : isHtmlDocument(text);
  if (isPage) throw makeOffContractError('html', 'an HTML page, as proxies answer');
  if (response.blob) return response.blob;
  const isJson = isJsonType(headers);
  if (status >= 400 || route.readsBodyAs === 'nothing') return parseJsonOrKeepText(text);
  if (text.trim() === '') throw makeOffContractError('empty', 'nothing at all');
  if (route.readsBodyAs === 'text') {
    const parsedText =
      isJson || text.startsWith('"') ? parseJsonOrKeepText(text.trim()) : text.trim();
    if (parsedText === '') throw makeOffContractError('empty', 'nothing at all');
    if (typeof parsedText === 'string') return parsedText;
    throw makeOffContractError('schema', 'JSON of another shape instead of text');
  }
  if (!isJson && (isStrict || !/^\s*[[{]/.test(text))) {
    throw makeOffContractError(
      'content-type',
      `content type ${readContentType(headers) || 'missing'} instead of application/json`,
    );
  }
  try {
    return parseJson(text);
  } catch (cause) {
    if (cause instanceof JsonTooLargeError) throw makeOffContractError('too-large', cause.message);
    // The parser's own message is left out: it repeats a piece of the answer.
    throw makeOffContractError('invalid-json', 'JSON that does not parse, or is cut off');
  }

  function makeOffContractError(reason: OffContractError['reason'], detail: string) {
    return new OffContractError(reason, detail, responseFacts);
  }
}

/**
 * Whether a success is a piece of HTML or XML, which the log-in page of a network sends in the backend's place: a whole
 * page, a script, a redirect. Where a body is read, its type alone is enough, unless it is JSON all the same; a body
 * that nobody reads may have any type, because PHP calls every text HTML.
 */
function isMarkup({ headers, text, blob }: RawResponse, { readsBodyAs }: RouteFacts): boolean {
  if (markupStartPattern.test(text)) return true;
  if (!isHtmlType(headers) || readsBodyAs === 'nothing') return false;
  return blob !== undefined || !/^\s*(?:["[{]|$)/.test(text);
}

/** Parses JSON; other text stays as it is, and an empty body becomes `undefined`. */
function parseJsonOrKeepText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    const parsedJson = parseJson(text);
    // A single number or word stays text.
    return typeof parsedJson === 'object' || typeof parsedJson === 'string' ? parsedJson : text;
  } catch {
    return text;
  }
}

/** Turns an exception of `fetch` into a ConnectionError. Browsers give no reason, so it is `unknown` there. */
export function makeConnectionError(
  cause: unknown,
  phase: 'request' | 'answer',
  facts: CallFacts,
): ConnectionError {
  const reason = findReason(cause) ?? (phase === 'answer' ? 'reset' : 'unknown');
  return new ConnectionError(reason, phase, { ...facts, cause }, findTlsCode(cause));
}
