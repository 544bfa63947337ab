/**
 * Watches the calls of the API: gives each an id by which it is found in the server's log, and tells a service that is
 * down from a phone without a connection.
 */
import type { ClientOptions } from '@one-planet/sdk';
import { isServiceDownAtom, type Store } from './atoms.ts';
import type { Site } from './client.ts';
import type { Settings } from './config.ts';
import { hasProxyErrorStatus, isHostReachable } from './host.ts';

function makeCallId(): string {
  const numbers = Array.from(crypto.getRandomValues(new Uint8Array(6)));
  return `site-${numbers.map((number) => number.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

/**
 * Whether calls have an id: where the settings say so, or where it costs nothing. A browser would ask an API on another
 * origin before each public read, and one that does not allow the header could not be called at all.
 */
function hasRequestIds({ apiBase, requestIds }: Pick<Settings, 'apiBase' | 'requestIds'>): boolean {
  return requestIds ?? new URL(apiBase, location.href).origin === location.origin;
}

interface WatchOptions {
  /** Makes a small public read. @returns whether the API itself has answered it */
  isApiAnswering: () => Promise<boolean>;
  /** Default: the platform's `fetch`. */
  send?: typeof fetch | undefined;
}

interface WatchedCalls {
  /** For the API's client. */
  clientOptions: Required<Pick<ClientOptions, 'fetch' | 'headers'>>;
  takeFailedCallCode: Site['takeFailedCallCode'];
}

export function watchCalls(
  store: Store,
  settings: Pick<Settings, 'apiBase' | 'requestIds'>,
  { isApiAnswering, send = (...call) => fetch(...call) }: WatchOptions,
): WatchedCalls {
  /** The latest call, unless it has succeeded. */
  let doubtfulCallId: string | undefined;
  let isAsking = false;
  // One lost answer says nothing about the service. The read below is a watched call, too.
  const noteFailure = async () => {
    if (isAsking || !navigator.onLine) return;
    isAsking = true;
    try {
      if ((await isHostReachable()) && !(await isApiAnswering()))
        store.set(isServiceDownAtom, true);
    } finally {
      isAsking = false;
    }
  };
  const clientOptions: WatchedCalls['clientOptions'] = {
    headers: (): Record<string, string> => {
      if (!hasRequestIds(settings)) return {};
      doubtfulCallId = makeCallId();
      return { 'x-request-id': doubtfulCallId };
    },
    fetch: async (input, init) => {
      const callId = doubtfulCallId;
      try {
        const response = await send(input, init);
        if (hasProxyErrorStatus(response)) void noteFailure();
        else if (store.get(isServiceDownAtom)) store.set(isServiceDownAtom, false);
        if (response.ok && doubtfulCallId === callId) doubtfulCallId = undefined;
        return response;
      } catch (error) {
        // The page has been left, or the call took too long.
        if (!init?.signal?.aborted) void noteFailure();
        throw error;
      }
    },
  };
  const takeFailedCallCode = () => {
    const code = doubtfulCallId?.slice(-6);
    doubtfulCallId = undefined;
    return code;
  };
  return { clientOptions, takeFailedCallCode };
}
