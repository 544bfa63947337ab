/** Harmless requests, compared with each other: what is answered differently is read differently. */
import type { OperationName } from '@one-planet/contract';
import { openPage, type PageAccess } from '../../backend/open-page.ts';

export interface Prober {
  /** What comes back, without what changes from request to request; equal texts mean equal answers. */
  ask: (path: string, request?: { method?: string; body?: unknown }) => Promise<string>;
  /** How many requests were sent. */
  readonly count: number;
}

/** @param base the backend's address with `/api` */
export function createProber(base: string, access: PageAccess, signal: AbortSignal): Prober {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async ask(path, { method = 'POST', body = {} } = {}) {
      count += 1;
      const { status, text } = await openPage(access, base + path, {
        what: `the backend at ${base}`,
        signal,
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: method === 'GET' ? null : JSON.stringify(body),
      });
      return `${status} ${steady(text, path)}`;
    },
  };
}

/** Without the path itself, times, ids and numbers, which differ in every answer. */
function steady(text: string, path: string): string {
  return text
    .replaceAll(path, '')
    .replaceAll(path.replaceAll('/', '\\/'), '')
    .replace(/"(timestamp|time|date|requestId|traceId|path|instance)"\s*:\s*("[^"]*"|\d+)/gi, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '#')
    .trim();
}

/** `sure`: confirmed by a difference in the answers; `assumed`: no harmless request shows it. */
type Certainty = 'sure' | 'assumed';

/** How a backend writes one part of one operation. */
export interface Reading {
  operation: OperationName;
  /** The part, e.g. `path`, `phoneNumber`. */
  part: string;
  /** What is written there. */
  found: string;
  certainty: Certainty;
  why: string;
}
