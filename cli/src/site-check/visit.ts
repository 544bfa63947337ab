/** What a check of a deployed site asks, and how each answer is kept for those that ask the same. */
import type { Exchange } from '@one-planet/sdk';
import type { Connection } from '../backend/connection/open.ts';
import { type RawResponse, type Transport, userAgent } from '../backend/transport.ts';
import { Patience } from '../process/patience.ts';

/** An answer of the site. */
export interface Visit extends RawResponse {
  text: string;
  exchange: Exchange;
}

export interface Visitor {
  /** The site's, without a path. */
  origin: string;
  /** Asks for a path of the site, or for a whole address; each once. @throws {Error} when no whole answer comes */
  visit: (
    where: string,
    headers?: Readonly<Record<string, string>>,
    method?: string,
  ) => Promise<Visit>;
  /** How many requests were sent. */
  readonly count: number;
}

/** How long any answer may take. */
export const patienceMs = 20_000;
export const tooSlow = `it took more than ${patienceMs / 1000} s`;
const maxBytes = 5 * 1024 * 1024;

interface Tools {
  /** Adds what the connection sends. */
  request: Transport['request'];
  connection: Connection;
  signal: AbortSignal;
}

/** @param origin the site's, without a path */
export function createVisitor(origin: string, { request, connection, signal }: Tools): Visitor {
  const kept = new Map<string, Promise<Visit>>();
  let count = 0;
  const ask = async (url: string, own: Readonly<Record<string, string>>, method: string) => {
    count += 1;
    const headers = { 'user-agent': userAgent, accept: '*/*', ...own };
    const patience = new Patience(patienceMs, signal);
    const startedAt = Date.now();
    const started = performance.now();
    try {
      const answer = await request(url, { method, headers, signal: patience.signal, maxBytes });
      const text = new TextDecoder().decode(answer.bytes);
      const exchange: Exchange = {
        operation: 'site',
        attempt: 1,
        method,
        url,
        requestHeaders: { ...headers, ...(url.startsWith(`${origin}/`) ? connection.told : {}) },
        status: answer.status,
        answerHeaders: Object.fromEntries(answer.headers),
        answerText: text.slice(0, 2000),
        durationMs: performance.now() - started,
        startedAt,
      };
      return { ...answer, text, exchange };
    } catch (error) {
      throw patience.isOver ? new Error(tooSlow) : error;
    } finally {
      patience.end();
    }
  };
  return {
    origin,
    get count() {
      return count;
    },
    visit: (where, headers = {}, method = 'GET') => {
      const url = new URL(where, `${origin}/`).href;
      const key = JSON.stringify([method, url, headers]);
      const known = kept.get(key) ?? ask(url, headers, method);
      kept.set(key, known);
      return known;
    },
  };
}
