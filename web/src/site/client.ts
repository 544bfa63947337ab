/** The site, as all screens know it: its settings, its client and its queries. */

import type { Dialect } from '@one-planet/contract/wire';
import type { Client, ClientOptions } from '@one-planet/sdk';
import { createHooks, type Hooks } from '@one-planet/sdk/react';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { plainPath } from '../texts/current.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { loginPath } from './addresses.ts';
import { noticeAtom, type Store, sessionAtom } from './atoms.ts';
import type { Settings } from './config.ts';
import { fieldsOf } from './unchecked.ts';

export interface Site {
  settings: Settings;
  dialect: Dialect;
  /** Of all atoms (site/atoms.ts). */
  store: Store;
  /** For forms, with `answerOf` or `ask`. */
  api: Client;
  /** For reading. */
  hooks: Hooks;
  /** The answers that the hooks have read. */
  queries: Queries;
  /** Loads the screen of a page that is about to be opened; never fails. */
  prepare: (path: string) => Promise<void>;
}

export const SiteContext = createContext<Site | undefined>(undefined);

/** @throws {Error} outside of the app */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('No SiteContext');
  return site;
}

// Queries through the SDK's React hooks; answers stay in memory until the page is left.

type Queries = ReturnType<typeof createQueries>['queries'];

/** The first part of the query keys of an applicant's own data: it is dropped with her session, and a 401 ends that. */
const ofApplicant = 'applicant';

export function ownKey(operation: string, ...parts: readonly unknown[]): readonly unknown[] {
  return [ofApplicant, operation, ...parts];
}

export function profileKey(email: string): readonly unknown[] {
  return ownKey('applicants.getByEmail', email);
}

/** For `select`: the body of an answer. */
export function bodyOf<B>({ body }: { body: B }): B {
  return body;
}

/** @param onUnauthorized called when the applicant's token is refused */
export function createQueries(options: ClientOptions, onUnauthorized: () => void) {
  const hooks = createHooks(options);
  const queryCache = new QueryCache({
    onError: (error, { queryKey: [first, second] }) => {
      const isOwn = first === ofApplicant;
      logFailure(String(isOwn ? second : first), error);
      if (isOwn && fieldsOf(error).status === 401) onUnauthorized();
    },
  });
  const queries = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // The SDK does the retries, and answers stay fresh: mobile data is expensive.
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a connection the page says so at once.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
  return { hooks, queries: hooks.initQueryClient(queries) };
}

/**
 * Logs a failed call (website specification, section 8): the operation and how it ended, never what was sent or
 * received.
 * @param error thrown by the SDK, or the server's refusal
 */
export function logFailure(operation: string, error: unknown): void {
  const { status } = fieldsOf(error);
  const name = error instanceof Error ? error.name : 'RefusedError';
  if (name === 'AbortedError') return;
  console.error(`${operation}: ${name}${status ? ` ${status}` : ''}`);
}

/**
 * Ends the session; form input stays (decisions, section 3).
 * @param withNotice shows a notice, with the way back to this page
 */
export function endSession({ store, queries }: Site, { withNotice = false } = {}): void {
  store.set(sessionAtom, null);
  queries.removeQueries({ queryKey: [ofApplicant] });
  if (!withNotice) return;
  const logIn = loginPath(plainPath(location.pathname) + location.search);
  store.set(noticeAtom, { text: texts.sessionEnded, logIn });
}
