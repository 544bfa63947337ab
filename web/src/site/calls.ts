/**
 * Watches the calls of the API: gives each an id by which it is found in the server's log, and tells a service that is
 * down from a phone without a connection.
 */
import type { ClientOptions } from '@one-planet/sdk';
import { isServiceDownAtom, type Store } from './atoms.ts';
import type { Settings } from './config.ts';
import { hasProxyErrorStatus, isHostReachable } from './host.ts';

/** The latest call, unless it has succeeded. */
let doubtfulCallId: string | undefined;

/**
 * @returns what an applicant can read to the college about the call that has just failed: the last six signs of its id;
 * `undefined` where none has. A second call of the function returns nothing: the next message may be about something else
 */
export function takeFailedCallCode(): string | undefined {
  const code = doubtfulCallId?.slice(-6);
  doubtfulCallId = undefined;
  return code;
}

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

/** @param send the platform's `fetch`, or a test's */
export function watchCalls(
  store: Store,
  settings: Pick<Settings, 'apiBase' | 'requestIds'>,
  send: typeof fetch = (...call) => fetch(...call),
): Required<Pick<ClientOptions, 'fetch' | 'headers'>> {
  const noteFailure = async () => {
    if (navigator.onLine && (await isHostReachable())) store.set(isServiceDownAtom, true);
  };
  return {
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
}
