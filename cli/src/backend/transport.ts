import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, FormData as AgentForm, fetch as agentFetch, request as agentRequest } from 'undici';

/** One request as it goes over the wire. */
interface RawRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | FormData | undefined;
  signal: AbortSignal;
  /** On a connection of its own, which no server can have closed meanwhile. */
  fresh?: boolean;
}

/** The connection ended before the first byte of an answer: a kept one may have been closed in that very moment. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** An answer, read to its end. */
export interface RawResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** The connections of one command. */
export interface Transport {
  fetch: typeof globalThis.fetch;
  /** The same without what browsers need: no redirects, half the time. */
  request: (url: string, request: RawRequest) => Promise<RawResponse>;
  /** Closes every connection, so that the process can end at once. */
  close: () => Promise<void>;
}

/** Opens connections of our own: kept alive between calls, and closed when the command is done. */
export function createTransport(): Transport {
  // As many as there may be journeys at once: a request that waits for a connection would look like a slow server.
  const dispatcher = new Agent({ connections: 1024 });
  const freshDispatcher = new Agent({ pipelining: 0 });
  const fetch = (input: string | URL, init: RequestInit = {}) => {
    const body = init.body instanceof FormData ? toAgentForm(init.body) : init.body;
    // The types of undici's fetch and the platform's differ by name only.
    return agentFetch(input, { ...init, body, dispatcher } as Parameters<typeof agentFetch>[1]);
  };
  const request: Transport['request'] = async (url, options) => {
    const { method, headers, body, signal, fresh = false } = options;
    const answer = await agentRequest(url, {
      method: method as 'GET',
      headers,
      body: body instanceof FormData ? toAgentForm(body) : (body ?? null),
      signal,
      dispatcher: fresh ? freshDispatcher : dispatcher,
    }).catch((cause: unknown) => {
      throw isHungUp(cause)
        ? new NoAnswer('the connection ended before the answer', { cause })
        : cause;
    });
    const received = toHeaders(answer.headers);
    const bytes = new Uint8Array(await answer.body.arrayBuffer());
    const encoding = received.get('content-encoding') ?? '';
    return {
      status: answer.statusCode,
      headers: received,
      bytes: unpack(bytes, encoding.trim().toLowerCase()),
    };
  };
  return {
    fetch: fetch as unknown as Transport['fetch'],
    request,
    close: async () => {
      await Promise.all([dispatcher.destroy(), freshDispatcher.destroy()]);
    },
  };
}

/** What a connection ends with when the other side closes it. */
const hungUp: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether a request failed because the other side closed the connection. */
export function isHungUp(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return hungUp.includes(code ?? cause?.code);
}

/** Nobody asks for compressed answers here, and some servers compress all the same. */
function unpack(bytes: Uint8Array, encoding: string): Uint8Array {
  const unpackers: Record<string, (packed: Uint8Array) => Uint8Array> = {
    gzip: gunzipSync,
    'x-gzip': gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
  };
  // Without a body there is nothing to unpack, whatever the header says.
  return bytes.length > 0 ? (unpackers[encoding]?.(bytes) ?? bytes) : bytes;
}

function toHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}

/** undici knows no form but its own: it would send the platform's as the text `[object FormData]`. */
function toAgentForm(form: FormData): AgentForm {
  const own = new AgentForm();
  for (const [name, value] of form) {
    if (typeof value === 'string') own.append(name, value);
    else own.append(name, value, value.name);
  }
  return own;
}
