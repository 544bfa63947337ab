/** The built site with the second backend, which shares no code with the mock. */
import { join } from 'node:path';
import { makeSiteHeaders } from '@one-planet/contract/site-headers';
import { readInlineHashes, readSiteConfig } from '../../cli/src/backend/site.ts';
import { serveStatic } from '../../cli/src/backend/site-server.ts';
import { startSecondBackend } from '../second-backend/index.ts';
import type { ReadingName } from '../second-backend/world.ts';
import { createSecondBackOffice, getSharedBrowser, type Server, withPagePool } from './servers.ts';

const folder = new URL('../../web/dist', import.meta.url).pathname;

/** Serves the built site as a host does, with settings that point to a second backend. */
export async function startSecondSite(reading: ReadingName): Promise<Server> {
  const builtConfig = await readSiteConfig(join(folder, 'config.json'));
  const inlineHashes = await readInlineHashes(join(folder, 'inline.json'));
  const secondConfig = { ...builtConfig, apiBase: '', dialect: reading };
  const site = await serveStatic({
    folder,
    port: 0,
    jsonMakers: { '/config.json': () => secondConfig },
    makeHeaders: () => makeSiteHeaders(secondConfig, inlineHashes),
  });
  const backend = await startSecondBackend({ reading, siteOrigin: site.url });
  secondConfig.apiBase = `${backend.url}/api`;
  const addressesAndBackOffice = {
    siteUrl: site.url,
    apiUrl: secondConfig.apiBase,
    backOffice: createSecondBackOffice(backend.url),
  };
  return withPagePool(await getSharedBrowser(), addressesAndBackOffice, () =>
    Promise.all([site.close(), backend.close()]),
  );
}
