/** The worker's cache, with the files of the cached pages: of one build, or for a while of two. */

import { filePathsOf, filesNamedIn, isCacheable, isSameBuild } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

/** Caches files. @returns whether all of them are cached now */
export async function keepFiles(filesToKeep: readonly string[]): Promise<boolean> {
  return (await Promise.all(filesToKeep.map(keepFile))).every((response) => response?.ok);
}

/** @returns the file, cached before or now; `undefined` without a connection, or if the storage is full */
async function keepFile(file: string): Promise<Response | undefined> {
  const cachedResponse = await readCached(file);
  if (cachedResponse) return cachedResponse;
  await fetchAndKeep(file).catch(() => {});
  return readCached(file);
}

/** Caches the files that a page loads first, and all files that these may load later. @returns whether all are cached */
export async function keepReachableFiles(entryFiles: readonly string[]): Promise<boolean> {
  return (await collectReachable(entryFiles, keepFile)).isComplete;
}

/** @returns whether those files, and all that they may load later, are cached */
export async function isReachableCached(entryFiles: readonly string[]): Promise<boolean> {
  return (await collectReachable(entryFiles, readCached)).isComplete;
}

async function collectReachable(
  entryFiles: readonly string[],
  readFile: (file: string) => Promise<Response | undefined>,
): Promise<{ files: ReadonlySet<string>; isComplete: boolean }> {
  const files = new Set(entryFiles);
  let isComplete = true;
  for (const file of files) {
    // Drawings are cached when they are shown.
    if (!/\.(js|css)$/.test(file)) continue;
    const response = await readFile(file);
    isComplete &&= response?.ok === true;
    for (const fileName of filesNamedIn((await response?.text()) ?? '')) files.add(fileName);
  }
  return { files, isComplete };
}

/** The cache has this entry while it may hold files of an older build; no file of a build has this name. */
const oldBuildsMarkAddress = '/assets/older';

/** Notes that there is something of an older build to drop. */
export async function markOldBuilds(): Promise<void> {
  await keepResponse(oldBuildsMarkAddress, new Response());
}

/**
 * Drops the pages and files of older builds than those of the shells, if there are any, and if no other page is open,
 * which might still need them, especially a running test.
 * @param openedClientId the page that has just been opened
 */
export async function dropOldBuilds(openedClientId: string): Promise<void> {
  if (!(await readCached(oldBuildsMarkAddress))) return;
  // Resolves once that page exists, and the page before it is gone.
  await self.clients.get(openedClientId);
  const openPages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (!openPages.every(({ id }) => id === openedClientId)) return;
  const addresses = (await readCachedAddresses()).filter(
    (address) => new URL(address).origin === location.origin,
  );
  const htmlByAddress = new Map<string, string>();
  for (const address of addresses) {
    const html = /\/assets\/|\.json$/.test(address)
      ? ''
      : await (await readCached(address))?.text();
    if (html && filePathsOf(html)) htmlByAddress.set(address, html);
  }
  const filesOfShells = Array.from(htmlByAddress)
    .filter(([address]) => address.endsWith('/shell.html'))
    .map(([, html]) => filePathsOf(html) ?? []);
  const neededFiles = new Set<string>();
  for (const [address, html] of htmlByAddress) {
    const files = filePathsOf(html) ?? [];
    if (!filesOfShells.some((shellFiles) => isSameBuild(shellFiles, files)))
      await deleteCached(address);
    else
      for (const file of (await collectReachable(filesNamedIn(html), readCached)).files)
        neededFiles.add(file);
  }
  for (const address of addresses) {
    const { pathname } = new URL(address);
    if (pathname.startsWith('/assets/') && !neededFiles.has(pathname)) await deleteCached(address);
  }
}

// The browser's cache.

const cacheName = 'site';

/** @returns the cached response, if there is one */
export async function readCached(address: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(cacheName)).match(address);
  } catch {
    return undefined;
  }
}

/** Caches a response. @returns false if the storage is full */
export async function keepResponse(address: string, response: Response): Promise<boolean> {
  try {
    await (await caches.open(cacheName)).put(address, response);
    return true;
  } catch {
    return false;
  }
}

/** Fetches from the network, and caches the response if that is allowed. @throws {TypeError} without a connection */
export async function fetchAndKeep(request: Request | string): Promise<Response> {
  const response = await fetch(request);
  const address = typeof request === 'string' ? request : request.url;
  if (isCacheable(response)) await keepResponse(address, response.clone());
  return response;
}

/** @returns the addresses of all cached responses */
async function readCachedAddresses(): Promise<string[]> {
  const requests = await (await caches.open(cacheName)).keys();
  return requests.map(({ url }) => url);
}

async function deleteCached(address: string): Promise<void> {
  await (await caches.open(cacheName)).delete(address);
}
