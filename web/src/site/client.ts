/** The site's context, which all screens use: its settings, store, API client and queries. */

import type { Dialect } from '@one-planet/contract/wire';
import type { Client, ClientOptions } from '@one-planet/sdk';
import { createHooks, type Hooks } from '@one-planet/sdk/react';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { plainPath } from '../texts/current.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { makeLoginPath } from './addresses.ts';
import { noticeAtom, type Store, sessionAtom } from './atoms.ts';
import type { Settings } from './config.ts';
import { fieldsOf } from './unchecked.ts';

export interface Site {
  settings: Settings;
  dialect: Dialect;
  /** The values of all atoms (site/atoms.ts). */
  store: Store;
  /** For forms, with `awaitResponse` or `askAsApplicant`. */
  api: Client;
  /** For reading data in components. */
  hooks: Hooks;
  /** The cache of what the hooks have read. */
  queryClient: Queries;
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

// Queries through the SDK's React hooks; responses stay in memory until the page is left.

type Queries = ReturnType<typeof createQueries>['queryClient'];

/** The first part of the query keys of an applicant's own data, which is dropped when her session ends. */
const applicantScope = 'applicant';

export function makeApplicantQueryKey(
  operation: string,
  ...keyParts: readonly unknown[]
): readonly unknown[] {
  return [applicantScope, operation, ...keyParts];
}

export function makeProfileKey(email: string): readonly unknown[] {
  return makeApplicantQueryKey('applicants.getByEmail', email);
}

/** For `select`: the body of a response. */
export function bodyOf<B>({ body }: { body: B }): B {
  return body;
}

/** @param onUnauthorized called when the applicant's token is refused */
export function createQueries(options: ClientOptions, onUnauthorized: () => void) {
  const hooks = createHooks(options);
  const queryCache = new QueryCache({
    onError: (error, { queryKey: [scope, applicantOperation] }) => {
      const isApplicantQuery = scope === applicantScope;
      logFailure(String(isApplicantQuery ? applicantOperation : scope), error);
      if (isApplicantQuery && fieldsOf(error).status === 401) onUnauthorized();
    },
  });
  const queries = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // The SDK retries by itself. Responses never become stale, because mobile data is expensive.
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a connection a query fails at once, so that the page can say so.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
  return { hooks, queryClient: hooks.initQueryClient(queries) };
}

/**
 * Logs a failed call (website specification, section 8): the operation, the error's name and the status, never what was
 * sent or received.
 * @param error what the SDK threw, or the server's refusal
 */
export function logFailure(operation: string, error: unknown): void {
  const { status } = fieldsOf(error);
  const errorName = error instanceof Error ? error.name : 'RefusedError';
  if (errorName === 'AbortedError') return;
  console.error(`${operation}: ${errorName}${status ? ` ${status}` : ''}`);
}

/**
 * Ends the session; form input stays (decisions, section 3).
 * @param withNotice shows a notice with a link to log in and return to this page
 */
export function endSession({ store, queryClient }: Site, { withNotice = false } = {}): void {
  store.set(sessionAtom, null);
  queryClient.removeQueries({ queryKey: [applicantScope] });
  if (!withNotice) return;
  const logInPath = makeLoginPath(plainPath(location.pathname) + location.search);
  store.set(noticeAtom, { text: texts.sessionEnded, logInPath });
}
