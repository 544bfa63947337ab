/** Requests to a deployed site, and the base of the checks that make them. */
import { request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import type { InlineHashes } from '@one-planet/contract/site-headers';
import type { Exchange } from '@one-planet/sdk';
import type { Connection } from '../backend/connection.ts';
import { type RawResponse, type Transport, userAgent } from '../backend/transport.ts';
import { type Check, type CheckSubject, readLevel } from '../checks/engine.ts';
import { makeFailure } from '../checks/outcome.ts';
import { TimeLimit } from '../core/interruption.ts';
import { copyBeginning } from '../core/text.ts';

/** The site, and what its first responses said. */
export interface SiteFacts extends Visitor, CheckSubject {
  /** The content of `config.json`; empty where it is not a JSON object. */
  siteSettings: Readonly<Record<string, unknown>>;
  /** The hashes of inline code in `inline.json`, see `InlineHashes`. */
  inlineHashes: InlineHashes;
  /** The path of a script on the home page. */
  scriptPath: string | undefined;
  /** The certificate has to be valid for at least this many days. */
  minCertificateDays: number;
  /** When the certificate expires, once a check has read it. */
  certificateEnd?: Date;
  signal: AbortSignal;
}

export type SiteCheck = Check<SiteFacts>;

/** Reads the content of `inline.json`. */
export function readHashes({ style, script }: Readonly<Record<string, unknown>>): InlineHashes {
  const toTexts = (hashes: unknown) =>
    (Array.isArray(hashes) ? hashes : []).filter((hash) => typeof hash === 'string');
  return { style: toTexts(style), script: toTexts(script) };
}

/** @throws {OutcomeError} where the response has another status */
export function requireStatus(siteResponse: SiteResponse, status: number): void {
  if (siteResponse.status !== status)
    throw makeFailure(`status ${status}`, describeVisit(siteResponse), siteResponse);
}

/**
 * Requests a path of the site.
 * @throws {OutcomeError} where the response has another status than 200
 */
export async function requirePath(
  { visitPath }: Visitor,
  path: string,
  headers?: Readonly<Record<string, string>>,
): Promise<SiteResponse> {
  const response = await visitPath(path, headers);
  requireStatus(response, 200);
  return response;
}

/** Describes a response in a few words: its redirect, its challenge, or its content type. */
export function describeVisit({ status, headers, exchange }: SiteResponse): string {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  if (location !== null && URL.canParse(location, exchange.url)) {
    const { origin, pathname } = new URL(location, exchange.url);
    return `status ${status}, which leads to ${origin}${pathname}`;
  }
  if (status === 401 && /^basic\b/i.test(headers.get('www-authenticate') ?? '')) {
    return 'status 401: it asks for a user name and a password (--user)';
  }
  const contentType = headers.get('content-type')?.replace(/;.*/, '') ?? 'no content type';
  return `status ${status} with ${contentType}`;
}

/* Each response is kept for other checks that request the same address. */

export interface SiteResponse extends RawResponse {
  text: string;
  exchange: Exchange;
}

export interface Visitor {
  /** The site's origin. */
  origin: string;
  /**
   * Requests a path of the site, or a whole address, once.
   * @throws {Error} when no complete response comes
   */
  visitPath: (
    path: string,
    headers?: Readonly<Record<string, string>>,
    method?: string,
  ) => Promise<SiteResponse>;
  /**
   * Announces an upload to an address, and sends none of its bytes.
   * @returns the status with which it is refused; `undefined` where it may begin, or where nothing is answered in time
   */
  announceUpload: (address: string, byteCount: number) => Promise<number | undefined>;
  readonly count: number;
}

/** Makes the checks of one section of docs/hosting.md, and fills in what they have in common. */
export function makeSiteChecks<Facts = SiteFacts>(
  rule: SiteCheck['rule'],
  checks: readonly (Omit<Check<Facts>, 'level' | 'rule'> & Partial<Pick<Check<Facts>, 'rule'>>)[],
  leavesOpen?: string,
): readonly Check<Facts>[] {
  return checks.map((check) => ({
    level: readLevel(check.sentence),
    rule,
    ...(leavesOpen ? { leavesOpen } : {}),
    ...check,
  }));
}

/** A server that does not know `Expect` waits for the bytes. */
const announcementTimeLimitMs = 3_000;
export const visitTimeLimitMs = 20_000;
const timeoutMessage = `it took more than ${visitTimeLimitMs / 1000} s`;

interface VisitorTools {
  /** Sends a request, with the headers of the settings' connection. */
  request: Transport['request'];
  connection: Connection;
  signal: AbortSignal;
}

/** @param origin of the site */
export function createVisitor(
  origin: string,
  { request, connection, signal }: VisitorTools,
): Visitor {
  const visitPromisesByRequest = new Map<string, Promise<SiteResponse>>();
  let count = 0;
  const requestOnce = async (
    url: string,
    requestHeaders: Readonly<Record<string, string>>,
    method: string,
  ) => {
    count += 1;
    const sentHeaders = { 'user-agent': userAgent, accept: '*/*', ...requestHeaders };
    const timeLimit = new TimeLimit(visitTimeLimitMs, signal);
    const startedAt = Date.now();
    const startedAtMs = performance.now();
    try {
      const response = await request(url, {
        method,
        headers: sentHeaders,
        signal: timeLimit.signal,
      });
      const text = new TextDecoder().decode(response.bytes);
      const exchange: Exchange = {
        operation: 'site',
        attempt: 1,
        method,
        url,
        requestHeaders: {
          ...sentHeaders,
          ...(url.startsWith(`${origin}/`) ? connection.headersToShow : {}),
        },
        status: response.status,
        answerHeaders: Object.fromEntries(response.headers),
        answerText: copyBeginning(text, 2000),
        durationMs: performance.now() - startedAtMs,
        startedAt,
      };
      return { ...response, text, exchange };
    } catch (error) {
      throw timeLimit.isOver ? new Error(timeoutMessage) : error;
    } finally {
      timeLimit.endTimeLimit();
    }
  };
  const announceUpload = (address: string, byteCount: number) => {
    count += 1;
    const send = address.startsWith('https:') ? sendHttps : sendHttp;
    const isOwn = address.startsWith(`${origin}/`);
    const request = send(address, {
      method: 'POST',
      headers: {
        ...{ 'user-agent': userAgent, 'content-type': 'application/octet-stream' },
        ...(isOwn ? connection.headers : {}),
        'content-length': byteCount,
        expect: '100-continue',
      },
      signal,
      timeout: announcementTimeLimitMs,
    });
    request.flushHeaders();
    return new Promise<number | undefined>((resolve) => {
      request.once('continue', () => resolve(undefined));
      request.once('timeout', () => resolve(undefined));
      request.once('response', ({ statusCode }) => resolve(statusCode));
      // Another check reports an API that is not reached.
      request.once('error', () => resolve(undefined));
    }).finally(() => {
      // What comes after the answer is the end that is made here.
      request.on('error', () => {});
      request.destroy();
    });
  };
  return {
    origin,
    announceUpload,
    get count() {
      return count;
    },
    visitPath: (path, headers = {}, method = 'GET') => {
      const url = new URL(path, `${origin}/`).href;
      const visitKey = JSON.stringify([method, url, headers]);
      const visitPromise =
        visitPromisesByRequest.get(visitKey) ?? requestOnce(url, headers, method);
      visitPromisesByRequest.set(visitKey, visitPromise);
      return visitPromise;
    },
  };
}
