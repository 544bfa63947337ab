/** The site's context, which all screens use: its settings, store, API client and queries. */

import type { Dialect } from '@one-planet/contract/wire';
import type { Client } from '@one-planet/sdk';
import { createQueries, isPersonalQuery, type Queries } from '@one-planet/sdk/query';
import { createHooks, type Hooks } from '@one-planet/sdk/react';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { plainPath } from '../texts/current.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { makeLoginPath } from './addresses.ts';
import { noticeAtom, type Store, sessionAtom } from './atoms.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './config.ts';
import { fieldsOf } from './unchecked.ts';

export interface Site {
  settings: Settings;
  dialect: Dialect;
  /** The values of all atoms (site/atoms.ts). */
  store: Store;
  /** For forms, with `awaitResponse`. */
  api: Client;
  /** For reading data in components. */
  hooks: Hooks;
  /** The keys of what the hooks read, and options for reading outside of components. */
  queries: Queries;
  /** The cache of what the hooks have read. */
  queryClient: QueryClient;
  /** Loads the screen of a page that is about to be opened; never fails. */
  prepare: (path: string) => Promise<void>;
  /**
   * What an applicant can read to the college about the call that has just failed: the last six signs of its id;
   * `undefined` where none has. A second call returns nothing: the next message may be about something else.
   */
  takeFailedCallCode: () => string | undefined;
  clock: Clock;
  /** True until the page is shown that was opened first: until then nobody has navigated. */
  isFirstPage: boolean;
  /** Resolves when the site has gone back from the answers to check; undefined if it is not going back. */
  leavingPromise?: Promise<unknown> | undefined;
  /** What this tab is sending of the outbox. */
  outboxRun: {
    /** Resolves when it is over. */
    task?: Promise<boolean> | undefined;
    /** Stops it. Missing while a step itself is on its way, which cannot be taken back. */
    stop?: (() => void) | undefined;
  };
  /** The latest task on what the device keeps of applicants, see `runInOrder`. */
  lastTask: Promise<unknown>;
  /** How often somebody has logged out in this tab: what was started before a logout must not be kept after it. */
  logOutCount: number;
}

export const SiteContext = createContext<Site | undefined>(undefined);

/** @throws {Error} outside of the app */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('No SiteContext');
  return site;
}

// Queries through the SDK's React hooks; responses stay in memory until the page is left.

/** @param owner names the applicant who is logged in */
export function createSiteQueries(
  api: Client,
  owner: () => string | undefined,
): Pick<Site, 'hooks' | 'queries' | 'queryClient'> {
  const queryCache = new QueryCache({
    onError: (error, { meta }) => logFailure(String(meta?.operation), error),
  });
  const queryClient = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // Responses never become stale, because mobile data is expensive.
        staleTime: Number.POSITIVE_INFINITY,
        // Without a connection a query fails at once, so that the page can say so.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
  return {
    hooks: createHooks(api, { owner }),
    queries: createQueries(api, { owner }),
    queryClient,
  };
}

/**
 * Logs a failed call (specification/website §8): the operation, the error's name and the status, never what was sent or
 * received.
 * @param error what the SDK threw
 */
export function logFailure(operation: string, error: unknown): void {
  const { status } = fieldsOf(error);
  const errorName = error instanceof Error ? error.name : 'Error';
  if (errorName === 'AbortedError') return;
  console.error(`${operation}: ${errorName}${status ? ` ${status}` : ''}`);
}

/**
 * Ends the session; form input stays (specification/decisions §3).
 * @param withNotice shows a notice with a link to log in and return to this page
 */
export function endSession({ store, queryClient }: Site, { withNotice = false } = {}): void {
  store.set(sessionAtom, null);
  queryClient.removeQueries({ predicate: isPersonalQuery });
  if (!withNotice) return;
  const logInPath = makeLoginPath(plainPath(location.pathname) + location.search);
  store.set(noticeAtom, { text: texts.sessionEnded, logInPath });
}
