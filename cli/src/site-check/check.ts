/** What a check of a deployed site is. */

import type { ReportedRule } from '../report/place.ts';
import type { Level } from '../report/report.ts';
import type { Visit, Visitor } from './visit.ts';

/** What earlier answers of the site tell. */
export interface SiteFacts extends Visitor {
  /** `config.json` as it stands; empty where it is none. */
  settings: Readonly<Record<string, unknown>>;
  /** The hashes of `inline.json`. */
  inlined: { style?: string | undefined; script?: string | undefined };
  /** A script of the home page, with its path. */
  script: string | undefined;
  /** How many days a certificate has to be good for. */
  minDays: number;
  signal: AbortSignal;
}

export interface SiteCheck {
  /** `headers/referrer-policy`; never changes. */
  id: string;
  level: Level;
  sentence: string;
  rule: ReportedRule;
  proves: string;
  leavesOpen: string;
  /**
   * @returns what was seen, where it is worth a word
   * @throws {SiteFault | NotThere}
   */
  run: (facts: SiteFacts) => Promise<string | undefined>;
}

/** The site is not as it must be. */
export class SiteFault extends Error {
  override name = 'SiteFault';
  readonly expected: string;
  readonly got: string;
  readonly visit: Visit | undefined;
  constructor(expected: string, got: string, visit?: Visit) {
    super(`expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.visit = visit;
  }
}

/** There is nothing to check, e.g. a certificate without TLS. */
export class NotThere extends Error {
  override name = 'NotThere';
}

/** @throws {SiteFault} where the answer does not have that status */
export function needStatus(visit: Visit, status: number): void {
  if (visit.status !== status) throw new SiteFault(`status ${status}`, told(visit), visit);
}

/** An answer in a few words: where it leads, what it asks for, or what it is. */
export function told({ status, headers, exchange }: Visit): string {
  const to = status >= 300 && status < 400 ? headers.get('location') : null;
  if (to !== null && URL.canParse(to, exchange.url)) {
    const { origin, pathname } = new URL(to, exchange.url);
    return `status ${status}, which leads to ${origin}${pathname}`;
  }
  if (status === 401 && /^basic\b/i.test(headers.get('www-authenticate') ?? '')) {
    return 'status 401: it asks for a user name and a password (--user)';
  }
  const type = headers.get('content-type')?.replace(/;.*/, '') ?? 'no content type';
  return `status ${status} with ${type}`;
}
