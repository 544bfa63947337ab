import type { Dialect } from '@one-planet/contract/wire';
import { type ClientOptions, createClient } from '@one-planet/sdk';
import type { Settings } from './config.ts';
import { prepareScreen } from './screens.ts';
import type { Built } from './site/built.ts';
import { createQueries } from './site/queries.ts';
import { endSession, readSession, token } from './site/session.ts';
import type { Notice, Site } from './site/site.ts';
import { createValue } from './site/value.ts';

/**
 * Makes a site; tests make many.
 * @param more options of the client, e.g. `fetch`
 * @param built what the page carries
 */
export function createSite(
  settings: Settings,
  dialect: Dialect,
  more: Partial<ClientOptions> = {},
  built: Built = {},
): Site {
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
    built,
    content: createValue(built.content ?? {}),
    session: createValue(readSession()),
    notice: createValue<Notice | null>(null),
    api: createClient(options),
    ...createQueries(options, () => endSession(site, { told: true })),
    prepare: prepareScreen,
  };
  return site;
}
