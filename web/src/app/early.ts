/**
 * The one script that a built page carries in itself. It asks for the page's other files once the page is painted, or at
 * once when she touches it, and keeps what she types and presses until the page is alive: each button then acts once.
 */

import { userKey } from '../site/alive.ts';
import { isOfProxy } from '../site/host.ts';
import { languages } from '../texts/languages.ts';

const { documentElement: html } = document;
/** The language that she chose, in the local storage. */
const languageKey = 'language';

const touches = ['pointerdown', 'keydown', 'focusin', 'online'];
const pressed = new Set<HTMLButtonElement>();
const typed = new Set<HTMLInputElement>();
let asked = false;
/** The page's files were asked for before, and could not be had. */
let failed = false;
/** The worker is registered already. */
let keeps = false;

/** The page names its files, each after those that it needs. */
async function ask(): Promise<void> {
  const files = document.getElementById('root')?.dataset.files?.split(' ');
  // Half a page can't come alive: when the rest has come, it asks by itself.
  if (asked || !files || document.readyState === 'loading') return;
  asked = true;
  // One by one, all of this, so that a slow phone can answer her in between.
  for (const file of files) setTimeout(request, 0, 'modulepreload', file);
  setTimeout(request, 0, 'preload', '/config.json', 'fetch');
  try {
    for (const file of files) await import(/* @vite-ignore */ file);
  } catch {
    const [entry = ''] = files;
    // The page itself offers another try; if even its own file is missing, the next touch is one.
    if (!window.early?.start) return void again(entry);
  }
  window.early?.start?.();
}

/** Some engines remember that a file could not be had, and then only a fresh page can have it. */
async function again(file: string): Promise<void> {
  // Also where the answer is that it is gone: then a newer site is there.
  const answer = failed && (await fetch(file, { method: 'HEAD' }).catch(() => undefined));
  if (answer && typed.size === 0) location.reload();
  else if (answer) document.getElementById('late')?.removeAttribute('hidden');
  failed = true;
  asked = false;
}

function request(rel: string, href: string, as = 'script'): void {
  document.head.append(
    Object.assign(document.createElement('link'), { rel, href, as, crossOrigin: '' }),
  );
}

/** Before React sees it: React would act on some buttons at once, and they would act twice. */
function keep(event: Event): void {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  button.toggleAttribute('data-pressed', true);
  pressed.add(button);
}

// Where the page could not use what was prerendered, its own buttons and fields stand in their places.

function press(button: HTMLButtonElement): void {
  button.removeAttribute('data-pressed');
  const alike = Array.from(document.querySelectorAll('button')).filter(
    ({ ariaLabel, className }) => ariaLabel === button.ariaLabel && className === button.className,
  );
  // A translator may not have come to the new text yet.
  const own =
    alike.find(({ textContent }) => textContent === button.textContent) ??
    (alike.length === 1 ? alike[0] : undefined);
  (button.isConnected ? button : own)?.click();
}

function remember({ target }: Event): void {
  if (target instanceof HTMLInputElement) typed.add(target);
}

function type({ id, isConnected, value, checked }: HTMLInputElement): void {
  const own = document.getElementById(id);
  if (isConnected || !(own instanceof HTMLInputElement)) return;
  Object.assign(own, { value, checked });
  own.dispatchEvent(new Event('input', { bubbles: true }));
}

window.early = {
  alive(api) {
    // After the effects of the page that has just been shown.
    setTimeout(() => {
      removeEventListener('click', keep, true);
      removeEventListener('input', remember, true);
      for (const touch of touches) removeEventListener(touch, ask, true);
      delete html.dataset.returning;
      for (const input of typed) type(input);
      for (const button of pressed) press(button);
      typed.clear();
      pressed.clear();
    });
    if (api && !keeps) setTimeout(keepForLater, 1_000, api);
    keeps ||= api !== undefined;
  },
};

/**
 * Pages she has seen open without a connection from now on (worker/worker.ts).
 * @param api stands in the worker's address: a worker may only ask what the policy allowed that it came with, so another
 *   API needs another worker
 */
function keepForLater(api: string): void {
  const address = `/worker.js?${api}`;
  const { trustedTypes } = window;
  const trusted = trustedTypes?.createPolicy('worker', { createScriptURL: () => address });
  // Missing on plain http, refused in some private windows: the site works as before.
  const { serviceWorker } = navigator;
  serviceWorker?.register(trusted?.createScriptURL(address) ?? address).catch(() => {});
  // An applicant's pages are asked for before the worker can see that she is one.
  if (isReturning()) serviceWorker?.ready.then(({ active }) => active?.postMessage('applicant'));
}

function showConnection(): void {
  document.getElementById('offline')?.toggleAttribute('hidden', navigator.onLine);
}

/** A kept page, in the place of one that did not come, says that she is offline: until something comes after all. */
async function lookForConnection(): Promise<void> {
  const answer = await fetch('/config.json', { method: 'HEAD' }).catch(() => undefined);
  if (answer && !isOfProxy(answer)) showConnection();
  else if (navigator.onLine) setTimeout(lookForConnection, 15_000);
}

addEventListener('online', showConnection);
addEventListener('offline', showConnection);

/** A link to the page in another language leads to all of its address, and is remembered. */
function chooseLanguage(event: Event): void {
  const { target, type } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('.languages a');
  if (!link) return;
  // Without a connection it would lead away from a page that works, perhaps from a test.
  if (!navigator.onLine) event.preventDefault();
  link.search = location.search;
  link.hash = location.hash;
  if (type !== 'click') return;
  try {
    localStorage.setItem(languageKey, link.lang);
  } catch {
    // Storage is switched off: the browser's own language is shown again the next time.
  }
}

/** Somebody is logged in in this tab: what was prerendered for visitors is not for her. */
function isReturning(): boolean {
  try {
    return sessionStorage.getItem(userKey) !== null;
  } catch {
    return false;
  }
}

/**
 * Opens the page in the language that she chose, or else that her browser asks for. Only where the address names none: a
 * page in another language than English was meant.
 */
function openInHerLanguage(): boolean {
  if (html.lang !== 'en') return false;
  const wanted = [remembered() ?? navigator.languages, 'en'].flat();
  const code = wanted.map((one) => one.slice(0, 2)).find((one) => one in languages);
  if (!code || code === 'en') return false;
  const { pathname, search, hash } = location;
  // A host without a frame for the language answers with the English one.
  if ((pathname.split('/')[1] ?? '') in languages) return false;
  location.replace(`/${code}${pathname}${search}${hash}`);
  return true;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

function whenPainted(then: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) {
    requestAnimationFrame(() => setTimeout(then));
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    then();
  });
  observer.observe({ type: 'paint', buffered: true });
  // A page in the background is not painted, and asks when it comes to the front.
  document.addEventListener('visibilitychange', then, { once: true });
}

function begin(): void {
  if (!navigator.onLine) showConnection();
  else if (document.getElementById('offline')?.hidden === false) lookForConnection();
  const isEmpty = document.getElementById('root')?.dataset.page === 'shell';
  if (isEmpty || 'returning' in html.dataset || document.hidden) ask();
  else whenPainted(ask);
}

function start(): void {
  html.dataset.script = '';
  if (navigator.connection?.saveData) html.dataset.saving = '';
  for (const choice of ['pointerdown', 'focusin', 'click'])
    addEventListener(choice, chooseLanguage, true);
  addEventListener('click', keep, true);
  addEventListener('input', remember, true);
  for (const touch of touches) addEventListener(touch, ask, true);
  if (!openInHerLanguage() && isReturning()) html.dataset.returning = '';
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}

// Chrome 88, Firefox 98 and Safari 15.4 have both: an older engine shows the page as without scripts, and says so.
if ('HTMLDialogElement' in window && CSS.supports('selector(:is(a))')) start();
