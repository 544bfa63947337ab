/**
 * The site's service worker: what she has seen opens without a connection. A page comes from the network whenever that
 * answers, so that a new build takes over with the next visit; what is kept stands in for it, never both at once: a kept
 * page names its scripts by their content, and is kept only together with them.
 */
import { isProxyError } from '../src/site/host.ts';
import { isWorthKeeping } from './files.ts';
import { dropOldBuilds, fromNetwork, keepAnswer, kept } from './kept.ts';
import { keepEverything, keepPage, pageFor } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** How long the network may take before what is kept is shown, in milliseconds. */
const patienceMs = 4_000;

/** Every page reads these, and shows the mark; a host may have changed them since the build. */
const onEveryPage = ['/config.json', '/content.json', '/mark.svg'];

self.addEventListener('install', (event) => {
  // Nothing is lost by taking over at once: what a page already has stays as it is.
  void self.skipWaiting();
  event.waitUntil(keepOpenPages());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]),
  );
});

/** The first visit's page was there before the worker. Its files are in the browser's own cache. */
async function keepOpenPages(): Promise<void> {
  for (const file of onEveryPage) await fromNetwork(file).catch(() => {});
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const { url } of open) {
    const { pathname } = new URL(url);
    const page = await fetch(pathname, { cache: 'force-cache' });
    if (page.ok) await keepPage(pathname, page);
  }
}

self.addEventListener('message', (event) => {
  if (event.source instanceof WindowClient) event.waitUntil(keepEverything(event.source.id));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOwn = origin === location.origin;
  // Somebody is logged in: the way to the application is to stay open to her.
  if (request.headers.has('authorization')) event.waitUntil(keepEverything(event.clientId));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(page(event, pathname));
  else if (isOwn && pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if ((isOwn && onEveryPage.includes(pathname)) || isPublicList(pathname))
    event.respondWith(newest(request));
});

async function page(event: FetchEvent, pathname: string): Promise<Response> {
  const network = preloaded(event);
  // A file or an answer of the backend, asked for as if it were a page: nothing else can stand there.
  if (isNoPage.test(pathname)) return network;
  // Asked for at once: once what is kept has been given in its place, the event takes no more.
  event.waitUntil(
    network.then((answer) => keep(event, pathname, answer)).catch(() => {}), // There is none.
  );
  return (await soon(network, () => pageFor(pathname))) ?? network;
}

const isNoPage = /\.\w{2,5}$|\/(api|_mock)\//;

async function keep(event: FetchEvent, pathname: string, answer: Response): Promise<void> {
  if (answer.ok) await keepPage(pathname, answer.clone());
  await dropOldBuilds(event.resultingClientId);
}

async function preloaded({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const answer: Response | undefined = await preloadResponse;
  return answer ?? fetch(request);
}

/** Named by its content, so any that is kept is the right one. */
async function asset(request: Request): Promise<Response> {
  return (await kept(request.url)) ?? fromNetwork(request);
}

async function newest(request: Request): Promise<Response> {
  const network = fetch(request).then((answer) => {
    if (isWorthKeeping(answer)) void keepAnswer(request.url, answer.clone());
    return answer;
  });
  return (await soon(network, () => kept(request.url))) ?? network;
}

/**
 * Waits for the network, but not for long if there is something in its place.
 * @returns nothing where only the network has an answer
 */
async function soon(
  network: Promise<Response>,
  inItsPlace: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const failed = network.then(isProxyError, () => true);
  const late = new Promise<true>((resolve) => setTimeout(resolve, patienceMs, true));
  return (await Promise.race([failed, late])) ? inItsPlace() : undefined;
}

/** The paths of the API's public lists, as patterns; the build puts them here (build/bundle.ts). */
declare const PUBLIC_LISTS: readonly string[];

/** @returns true for what everybody may read: programs, courses and texts, never anything of one person */
function isPublicList(pathname: string): boolean {
  return PUBLIC_LISTS.some((pattern) => new RegExp(pattern).test(pathname));
}
