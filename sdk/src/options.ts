import type { Dialect } from '@one-planet/contract/wire';

/** A file ready to be sent. */
export interface UploadFile {
  name: string;
  data: Blob;
}

/** One attempt of a call as it went over the wire, secrets included. */
export interface Exchange {
  operation: string;
  /** 1 for the first time the call was sent. */
  attempt: number;
  method: string;
  url: string;
  /** The path parameters by name: a `token` among them is a secret, wherever it appears. */
  params?: Record<string, string>;
  requestHeaders: Record<string, string>;
  /** JSON text; for an upload, a note of its name and size. */
  requestBody?: string;
  upload?: { name: string; size: number; type: string };
  /** Missing if no answer came. */
  status?: number;
  answerHeaders?: Record<string, string> | undefined;
  answerText?: string;
  /** From sending to the last byte, in milliseconds. */
  durationMs: number;
  /** When it was sent, in milliseconds since 1970. */
  startedAt: number;
  error?: unknown;
}

/** A request as it goes over the wire. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Sent as the multipart field `file`, in place of a body. */
  upload: UploadFile | undefined;
}

/** The part of a Response that the SDK reads; a lighter object may stand in for it. */
export interface Incoming extends Pick<Response, 'status' | 'headers'> {
  type?: Response['type'];
  body: { getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> } | null;
}

/**
 * Sends a request and answers as soon as the headers are there, redirects too.
 * @param onGiveUp takes what ends the request, or the reading of its answer; a signal a call would cost too much
 */
export type Send = (
  request: Outgoing,
  onGiveUp: (end: (reason: unknown) => void) => void,
) => Promise<Incoming>;

/** Where the bearer token is kept; it is read again for every call. */
export interface Session {
  token(): string | undefined;
}

export interface RetryOptions {
  /** How often a call is sent at most, including the first time. Default 3; 1 turns retries off. */
  attempts?: number;
  /** The first wait, in milliseconds; it doubles each time, with jitter. Default 300. */
  baseMs?: number;
  /** No wait is longer: if Retry-After asks for more, the call fails. Default 10,000. */
  maxMs?: number;
}

export interface ClientOptions {
  /** The backend's address, with or without its `/api` at the end. */
  baseUrl: string;
  /** Default: canonical. */
  dialect?: Dialect;
  /** Default: the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Sends every request in place of `fetch`, for programs that send so many that `fetch` costs too much. */
  send?: Send;
  session?: Session;
  /** Headers of every attempt, asked for anew each time; a call's own win. */
  headers?: () => Record<string, string>;
  /** Time limit for a whole answer, uploads included, in milliseconds. Default 30,000, and 300,000 for uploads. */
  timeout?: number;
  retry?: RetryOptions;
  /**
   * A call that needs no token, but was refused with 401 because of the session's, is made again without it. Default:
   * false.
   */
  anonymousFallback?: boolean;
  /**
   * `strict` validates every answer against the contract's schemas and content types, which are loaded when first needed. `off` (the default) accepts any JSON that parses.
   */
  validate?: 'off' | 'strict';
  /** The largest answer to read, in bytes. Default 50 MB. */
  maxAnswerBytes?: number;
  /** Ends every call of this client. */
  signal?: AbortSignal;
  /**
   * Called after every attempt, with its secrets: pass it through `hideSecrets` before you keep it. Whatever it throws is ignored.
   */
  onExchange?: (exchange: Exchange) => void;
}

/** Options of a single call; the signal goes in ts-rest's `fetchOptions: { signal }`. */
export interface CallOptions {
  /** Overrides the client's, in milliseconds. */
  timeout?: number;
  /** Overrides the session's token; `null` sends none. */
  token?: string | null;
  /** Overrides the client's, field by field. */
  retry?: RetryOptions;
  /** Uploads only: bytes handed to the network so far, and in all. */
  onProgress?: (progress: { sent: number; total: number }) => void;
}

/** @returns the address that the contract's paths are appended to: `…/api`, without a trailing slash */
export function apiBase(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith('/api') ? trimmed : `${trimmed}/api`;
}

/** @returns what is wrong with a base address; a browser's may be relative to its page */
export function baseProblem(base: string): string | undefined {
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  let url: URL;
  try {
    url = new URL(base, page);
  } catch {
    return 'the base address is no address';
  }
  const { protocol, username, password } = url;
  if (!/^https?:$/.test(protocol)) return 'the base address must start with http:// or https://';
  if (username || password) return 'the base address must not hold a user name or password';
  return undefined;
}
