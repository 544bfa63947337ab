/** Queries through the SDK's React hooks; answers stay in memory until the page is left. */
import type { ClientOptions } from '@one-planet/sdk';
import { createHooks } from '@one-planet/sdk/react';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { fieldsOf } from './unchecked.ts';

export type Queries = ReturnType<typeof createQueries>['queries'];

/** The first part of the query keys of an applicant's own data: it is dropped with her session, and a 401 ends that. */
export const ofApplicant = 'applicant';

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
        // Without a connection she is told at once, not left waiting.
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
