import { canonical, type Dialect } from '@one-planet/contract/wire';
import { startTransition } from 'react';
import { builtDataAtom, isHydratedAtom, newContentAtom, noticeAtom } from '../site/atoms.ts';
import type { Site } from '../site/client.ts';
import { readSettings } from '../site/config.ts';
import { contentInLanguage, makeFingerprint, readBuilt } from '../site/records.ts';
import { findRoute } from '../site/routes.ts';
import { hasAnyExam, hasKeptInput } from '../site/storages.ts';
import { code, plainPath } from '../texts/current.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { App, createSite } from './app.tsx';
import { showSettingsProblem } from './crash.tsx';
import { createRoot, hydrateRoot } from './roots.ts';
import { prepareScreen } from './screens.ts';

// Built pages carry their styles inline.
if (import.meta.env.DEV) void import('../styles/index.css');

// Going back scrolls to the top like every change of page; a reload keeps the position.
history.scrollRestoration = 'manual';
addEventListener('pagehide', () => {
  history.scrollRestoration = 'auto';
});
addEventListener('pageshow', () => {
  history.scrollRestoration = 'manual';
});

// Starts loading a page's script when its link is pressed, before the click.
addEventListener('pointerdown', ({ target }) => {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin) return;
  void prepareScreen(plainPath(link.pathname));
});

// Not awaited at the top level: the screens' files import this one, so both would wait for each other.
const root = document.getElementById('root');
if (root && window.inlineScript) window.inlineScript.start = () => void start(root);
else if (root) void start(root);

async function start(root: HTMLElement): Promise<void> {
  const path = plainPath(location.pathname);
  try {
    const [response] = await Promise.all([fetch('/config.json'), prepareScreen(path)]);
    const settings = await readSettings(await response.json());
    if (settings.errorReports) {
      const { startErrorReports } = await import('../site/error-reports.ts');
      startErrorReports(settings.errorReports);
    }
    const dialect = await readDialect(settings.dialect);
    const site = createSite(settings, dialect);
    void dropExpiredData(site);
    site.store.set(builtDataAtom, readBuilt());
    const app = <App site={site} />;
    // Only the prerendered page can be hydrated. A transition does it in slices, so that the page reacts to input
    // meanwhile. A page that the browser has translated is rendered anew: React would not recognise its texts and
    // discard them anyway.
    const isTranslated = root.querySelector('font') !== null;
    const canHydrate = root.dataset.page === findRoute(path).name && !isTranslated;
    site.store.set(isHydratedAtom, !canHydrate);
    if (canHydrate) startTransition(() => void hydrateRoot(root, app));
    else createRoot(root).render(app);
    void refreshContent(site);
  } catch (error) {
    showSettingsProblem(root, error, readBuilt().contact);
  }
}

/** Drops expired tests and entries. Few devices have any, so the scripts for that are loaded only if needed. */
async function dropExpiredData({ clock }: Site): Promise<void> {
  try {
    if (hasAnyExam()) await (await import('../offline/exam-storage.ts')).dropExpiredExams(clock);
    if (hasKeptInput()) await (await import('../offline/kept-entries.ts')).dropOldEntries(clock);
  } catch {
    // Storage is forbidden, or the script can't be loaded: the next start tries again.
  }
}

/** Any dialect but the canonical one is validated, which loads the validation library. */
async function readDialect(dialect: string | Dialect): Promise<Dialect> {
  if (dialect === 'canonical') return canonical;
  const { readCustomDialect } = await import('../site/custom-dialect.ts');
  return readCustomDialect(dialect);
}

/**
 * Reads the host's `content.json`, and uses it if it differs from the one that the page was built with. If it can't be
 * loaded, nothing changes; a mistake in it is shown above the page.
 */
async function refreshContent({ store }: Site): Promise<void> {
  const response = await fetch('/content.json').catch(() => undefined);
  // Some hosts respond to every address with an HTML page.
  if (!response?.ok || response.headers.get('content-type')?.includes('html')) return;
  const text = await response.text();
  try {
    const json: unknown = JSON.parse(text);
    if (makeFingerprint(JSON.stringify(json)) === store.get(builtDataAtom).contentMark) return;
    const { parseContent } = await import('../site/content-schema.ts');
    store.set(newContentAtom, contentInLanguage(parseContent(json), code));
  } catch (error) {
    store.set(noticeAtom, { text: texts.contentWrong(describeProblems(error)) });
  }
}

function describeProblems(error: unknown): string {
  if (error instanceof SyntaxError) return 'It is not valid JSON';
  return error instanceof Error ? error.message.replaceAll('\n', '; ') : '';
}
