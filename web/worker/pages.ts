/** The cached pages, and the shell of each language, a page in which the site's script can show any path. */
import { languages } from '../src/texts/languages.ts';
import {
  isReachableCached,
  keepFiles,
  keepReachableFiles,
  keepResponse,
  markOldBuilds,
  readCached,
} from './cache.ts';
import { filesOf, isSameBuild, prefetchFilesOf } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

declare global {
  interface WorkerNavigator {
    /** Not in all engines. */
    connection?: { saveData?: boolean };
  }
}

function shellOf(pathname: string): string {
  const [, languageCode = ''] = pathname.split('/');
  return `${languageCode in languages && languageCode !== 'en' ? `/${languageCode}` : ''}/shell.html`;
}

/** Whether the user has asked the browser to save data. */
function isSavingData(): boolean {
  return self.navigator.connection?.saveData === true;
}

/**
 * Caches a page that was built for its address, after all of its files. A shell is never cached under the requested
 * address, which may contain a one-time link, but as the shell of its language. The files for what visitors open next
 * come last.
 */
export async function keepPage(pathname: string, response: Response): Promise<void> {
  const html = await response.clone().text();
  const files = filesOf(html);
  if (!files) return;
  const shell = shellOf(pathname);
  if (html.includes('data-page="shell"')) return keepShell(shell, response, files);
  if (await keepFiles(files)) await keepResponse(pathname, response);
  if (!(await canKeepShell(await readCachedFiles(shell), files))) {
    const shellResponse = await fetch(shell, { cache: 'no-cache' });
    if (shellResponse.ok) await keepPage(shell, shellResponse);
  }
  await keepFiles(prefetchFilesOf(html).filter((file) => !isSavingData() || file.endsWith('.svg')));
}

/** @returns whether a cached shell stays: it is of the newest build, or it is complete and the user saves data */
async function canKeepShell(
  shellFiles: string[] | undefined,
  newestFiles: string[],
): Promise<boolean> {
  return (
    shellFiles !== undefined &&
    (isSameBuild(shellFiles, newestFiles) ||
      (isSavingData() && (await isReachableCached(shellFiles))))
  );
}

/** Replaces the cached shell by a newer one, once as much of its build is cached as there was of the older build. */
async function keepShell(address: string, response: Response, files: string[]): Promise<void> {
  const cachedFiles = await readCachedFiles(address);
  const isOtherBuild = cachedFiles !== undefined && !isSameBuild(cachedFiles, files);
  if (isOtherBuild && (await canKeepShell(cachedFiles, files))) return;
  const isReady =
    isOtherBuild && (await isReachableCached(cachedFiles))
      ? await keepReachableFiles(files)
      : await keepFiles(files);
  if (isReady && (await keepResponse(address, response)) && isOtherBuild) await markOldBuilds();
}

async function readCachedFiles(address: string): Promise<string[] | undefined> {
  const html = await (await readCached(address))?.text();
  return html === undefined ? undefined : filesOf(html);
}

let isKeepingEverything = false;

/** Caches every script of the open page's language, so that each step of the application opens without a connection. */
export async function keepEverything(clientId: string): Promise<void> {
  if (isKeepingEverything || isSavingData()) return;
  isKeepingEverything = true;
  try {
    const page = await self.clients.get(clientId);
    const shellFiles = page && (await readCachedFiles(shellOf(new URL(page.url).pathname)));
    if (shellFiles) await keepReachableFiles(shellFiles);
  } catch {
    // The next call tries again.
  }
  isKeepingEverything = false;
}

/** @returns a cached stand-in for a page that can't be fetched: the page itself or the shell, with the line "offline" */
export async function findCachedPage(pathname: string): Promise<Response | undefined> {
  const page = (await readCached(pathname)) ?? (await readCached(shellOf(pathname)));
  const html = await page?.text();
  // The line is shown by the worker, because a browser with a hanging network believes that it is online.
  const offlineHtml = html?.replace(/(<p id="offline"[^>]*) hidden/, '$1');
  return offlineHtml === undefined ? undefined : new Response(offlineHtml, page);
}
