import { isHtmlDocument } from '@one-planet/contract/messages';
import { isBrokenCompression, reasonOf, tlsCodeOf } from '#error-codes';
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
import { isTemporaryStatus, retryAfterMs } from './retry.ts';

function contentType(headers: Headers): string {
  return headers.get('content-type') ?? '';
}

function isJsonType(headers: Headers): boolean {
  return /[/+]json\b/i.test(contentType(headers));
}

/** Text in the declared charset; JSON is always UTF-8. */
function decode(chunks: readonly Uint8Array[], headers: Headers): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType(headers))?.[1];
  const decoder = !charset || isJsonType(headers) ? utf8 : decoderOf(charset);
  return decoder.decode(chunks.length === 1 ? chunks[0] : joined(chunks));
}

/** Kept: making a decoder costs more than decoding a typical answer. */
const utf8 = new TextDecoder();

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // An unknown charset.
    return utf8;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** An answer before it is held against the contract. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  bytes: Blob | undefined;
  text: string;
}

/**
 * Reads the whole body, up to a limit.
 * @throws {OffContractError} `too-large`; the connection is given up then
 * @throws {ConnectionError} when it breaks on the way
 */
export async function readRaw(
  response: Incoming,
  facts: RouteFacts,
  maxBytes: number,
): Promise<RawAnswer> {
  const { status, headers } = response;
  const { operation } = facts;
  if (response.type === 'opaqueredirect') throw new RedirectError({ operation, status: 0 });
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) break;
      chunks.push(chunk.value);
      size += chunk.value.length;
      if (size > maxBytes) break;
    }
  } catch (cause) {
    if (isBrokenCompression(cause)) {
      throw new OffContractError('encoding', 'compressed, but it does not unpack', {
        operation,
        status,
        text: '',
        cause,
      });
    }
    throw connectionError(cause, 'answer', { operation, status, text: decode(chunks, headers) });
  } finally {
    // Lets go of the socket when the body was not read to its end.
    reader?.cancel().catch(() => {});
  }
  if (size > maxBytes) {
    throw new OffContractError('too-large', `more than ${maxBytes} bytes`, {
      operation,
      status,
      text: decode(chunks, headers).slice(0, 10_000),
    });
  }
  if (facts.reads === 'bytes' && status < 300) {
    const bytes = new Blob(chunks as Uint8Array<ArrayBuffer>[], { type: contentType(headers) });
    // The contract stores pictures and PDFs: text comes from a proxy.
    const text = /^text\/html\b/i.test(contentType(headers)) ? decode(chunks, headers) : '';
    return { status, headers, bytes, text };
  }
  return { status, headers, bytes: undefined, text: decode(chunks, headers) };
}

/**
 * Holds an answer against the contract's status and form.
 * @returns the body: parsed JSON, text, a Blob; for a refusal its text or JSON
 * @throws {UnavailableError | RedirectError | UndeclaredStatusError | OffContractError}
 */
export function readBody(answer: RawAnswer, facts: RouteFacts, strict: boolean): unknown {
  const { status, headers, text } = answer;
  const { operation, statuses } = facts;
  const language = headers.get('content-language') ?? undefined;
  if (!statuses.includes(status)) {
    if (isTemporaryStatus(status)) {
      throw new UnavailableError({
        operation,
        status,
        text,
        language,
        retryAfterMs: retryAfterMs(headers),
      });
    }
    if (status >= 300 && status < 400) {
      throw new RedirectError({
        operation,
        status,
        text,
        location: headers.get('location') ?? undefined,
      });
    }
    throw new UndeclaredStatusError({ operation, status, text, language });
  }
  if (isHtmlDocument(text)) throw offContract('html', 'an HTML page, as proxies answer');
  if (answer.bytes) return answer.bytes;
  const isJson = isJsonType(headers);
  if (status >= 400 || facts.reads === 'nothing') return parseLoosely(text);
  if (text.trim() === '') throw offContract('empty', 'nothing at all');
  if (facts.reads === 'text') {
    const value = isJson || text.startsWith('"') ? parseLoosely(text.trim()) : text.trim();
    if (value === '') throw offContract('empty', 'nothing at all');
    if (typeof value === 'string') return value;
    throw offContract('schema', 'JSON of another shape instead of text');
  }
  if (!isJson && (strict || !/^\s*[[{]/.test(text))) {
    throw offContract(
      'content-type',
      `content type ${contentType(headers) || 'missing'} instead of application/json`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw offContract('invalid-json', 'JSON that does not parse, or is cut off', cause);
  }

  function offContract(reason: OffContractError['reason'], detail: string, cause?: unknown) {
    return new OffContractError(reason, detail, { operation, status, text, language, cause });
  }
}

/** JSON where it parses, else the text as it is; nothing for an empty body. */
function parseLoosely(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    // A bare number or word stays the text it was.
    return typeof parsed === 'object' || typeof parsed === 'string' ? parsed : text;
  } catch {
    return text;
  }
}

/** Turns whatever `fetch` threw into a ConnectionError; browsers give no reason, so theirs is `unknown`. */
export function connectionError(
  cause: unknown,
  phase: 'request' | 'answer',
  facts: CallFacts,
): ConnectionError {
  const reason = reasonOf(cause) ?? (phase === 'answer' ? 'reset' : 'unknown');
  return new ConnectionError(reason, phase, { ...facts, cause }, tlsCodeOf(cause));
}
