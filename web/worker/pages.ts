/** The kept pages, and the frame of each language, in which any address of it can be shown. */
import { languages } from '../src/texts/languages.ts';
import { filesOf, isSameBuild, nextOf } from './files.ts';
import { everyFile, isWhole, keepAnswer, keepFiles, kept, markOldBuilds } from './kept.ts';

declare const self: ServiceWorkerGlobalScope;

declare global {
  interface WorkerNavigator {
    /** Not in all engines. */
    connection?: { saveData?: boolean };
  }
}

function shellOf(pathname: string): string {
  const [, first = ''] = pathname.split('/');
  return `${first in languages && first !== 'en' ? `/${first}` : ''}/shell.html`;
}

/** She asked for as little as can be. */
function isSaving(): boolean {
  return self.navigator.connection?.saveData === true;
}

/**
 * Keeps a page that was built for its address, once all of its files are kept. What is only a frame is never kept under
 * the address it was asked for: that may hold a one-time link. What visitors open next is kept last.
 */
export async function keepPage(pathname: string, answer: Response): Promise<void> {
  const html = await answer.clone().text();
  const files = filesOf(html);
  if (!files) return;
  const shell = shellOf(pathname);
  if (html.includes('data-page="shell"')) return keepShell(shell, answer, files);
  if (await keepFiles(files)) await keepAnswer(pathname, answer);
  if (!(await isGoodEnough(await keptFiles(shell), files))) {
    const frame = await fetch(shell, { cache: 'no-cache' });
    if (frame.ok) await keepPage(shell, frame);
  }
  await keepFiles(nextOf(html).filter((file) => !isSaving() || file.endsWith('.svg')));
}

/** @returns whether a kept frame is to stay: it is of the newest build, or another would cost her more than she likes */
async function isGoodEnough(frame: string[] | undefined, newest: string[]): Promise<boolean> {
  return (
    frame !== undefined && (isSameBuild(frame, newest) || (isSaving() && (await isWhole(frame))))
  );
}

/** Keeps a frame in the place of an older one, once as much of its build is kept as there was of that. */
async function keepShell(address: string, answer: Response, files: string[]): Promise<void> {
  const before = await keptFiles(address);
  const isNew = before !== undefined && !isSameBuild(before, files);
  if (isNew && (await isGoodEnough(before, files))) return;
  const isReady =
    isNew && (await isWhole(before)) ? await everyFile(files) : await keepFiles(files);
  if (isReady && (await keepAnswer(address, answer)) && isNew) await markOldBuilds();
}

async function keptFiles(address: string): Promise<string[] | undefined> {
  const html = await (await kept(address))?.text();
  return html === undefined ? undefined : filesOf(html);
}

let isKeepingEverything = false;

/** Keeps every script of the language that a page is in, so that each step opens without a connection. */
export async function keepEverything(clientId: string): Promise<void> {
  if (isKeepingEverything || isSaving()) return;
  isKeepingEverything = true;
  try {
    const page = await self.clients.get(clientId);
    const first = page && (await keptFiles(shellOf(new URL(page.url).pathname)));
    if (first) await everyFile(first);
  } catch {
    // The next call tries again.
  }
  isKeepingEverything = false;
}

/** @returns what stands in for a page that can't be had, and says so: the page itself, or its language's frame */
export async function pageFor(pathname: string): Promise<Response | undefined> {
  const page = (await kept(pathname)) ?? (await kept(shellOf(pathname)));
  const html = await page?.text();
  // A network that hangs is no network, but the browser does not know that.
  const said = html?.replace(/(<p id="offline"[^>]*) hidden/, '$1');
  return said === undefined ? undefined : new Response(said, page);
}
