import { canonical, type Dialect } from '@one-planet/contract/wire';
import { startTransition } from 'react';
import { builtAtom, hydratedAtom, newContentAtom, noticeAtom } from '../site/atoms.ts';
import type { Site } from '../site/client.ts';
import { readSettings } from '../site/config.ts';
import { contentIn, fingerprint, readBuilt } from '../site/records.ts';
import { findRoute } from '../site/routes.ts';
import { hasAnyExam, hasEntries } from '../site/storages.ts';
import { code, plainPath } from '../texts/current.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { App, createSite } from './app.tsx';
import { showSettingsProblem } from './crash.tsx';
import { createRoot, hydrateRoot } from './roots.ts';
import { prepareScreen } from './screens.ts';

// Built pages carry them in themselves.
if (import.meta.env.DEV) void import('../styles/index.css');

// Going back scrolls to the top like every change of page; a reload keeps the position.
history.scrollRestoration = 'manual';
addEventListener('pagehide', () => {
  history.scrollRestoration = 'auto';
});
addEventListener('pageshow', () => {
  history.scrollRestoration = 'manual';
});

// Starts loading a page's script before the finger leaves the link.
addEventListener('pointerdown', ({ target }) => {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin) return;
  void prepareScreen(plainPath(link.pathname));
});

// Not awaited at the top level: the screens' files import this one and would wait for it forever.
const root = document.getElementById('root');
if (root && window.early) window.early.start = () => void start(root);
else if (root) void start(root);

async function start(root: HTMLElement): Promise<void> {
  const path = plainPath(location.pathname);
  void dropForgotten();
  try {
    const [response] = await Promise.all([fetch('/config.json'), prepareScreen(path)]);
    const settings = await readSettings(await response.json());
    const dialect = await readDialect(settings.dialect);
    const site = createSite(settings, dialect);
    site.store.set(builtAtom, readBuilt());
    const app = <App site={site} />;
    // Only the page that was prerendered can be hydrated, and as a transition: in pieces, so that she can act meanwhile.
    // One that was translated meanwhile is drawn anew: React would find none of its texts, and do that after all.
    const isTranslated = root.querySelector('font') !== null;
    const hydrates = root.dataset.page === findRoute(path).name && !isTranslated;
    site.store.set(hydratedAtom, !hydrates);
    if (hydrates) startTransition(() => void hydrateRoot(root, app));
    else createRoot(root).render(app);
    void refreshContent(site);
  } catch (error) {
    showSettingsProblem(root, error);
  }
}

/** Drops what nobody has come back for. Hardly any device has something: the scripts come only to those. */
async function dropForgotten(): Promise<void> {
  try {
    if (hasAnyExam()) await (await import('../offline/exam-storage.ts')).dropExpiredExams();
    if (hasEntries()) await (await import('../offline/kept-entries.ts')).dropOldEntries();
  } catch {
    // Storage is forbidden, or the script can't be had: the next start is another try.
  }
}

/** Any dialect but the canonical one is validated, with the validation library. */
async function readDialect(dialect: string | Dialect): Promise<Dialect> {
  if (dialect === 'canonical') return canonical;
  const { readOtherDialect } = await import('../site/other-dialect.ts');
  return readOtherDialect(dialect);
}

/**
 * Reads the host's `content.json` and shows it where it differs from what the page was built with. The site does
 * without: what can't be loaded changes nothing, and a mistake in it is shown above the page.
 */
async function refreshContent({ store }: Site): Promise<void> {
  const response = await fetch('/content.json').catch(() => undefined);
  // Some hosts answer every address with a page.
  if (!response?.ok || response.headers.get('content-type')?.includes('html')) return;
  const text = await response.text();
  try {
    const json: unknown = JSON.parse(text);
    if (fingerprint(JSON.stringify(json)) === store.get(builtAtom).contentMark) return;
    const { parseContent } = await import('../site/content-schema.ts');
    store.set(newContentAtom, contentIn(parseContent(json), code));
  } catch (error) {
    store.set(noticeAtom, { text: texts.contentWrong(problemsOf(error)) });
  }
}

function problemsOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'It is not valid JSON';
  return error instanceof Error ? error.message.replaceAll('\n', '; ') : '';
}
