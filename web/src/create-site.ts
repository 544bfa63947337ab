import type { Dialect } from '@one-planet/contract/wire';
import { type ClientOptions, createClient } from '@one-planet/sdk';
import { createStore } from 'jotai';
import type { Settings } from './config.ts';
import { prepareScreen } from './screens.ts';
import { createQueries } from './site/queries.ts';
import { endSession, readSession, sessionAtom, token } from './site/session.ts';
import type { Site } from './site/site.ts';

/** Makes a site; tests make many. @param more options of the client, e.g. `fetch` */
export function createSite(
  settings: Settings,
  dialect: Dialect,
  more: Partial<ClientOptions> = {},
): Site {
  const store = createStore();
  store.set(sessionAtom, readSession());
  const options = {
    baseUrl: settings.apiBase,
    dialect,
    session: { token },
    anonymousFallback: true,
    ...more,
  };
  const site: Site = {
    settings,
    dialect,
    store,
    api: createClient(options),
    ...createQueries(options, () => endSession(site, { told: true })),
    prepare: prepareScreen,
  };
  return site;
}
