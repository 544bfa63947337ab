/** The files of the kept pages: of one build, or for a while of two. */
import { filesOf, named } from './files.ts';
import { allKept, drop, fromNetwork, kept } from './store.ts';

declare const self: ServiceWorkerGlobalScope;

/** @returns whether all files are kept now */
export async function keepFiles(files: readonly string[]): Promise<boolean> {
  return (await Promise.all(files.map(keepFile))).every((answer) => answer?.ok);
}

/** @returns the file, kept before or now; nothing without a connection */
async function keepFile(file: string): Promise<Response | undefined> {
  return (await kept(file)) ?? fromNetwork(file).catch(() => undefined);
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

/** Drops the pages and files of older builds than the frames are of, while no other page of the site is open. */
export async function dropOldBuilds(): Promise<void> {
  if ((await self.clients.matchAll()).length > 1) return;
  const addresses = (await allKept()).filter(
    (address) => new URL(address).origin === location.origin,
  );
  const pages = new Map<string, string>();
  for (const address of addresses) {
    const html = /\/assets\/|\.json$/.test(address) ? '' : await (await kept(address))?.text();
    if (html && filesOf(html)) pages.set(address, html);
  }
  const entryOf = (html: string) => filesOf(html)?.[0];
  const frames = Array.from(pages).filter(([address]) => address.endsWith('/shell.html'));
  const current = new Set(frames.map(([, html]) => entryOf(html)));
  const needed = new Set<string>();
  for (const [address, html] of pages) {
    if (!current.has(entryOf(html))) await drop(address);
    else for (const file of (await reachable(named(html), kept)).files) needed.add(file);
  }
  for (const address of addresses) {
    const { pathname } = new URL(address);
    if (pathname.startsWith('/assets/') && !needed.has(pathname)) await drop(address);
  }
}
