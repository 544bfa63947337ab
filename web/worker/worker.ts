/**
 * The site's service worker: visited pages open without a connection. A page comes from the network whenever that
 * responds, so that a new build is used from the next visit on; otherwise the cached page stands in. Files of two
 * builds are never mixed: a page refers to its scripts by names with a hash, and is cached only together with them.
 */
import { isComplete } from '../src/site/complete-settings.ts';
import { hasProxyErrorStatus } from '../src/site/host.ts';
import { dropOldBuilds, fetchAndKeep, keepResponse, readCached } from './cache.ts';
import { isCacheable, isMaintenance } from './files.ts';
import { findCachedPage, keepEverything, keepPage } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** How long the network may take before a cached response is used. */
const networkTimeoutMs = 4_000;

const settingsPath = '/config.json';

/** The files that every page uses; a host may have changed them since the build. */
const filesOfEveryPage = [settingsPath, '/content.json', '/mark.svg'];

self.addEventListener('install', (event) => {
  // Taking over at once is safe: open pages keep what they have loaded.
  void self.skipWaiting();
  event.waitUntil(keepOpenPages());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]),
  );
});

/** Caches the pages that were opened before the worker existed. Their files are still in the browser's own cache. */
async function keepOpenPages(): Promise<void> {
  for (const file of filesOfEveryPage) await fetchAndKeep(file).catch(() => {});
  const openClients = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const { url } of openClients) {
    const { pathname } = new URL(url);
    const pageResponse = await fetch(pathname, { cache: 'force-cache' });
    if (pageResponse.ok) await keepPage(pathname, pageResponse);
  }
}

self.addEventListener('message', (event) => {
  if (event.source instanceof WindowClient) event.waitUntil(keepEverything(event.source.id));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isSameOrigin = origin === location.origin;
  // Somebody is logged in, so the pages of the application are cached for her.
  if (request.headers.has('authorization')) event.waitUntil(keepEverything(event.clientId));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(respondWithPage(event, pathname));
  else if (isSameOrigin && pathname.startsWith('/assets/'))
    event.respondWith(respondWithAsset(request));
  else if (isSameOrigin && pathname === settingsPath)
    event.respondWith(respondWithSettings(request));
  else if ((isSameOrigin && filesOfEveryPage.includes(pathname)) || isPublicList(pathname))
    event.respondWith(respondNetworkFirst(request));
});

async function respondWithPage(event: FetchEvent, pathname: string): Promise<Response> {
  const networkPromise = fetchPage(event);
  // A file or an API response that was opened like a page: nothing can stand in for it.
  if (nonPagePathPattern.test(pathname)) return networkPromise;
  // Called before responding: `waitUntil` throws once the event has been answered with a cached page.
  event.waitUntil(
    networkPromise.then((response) => updateCache(event, pathname, response)).catch(() => {}), // There is no connection.
  );
  return (await findStandIn(networkPromise, () => findCachedPage(pathname))) ?? networkPromise;
}

const nonPagePathPattern = /\.\w{2,5}$|\/(api|_mock)\//;

async function updateCache(event: FetchEvent, pathname: string, response: Response): Promise<void> {
  if (response.ok) await keepPage(pathname, response.clone());
  await dropOldBuilds(event.resultingClientId);
}

async function fetchPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const response: Response | undefined = await preloadResponse;
  return response ?? fetch(request);
}

/** Its name has a hash of its content, so a cached one is always right. */
async function respondWithAsset(request: Request): Promise<Response> {
  return (await readCached(request.url)) ?? fetchAndKeep(request);
}

async function respondNetworkFirst(request: Request): Promise<Response> {
  const network = fetch(request).then((response) => {
    if (isCacheable(response)) void keepResponse(request.url, response.clone());
    return response;
  });
  return (await findStandIn(network, () => readCached(request.url))) ?? network;
}

/** Settings with which no page can start neither replace good ones that are cached, nor are they used in their place. */
async function respondWithSettings(request: Request): Promise<Response> {
  const network = fetch(request).then(async (response) => {
    const json: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const isUsable = response.ok && isComplete(json);
    if (isUsable) await keepResponse(request.url, response.clone());
    return (isUsable ? undefined : await readCached(request.url)) ?? response;
  });
  return (await findStandIn(network, () => readCached(request.url))) ?? network;
}

/**
 * Waits for the network, but only until it fails or the time is over.
 * @returns the cached stand-in then; `undefined` if the network has responded, or if there is no stand-in
 */
async function findStandIn(
  networkPromise: Promise<Response>,
  readStandIn: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const failedPromise = networkPromise.then(
    (response) => hasProxyErrorStatus(response) && !isMaintenance(response),
    () => true,
  );
  const timeoutPromise = new Promise<true>((resolve) =>
    setTimeout(resolve, networkTimeoutMs, true),
  );
  return (await Promise.race([failedPromise, timeoutPromise])) ? readStandIn() : undefined;
}

/** Regular expressions for the paths of the API's public lists, inserted by the build (build/bundle.ts). */
declare const PUBLIC_LISTS: readonly string[];

/** @returns whether a path is of a list that everybody may read: programs, courses or texts, never personal data */
function isPublicList(pathname: string): boolean {
  return PUBLIC_LISTS.some((pattern) => new RegExp(pattern).test(pathname));
}
