/**
 * The script that a built page carries inline. It loads the page's other files once the page is painted, or at once
 * when the user interacts with it. Until the page reacts by itself, it records what is typed and pressed, and then
 * replays it once.
 */

import { hasProxyErrorStatus } from '../site/host.ts';
import { userKey } from '../site/page-handover.ts';
import { makeLanguagePath } from '../site/site-path.ts';
import { languages } from '../texts/languages.ts';

const { documentElement: html } = document;
/** The key in local storage of the language that the user chose. */
const languageKey = 'language';

const interactionEvents = ['pointerdown', 'keydown', 'focusin', 'online'];
const heldButtons = new Set<HTMLButtonElement>();
const editedInputs = new Set<HTMLInputElement>();
let hasRequestedFiles = false;
/** The page's files have been requested before, and failed. */
let hasFailedBefore = false;
/** The service worker is registered already. */
let isWorkerRegistered = false;

/** Loads the files that the page lists, in an order in which each file follows those that it imports. */
async function loadPage(): Promise<void> {
  const filePaths = document.getElementById('root')?.dataset.files?.split(' ');
  // While the HTML is still being parsed, nothing can be hydrated: `scheduleLoading` calls this again afterwards.
  if (hasRequestedFiles || !filePaths || document.readyState === 'loading') return;
  hasRequestedFiles = true;
  const stylePaths = filePaths.filter((path) => path.endsWith('.css'));
  const scriptPaths = filePaths.filter((path) => !stylePaths.includes(path));
  // Each in a task of its own, so that a slow phone can react to input in between.
  for (const stylePath of stylePaths) setTimeout(preload, 0, 'preload', stylePath, 'style');
  for (const scriptPath of scriptPaths) setTimeout(preload, 0, 'modulepreload', scriptPath);
  setTimeout(preload, 0, 'preload', '/config.json', 'fetch');
  try {
    for (const file of scriptPaths) await import(/* @vite-ignore */ file);
  } catch {
    const [entry = ''] = scriptPaths;
    // If the entry has run, the page itself offers another try. If not, the next interaction tries again.
    if (!window.inlineScript?.start) return void retryLater(entry);
  }
  window.inlineScript?.start?.();
}

/** After a second failure the page is reloaded, because some engines never request a failed module again. */
async function retryLater(file: string): Promise<void> {
  // Any response will do, even a 404: a newer site may have replaced the file.
  const response =
    hasFailedBefore && (await fetch(file, { method: 'HEAD' }).catch(() => undefined));
  if (response && editedInputs.size === 0) location.reload();
  else if (response) document.getElementById('late')?.removeAttribute('hidden');
  hasFailedBefore = true;
  hasRequestedFiles = false;
}

function preload(rel: string, href: string, asType = 'script'): void {
  document.head.append(
    Object.assign(document.createElement('link'), { rel, href, as: asType, crossOrigin: '' }),
  );
}

/** Stops a click before React sees it: React replays some clicks during hydration, and the button would act twice. */
function holdClick(event: Event): void {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  button.toggleAttribute('data-pressed', true);
  heldButtons.add(button);
}

// If React could not hydrate the prerendered HTML, it has replaced its buttons and fields by new ones.

function replayClick(button: HTMLButtonElement): void {
  button.removeAttribute('data-pressed');
  const sameButtons = Array.from(document.querySelectorAll('button')).filter(
    ({ ariaLabel, className }) => ariaLabel === button.ariaLabel && className === button.className,
  );
  // The browser's translation may have changed the text of only one of them.
  const replacement =
    sameButtons.find(({ textContent }) => textContent === button.textContent) ??
    (sameButtons.length === 1 ? sameButtons[0] : undefined);
  (button.isConnected ? button : replacement)?.click();
}

function rememberInput({ target }: Event): void {
  if (target instanceof HTMLInputElement) editedInputs.add(target);
}

function replayInput({ id, isConnected, value, checked }: HTMLInputElement): void {
  const replacement = document.getElementById(id);
  if (isConnected || !(replacement instanceof HTMLInputElement)) return;
  Object.assign(replacement, { value, checked });
  replacement.dispatchEvent(new Event('input', { bubbles: true }));
}

window.inlineScript = {
  handOver(api) {
    // After the effects of the page that was just rendered.
    setTimeout(() => {
      removeEventListener('click', holdClick, true);
      removeEventListener('input', rememberInput, true);
      for (const eventName of interactionEvents) removeEventListener(eventName, loadPage, true);
      delete html.dataset.returning;
      for (const input of editedInputs) replayInput(input);
      for (const button of heldButtons) replayClick(button);
      editedInputs.clear();
      heldButtons.clear();
    });
    if (api && !isWorkerRegistered) setTimeout(registerWorker, 1_000, api);
    isWorkerRegistered ||= api !== undefined;
  },
};

/**
 * Registers the service worker, so that visited pages open without a connection from now on (worker/worker.ts).
 * @param api becomes part of the worker's address: a worker may only connect to what the content security policy of its
 *   own response allows, so another API needs another worker
 */
function registerWorker(api: string): void {
  const address = `/worker.js?${api}`;
  const { trustedTypes } = window;
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => address });
  // Service workers are missing on plain http and refused in some private windows: the site works without.
  const { serviceWorker } = navigator;
  serviceWorker?.register(policy?.createScriptURL(address) ?? address).catch(() => {});
  // The page was requested before the worker existed, so it is told that an applicant is logged in.
  if (isLoggedIn()) serviceWorker?.ready.then(({ active }) => active?.postMessage('applicant'));
}

function updateOfflineLine(): void {
  document.getElementById('offline')?.toggleAttribute('hidden', navigator.onLine);
}

/** A cached page is shown with the line that says that it is offline, which is hidden once the host responds. */
async function pollConnection(): Promise<void> {
  const response = await fetch('/config.json', { method: 'HEAD' }).catch(() => undefined);
  if (response && !hasProxyErrorStatus(response)) updateOfflineLine();
  else if (navigator.onLine) setTimeout(pollConnection, 15_000);
}

addEventListener('online', updateOfflineLine);
addEventListener('offline', updateOfflineLine);

/** Completes a language link with this page's query and hash, and remembers the language when it is clicked. */
function followLanguageLink(event: Event): void {
  const { target, type } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('.languages a');
  if (!link) return;
  // Without a connection it would lead away from a page that works, perhaps from a running test.
  if (!navigator.onLine) event.preventDefault();
  link.search = location.search;
  link.hash = location.hash;
  if (type !== 'click') return;
  try {
    localStorage.setItem(languageKey, link.lang);
  } catch {
    // Storage is switched off: next time the page opens in the browser's language again.
  }
}

/** Whether somebody is logged in in this tab, for whom the prerendered page for visitors is wrong. */
function isLoggedIn(): boolean {
  try {
    return sessionStorage.getItem(userKey) !== null;
  } catch {
    return false;
  }
}

/** What of the menu is folded behind a button, by the widths below which it is. */
const foldedMenus = [
  { state: 'folded', width: matchMedia('(max-width: 63.9375rem)') },
  { state: 'links-folded', width: matchMedia('(max-width: 79.9375rem)') },
];

/** Notes for the stylesheet what of the menu is folded at this width. */
function noteMenuWidth(): void {
  html.dataset.menu = foldedMenus.find(({ width }) => width.matches)?.state ?? 'open';
}

/**
 * Opens the page in the language that the user chose before, or else that the browser prefers, but only if the address
 * names no language: the address of a page in another language than English was chosen on purpose.
 */
function redirectToLanguage(): boolean {
  if (html.lang !== 'en') return false;
  const preferredLanguageTags = [readChosenLanguage() ?? navigator.languages, 'en'].flat();
  const languageCode = preferredLanguageTags
    .map((language) => language.slice(0, 2))
    .find((code) => code in languages);
  if (!languageCode || languageCode === 'en') return false;
  const { pathname, search, hash } = location;
  // If the path names a language but the page is English, the host has no fallback page in that language: no redirect.
  if ((pathname.split('/')[1] ?? '') in languages) return false;
  location.replace(makeLanguagePath(languageCode, pathname + search + hash));
  return true;
}

function readChosenLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

function onFirstPaint(callback: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) {
    requestAnimationFrame(() => setTimeout(callback));
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    callback();
  });
  observer.observe({ type: 'paint', buffered: true });
  // A page in a background tab is not painted, so it is also loaded when it becomes visible.
  document.addEventListener('visibilitychange', callback, { once: true });
}

function scheduleLoading(): void {
  if (!navigator.onLine) updateOfflineLine();
  else if (document.getElementById('offline')?.hidden === false) pollConnection();
  const isShell = document.getElementById('root')?.dataset.page === 'shell';
  if (isShell || 'returning' in html.dataset || document.hidden) loadPage();
  else onFirstPaint(loadPage);
}

function start(): void {
  html.dataset.script = '';
  if (navigator.connection?.saveData) html.dataset.saving = '';
  for (const eventName of ['pointerdown', 'focusin', 'click'])
    addEventListener(eventName, followLanguageLink, true);
  addEventListener('click', holdClick, true);
  addEventListener('input', rememberInput, true);
  for (const eventName of interactionEvents) addEventListener(eventName, loadPage, true);
  if (!redirectToLanguage() && isLoggedIn()) html.dataset.returning = '';
  noteMenuWidth();
  for (const { width } of foldedMenus) width.addEventListener('change', noteMenuWidth);
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', scheduleLoading);
  else scheduleLoading();
}

// Chrome 88, Firefox 98 and Safari 15.4 have both. An older engine shows the page as without scripts, with a line that
// names the browsers that are new enough.
if ('HTMLDialogElement' in window && CSS.supports('selector(:is(a))')) start();
