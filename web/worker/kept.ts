/** The files of the kept pages: of one build, or for a while of two. */

import { filesOf, isSameBuild, isWorthKeeping, named } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

/** @returns whether all files are kept now */
export async function keepFiles(files: readonly string[]): Promise<boolean> {
  return (await Promise.all(files.map(keepFile))).every((answer) => answer?.ok);
}

/** @returns the file, kept before or now; nothing without a connection, or without room */
async function keepFile(file: string): Promise<Response | undefined> {
  const before = await kept(file);
  if (before) return before;
  await fromNetwork(file).catch(() => {});
  return kept(file);
}

/** Keeps the files that a page begins with and, from script to script, all that these may ask for. @returns as above */
export async function everyFile(first: readonly string[]): Promise<boolean> {
  return (await reachable(first, keepFile)).isWhole;
}

/** @returns whether everything is kept that those files may ask for */
export async function isWhole(first: readonly string[]): Promise<boolean> {
  return (await reachable(first, kept)).isWhole;
}

async function reachable(
  first: readonly string[],
  read: (file: string) => Promise<Response | undefined>,
): Promise<{ files: ReadonlySet<string>; isWhole: boolean }> {
  const files = new Set(first);
  let isWhole = true;
  for (const file of files) {
    // Drawings are kept when they are seen.
    if (!/\.(js|css)$/.test(file)) continue;
    const answer = await read(file);
    isWhole &&= answer?.ok === true;
    for (const another of named((await answer?.text()) ?? '')) files.add(another);
  }
  return { files, isWhole };
}

/** Is kept as long as there may be something to drop; no file of a build has such a name. */
const mark = '/assets/older';

/** Something of an older build is to be dropped, once nobody needs it. */
export async function markOldBuilds(): Promise<void> {
  await keepAnswer(mark, new Response());
}

/**
 * Drops the pages and files of older builds than the frames are of, if there are any and no other page is open: that
 * may still need them, a running test above all.
 * @param own the page that has just been opened
 */
export async function dropOldBuilds(own: string): Promise<void> {
  if (!(await kept(mark))) return;
  // Comes once it is there, and the page before it is gone.
  await self.clients.get(own);
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (!open.every(({ id }) => id === own)) return;
  const addresses = (await allKept()).filter(
    (address) => new URL(address).origin === location.origin,
  );
  const pages = new Map<string, string>();
  for (const address of addresses) {
    const html = /\/assets\/|\.json$/.test(address) ? '' : await (await kept(address))?.text();
    if (html && filesOf(html)) pages.set(address, html);
  }
  const frames = Array.from(pages)
    .filter(([address]) => address.endsWith('/shell.html'))
    .map(([, html]) => filesOf(html) ?? []);
  const needed = new Set<string>();
  for (const [address, html] of pages) {
    const files = filesOf(html) ?? [];
    if (!frames.some((frame) => isSameBuild(frame, files))) await drop(address);
    else for (const file of (await reachable(named(html), kept)).files) needed.add(file);
  }
  for (const address of addresses) {
    const { pathname } = new URL(address);
    if (pathname.startsWith('/assets/') && !needed.has(pathname)) await drop(address);
  }
}

// What is kept, in the browser's cache of this name.

const name = 'site';

/** @returns a kept answer */
export async function kept(address: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(address);
  } catch {
    return undefined;
  }
}

/** Keeps an answer. @returns false where the storage has no room */
export async function keepAnswer(address: string, answer: Response): Promise<boolean> {
  try {
    await (await caches.open(name)).put(address, answer);
    return true;
  } catch {
    return false;
  }
}

/** Asks the network, and keeps a good answer. @throws {TypeError} without a connection */
export async function fromNetwork(request: Request | string): Promise<Response> {
  const answer = await fetch(request);
  const address = typeof request === 'string' ? request : request.url;
  if (isWorthKeeping(answer)) await keepAnswer(address, answer.clone());
  return answer;
}

/** @returns the addresses of all kept answers */
async function allKept(): Promise<string[]> {
  const requests = await (await caches.open(name)).keys();
  return requests.map(({ url }) => url);
}

async function drop(address: string): Promise<void> {
  await (await caches.open(name)).delete(address);
}
