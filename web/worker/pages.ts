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
import { filePathsOf, isAllowedByPolicy, isSameBuild, prefetchPathsOf } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

declare global {
  interface WorkerNavigator {
    /** Not in all engines. */
    connection?: { saveData?: boolean };
  }
}

function shellAddressOf(pathname: string): string {
  const [, languageCode = ''] = pathname.split('/');
  return `${languageCode in languages && languageCode !== 'en' ? `/${languageCode}` : ''}/shell.html`;
}

/** Whether the user has asked the browser to save data. */
function isSavingData(): boolean {
  return self.navigator.connection?.saveData === true;
}

/** The home page of each language. */
const homePathPattern = /^\/(..\/?)?$/;

/**
 * Caches a page that was built for its address, after all of its files. A shell is never cached under the requested
 * address, which may contain a one-time link, but as the shell of its language. The files for what visitors open next
 * come last.
 */
export async function keepPage(pathname: string, response: Response): Promise<void> {
  const html = await response.clone().text();
  const files = filePathsOf(html);
  if (!files || !(await isAllowedByPolicy(html, response))) return;
  const shellAddress = shellAddressOf(pathname);
  if (html.includes('data-page="shell"')) return keepShell(shellAddress, response, files);
  // Some hosts answer every unknown address with the home page.
  if (html.includes('data-page="home"') && !homePathPattern.test(pathname)) return;
  if (await keepFiles(files)) await keepResponse(pathname, response);
  if (!(await canKeepShell(await readCachedFiles(shellAddress), files))) {
    const shellResponse = await fetch(shellAddress, { cache: 'no-cache' });
    if (shellResponse.ok) await keepPage(shellAddress, shellResponse);
  }
  await keepFiles(prefetchPathsOf(html).filter((file) => !isSavingData() || file.endsWith('.svg')));
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
  return html === undefined ? undefined : filePathsOf(html);
}

let isKeepingEverything = false;

/** Caches every script of the open page's language, so that each step of the application opens without a connection. */
export async function keepEverything(clientId: string): Promise<void> {
  if (isKeepingEverything || isSavingData()) return;
  isKeepingEverything = true;
  try {
    const openPage = await self.clients.get(clientId);
    const shellFiles =
      openPage && (await readCachedFiles(shellAddressOf(new URL(openPage.url).pathname)));
    if (shellFiles) await keepReachableFiles(shellFiles);
  } catch {
    // The next call tries again.
  }
  isKeepingEverything = false;
}

/** @returns the cached page, unless an older worker has cached it with a policy that keeps it blank */
async function readUsablePage(address: string): Promise<Response | undefined> {
  const response = await readCached(address);
  const html = await response?.clone().text();
  return response && html && (await isAllowedByPolicy(html, response)) ? response : undefined;
}

/** @returns a cached stand-in for a page that can't be fetched: the page itself or the shell, with the line "offline" */
export async function findCachedPage(pathname: string): Promise<Response | undefined> {
  const pageResponse =
    (await readUsablePage(pathname)) ?? (await readUsablePage(shellAddressOf(pathname)));
  const html = await pageResponse?.text();
  // The line is shown by the worker, because a browser with a hanging network believes that it is online.
  const offlineHtml = html?.replace(/(<p id="offline"[^>]*) hidden/, '$1');
  return offlineHtml === undefined ? undefined : new Response(offlineHtml, pageResponse);
}
