/** The built site with a backend behind it that nobody here wrote the site for. */
import { join } from 'node:path';
import { readInlineHashes, readSiteConfig, siteHeaders } from '../../cli/src/backend/site.ts';
import { serveStatic } from '../../cli/src/backend/site-server.ts';
import { startSecondBackend } from '../second-backend/index.ts';
import type { ReadingName } from '../second-backend/world.ts';
import { pooled, type Server, secondOffice, sharedBrowser } from './servers.ts';

const folder = new URL('../../web/dist', import.meta.url).pathname;

/** Serves the built site as a host does, with settings that point to a second backend. */
export async function startSecondSite(reading: ReadingName): Promise<Server> {
  const built = await readSiteConfig(join(folder, 'config.json'));
  const inlined = await readInlineHashes(join(folder, 'inline.json'));
  const config = { ...built, apiBase: '', dialect: reading };
  const site = await serveStatic({
    folder,
    port: 0,
    generated: { '/config.json': () => config },
    headers: () => siteHeaders(config, inlined),
  });
  const backend = await startSecondBackend({ reading, siteOrigin: site.url });
  config.apiBase = `${backend.url}/api`;
  const server = { site: site.url, api: config.apiBase, office: secondOffice(backend.url) };
  return pooled(await sharedBrowser(), server, () => Promise.all([site.close(), backend.close()]));
}
