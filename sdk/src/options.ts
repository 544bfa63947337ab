import type { Dialect } from '@one-planet/contract/wire';
import type { Exchange } from './exchange.ts';

/** Where the bearer token is kept; it is read anew for every call. */
export interface Session {
  token(): string | undefined;
}

export interface RetryOptions {
  /** How often a call is sent at most, the first time included. Default 3; 1 turns retries off. */
  attempts?: number;
  /** The first wait, in milliseconds; it doubles each time, with jitter. Default 300. */
  baseMs?: number;
  /** No wait is longer, also when Retry-After asks for it: the call fails then. Default 10,000. */
  maxMs?: number;
}

export interface ClientOptions {
  /** The backend's address, with or without its `/api` at the end. */
  baseUrl: string;
  /** Default: canonical. */
  dialect?: Dialect;
  /** Default: the platform's own. */
  fetch?: typeof globalThis.fetch;
  session?: Session;
  /** For a whole answer, uploads included, in milliseconds. Default 30,000, and 300,000 for uploads. */
  timeout?: number;
  retry?: RetryOptions;
  /**
   * `strict` holds every answer against the contract's schemas and content types; loads them when first needed.
   * `off` (the default) takes JSON that parses.
   */
  validate?: 'off' | 'strict';
  /** The largest answer that is read, in bytes. Default 50 MB. */
  maxAnswerBytes?: number;
  /** Ends every call of this client. */
  signal?: AbortSignal;
  /**
   * Told of every attempt once it is over, with its secrets: pass it through `hideSecrets` before it is kept.
   * What it throws changes no call.
   */
  onExchange?: (exchange: Exchange) => void;
}

/** What one call may ask for beyond its payload; the signal goes in ts-rest's `fetchOptions: { signal }`. */
export interface CallOptions {
  /** Overrides the client's, in milliseconds. */
  timeout?: number;
  /** Overrides the session's token; `null` sends none. */
  token?: string | null;
  /** Overrides the client's, field by field. */
  retry?: RetryOptions;
  /** Uploads only: bytes handed to the network so far, of all. */
  onProgress?: (progress: { sent: number; total: number }) => void;
}

/** @returns the address all paths of the contract are appended to: `…/api`, without a slash at the end */
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
