import { type Dialect, trimSlashes } from '@one-planet/contract/wire';

/** A file ready to be sent. */
export interface UploadFile {
  name: string;
  data: Blob;
}

/** One attempt of a call, with its request and response, secrets included. */
export interface Exchange {
  operation: string;
  /** 1 for the first attempt. */
  attempt: number;
  method: string;
  url: string;
  /** The path parameters by name; a `token` among them is a secret. */
  params?: Record<string, string>;
  requestHeaders: Record<string, string>;
  /** JSON text; for an upload, a note with its name and size. */
  requestBody?: string;
  upload?: { name: string; size: number; type: string };
  /** Missing if no response came. */
  status?: number;
  answerHeaders?: Record<string, string> | undefined;
  answerText?: string;
  /** From sending to the last byte of the response, in milliseconds. */
  durationMs: number;
  /** When it was sent, in milliseconds since 1970. */
  startedAt: number;
  error?: unknown;
}

/** A request as it is sent. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Sent as the multipart field `file`, instead of a body. */
  upload: UploadFile | undefined;
}

/** The part of a Response that the SDK reads, so that a simpler object can replace it. */
export interface Incoming extends Pick<Response, 'status' | 'headers'> {
  type?: Response['type'];
  body: { getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> } | null;
}

/**
 * Sends a request, and returns the response as soon as its headers are there; redirects are returned too.
 * @param onGiveUp registers a function that aborts the request or the reading of its response; one AbortSignal for each
 * call would cost too much
 */
export type Send = (
  request: Outgoing,
  onGiveUp: (end: (reason: unknown) => void) => void,
) => Promise<Incoming>;

/** Who is logged in. */
export interface Session {
  /** The bearer token; it is read again for every call. `undefined` sends none. */
  token(): string | undefined | Promise<string | undefined>;
  /**
   * Called when a call is refused with 401 for its token, or because there is none, once for all calls that wait: get a new token, or log out. The token
   * is read again afterwards; if it is another one, the calls are repeated with it, uploads too. Calls that it makes
   * itself need a `token` of their own.
   */
  onUnauthorized?(): unknown;
}

export interface RetryOptions {
  /** The maximum number of attempts, including the first. Default 3; 1 turns retries off. */
  attempts?: number;
  /** The first wait, in milliseconds; each further wait is twice as long, with jitter. Default 300. */
  baseMs?: number;
  /** The longest wait: if Retry-After demands more, the call fails. Default 10,000. */
  maxMs?: number;
}

export interface ClientOptions {
  /** The backend's address, with or without `/api` at its end. */
  baseUrl: string;
  /** Default: canonical. */
  dialect?: Dialect;
  /** Default: the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Sends every request instead of `fetch`, for programs that send so many that `fetch` costs too much. */
  send?: Send;
  session?: Session;
  /** Returns headers for every attempt; it is called each time. Headers of a single call take precedence. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>;
  /**
   * The time limit for a complete response, in milliseconds. Default 30,000, and 300,000 for uploads. An upload that
   * reports its progress while it sends ends only after 60,000 in which nothing moved, and its answer has this limit.
   */
  timeout?: number;
  retry?: RetryOptions;
  /**
   * Whether a call that needs no token, but was refused with 401 because of the session's token, is repeated without
   * it. Default: false.
   */
  anonymousFallback?: boolean;
  /**
   * `strict` validates every response with the contract's schemas and content types, which are loaded when first
   * needed. `off` (the default) accepts any JSON that can be parsed.
   */
  validate?: 'off' | 'strict';
  /** The largest response to read, in bytes. Default 50 MB. */
  maxAnswerBytes?: number;
  /** Ends every call of this client. */
  signal?: AbortSignal;
  /** Whether a browser sends cookies, as in `fetch`. Default: `same-origin`. */
  credentials?: RequestCredentials;
  /**
   * Called after every attempt, with its secrets: pass the exchange through `hideSecrets` before you store it.
   * Exceptions are ignored.
   */
  onExchange?: (exchange: Exchange) => void;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, and the waits between its attempts. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's, in milliseconds. */
  timeout?: number | undefined;
  /** Headers of this call; they take precedence over the client's. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Overrides the session's token; `null` sends none. */
  token?: string | null | undefined;
  /** Overrides the client's, field by field. */
  retry?: RetryOptions | undefined;
  /** Overrides the client's: whether the browser sends cookies. */
  credentials?: RequestCredentials | undefined;
  /** How the browser's HTTP cache is used, as in `fetch`. */
  cache?: RequestCache | undefined;
}

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /**
   * Called with the bytes that were sent so far, and their total: repeatedly in a browser's page, once at the end
   * elsewhere.
   */
  onProgress?: ((progress: { sent: number; total: number }) => void) | undefined;
}

/** @returns the address to which the contract's paths are appended: `…/api`, without a trailing slash */
export function apiBase(baseUrl: string): string {
  const urlWithoutSlash = trimSlashes(baseUrl);
  return urlWithoutSlash.endsWith('/api') ? urlWithoutSlash : `${urlWithoutSlash}/api`;
}

/** @returns what is wrong with an address; in a browser it may be relative to the page */
export function findUrlProblem(address: string): string | undefined {
  const pageUrl = (globalThis as { location?: { href?: string } }).location?.href;
  let url: URL;
  try {
    url = new URL(address, pageUrl);
  } catch {
    return 'is no address: write one that begins with https://; only a page can use a relative one';
  }
  const { protocol, username, password } = url;
  if (!/^https?:$/.test(protocol)) return 'must start with http:// or https://';
  if (username || password) return 'must not hold a user name or password';
  return undefined;
}
