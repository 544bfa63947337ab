/** Visits of a deployed site, and the checks that make them. */
import type { Exchange } from '@one-planet/sdk';
import type { Connection } from '../backend/connection.ts';
import { type RawResponse, type Transport, userAgent } from '../backend/transport.ts';
import { Patience } from '../core/interruption.ts';
import { failure } from './ending.ts';
import { type Check, type CheckSubject, levelOf } from './engine.ts';

/** The site, and what its first answers said. */
export interface SiteFacts extends Visitor, CheckSubject {
  /** `config.json` as it stands; empty where it is none. */
  settings: Readonly<Record<string, unknown>>;
  inlined: { style?: string; script?: string };
  /** A script of the home page, with its path. */
  script: string | undefined;
  minDays: number;
  signal: AbortSignal;
}

export type SiteCheck = Check<SiteFacts>;

/** @throws {CheckEnd} where the answer does not have that status */
export function needStatus(visit: Visit, status: number): void {
  if (visit.status !== status) throw failure(`status ${status}`, describeVisit(visit), visit);
}

/** An answer in a few words: where it leads, what it asks for, or what it is. */
export function describeVisit({ status, headers, exchange }: Visit): string {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  if (location !== null && URL.canParse(location, exchange.url)) {
    const { origin, pathname } = new URL(location, exchange.url);
    return `status ${status}, which leads to ${origin}${pathname}`;
  }
  if (status === 401 && /^basic\b/i.test(headers.get('www-authenticate') ?? '')) {
    return 'status 401: it asks for a user name and a password (--user)';
  }
  const type = headers.get('content-type')?.replace(/;.*/, '') ?? 'no content type';
  return `status ${status} with ${type}`;
}

/* Each answer is kept for the checks that ask the same. */

export interface Visit extends RawResponse {
  text: string;
  exchange: Exchange;
}

export interface Visitor {
  /** The site's, without a path. */
  origin: string;
  /** Asks for a path of the site, or for a whole address; each once. @throws {Error} when no whole answer comes */
  visit: (
    path: string,
    headers?: Readonly<Record<string, string>>,
    method?: string,
  ) => Promise<Visit>;
  readonly count: number;
}

/** Checks of one section of docs/hosting.md; what most have in common is filled in. */
export function checksOf(
  rule: SiteCheck['rule'],
  checks: readonly (Omit<SiteCheck, 'level' | 'rule'> &
    Partial<Pick<SiteCheck, 'level' | 'rule'>>)[],
  leavesOpen?: string,
): readonly SiteCheck[] {
  return checks.map((check) => ({
    level: levelOf(check.sentence),
    rule,
    ...(leavesOpen ? { leavesOpen } : {}),
    ...check,
  }));
}

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
  const visits = new Map<string, Promise<Visit>>();
  let count = 0;
  const ask = async (
    url: string,
    requestHeaders: Readonly<Record<string, string>>,
    method: string,
  ) => {
    count += 1;
    const headers = { 'user-agent': userAgent, accept: '*/*', ...requestHeaders };
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
        requestHeaders: {
          ...headers,
          ...(url.startsWith(`${origin}/`) ? connection.shownHeaders : {}),
        },
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
    visit: (path, headers = {}, method = 'GET') => {
      const url = new URL(path, `${origin}/`).href;
      const key = JSON.stringify([method, url, headers]);
      const pending = visits.get(key) ?? ask(url, headers, method);
      visits.set(key, pending);
      return pending;
    },
  };
}
