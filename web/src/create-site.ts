import type { Dialect } from '@one-planet/contract/wire';
import { type ClientOptions, createClient } from '@one-planet/sdk';
import { QueryClient } from '@tanstack/react-query';
import { createStore } from 'jotai/vanilla';
import type { Settings } from './config.ts';
import { prepareScreen } from './screens.ts';
import { readSession, sessionAtom, token } from './site/session.ts';
import type { Site } from './site/site.ts';

/** Makes a site; a test makes as many as it likes. @param more options of the client, e.g. `fetch` */
export function createSite(
  settings: Settings,
  dialect: Dialect,
  more: Partial<ClientOptions> = {},
): Site {
  const store = createStore();
  store.set(sessionAtom, readSession());
  return {
    settings,
    dialect,
    store,
    api: createClient({ baseUrl: settings.apiBase, dialect, session: { token }, ...more }),
    prepare: prepareScreen,
    // The client retries by itself; what was read stays: a phone's data is costly.
    queries: new QueryClient({
      defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
    }),
  };
}
