/** Renders the public pages to HTML at build time; the build loads this file in Node. */

import { canonical } from '@one-planet/contract/wire';
import { prerenderToNodeStream } from 'react-dom/static';
import { lazyLogInAgain } from '../applicant/login-dialog.tsx';
import { builtDataAtom, isHydratedAtom } from '../site/atoms.ts';
import type { Settings } from '../site/config.ts';
import type { Built } from '../site/records.ts';
import { findRoute, type Route, routeNames, routes } from '../site/routes.ts';
import { frameTexts as frame } from '../texts/frame-words.ts';
import { makeDocumentTitle } from '../ui/heading.tsx';
import { App, createSite } from './app.tsx';
import { screens } from './screens.ts';

export { default as pictureOffline } from '../pictures/offline.svg';

/** Loads what visitors are likely to need next: the screens of accounts, and the dialog in which a session is extended. */
export const loadNextComponents = (): Promise<unknown[]> =>
  Promise.all([
    ...routeNames
      .filter((name) => routes[name].guard === 'anonymous')
      .map((name) => screens[name].load()),
    lazyLogInAgain.load(),
  ]);

/** The paths of the pages that the build renders. */
export const prerenderedPaths: readonly string[] = Object.values<Route>(routes)
  .filter(({ isClientOnly }) => !isClientOnly)
  .map(({ path }) => path);

export interface RenderedPage {
  html: string;
  /** The page's title, escaped as HTML. */
  title: string;
  /** The page's first-level heading, escaped as HTML. */
  heading: string;
  /** The route's name; the browser hydrates the page only if it opens the same route. */
  routeName: string;
  /** The screen's component, by which the build finds the script files of the page. */
  screen: unknown;
}

/**
 * Renders one page to HTML.
 * @param settings the settings of the build
 * @param builtData the public data that the page will carry
 */
export async function render(
  path: string,
  settings: Settings,
  builtData: Built = {},
): Promise<RenderedPage> {
  const { name } = findRoute(path);
  const screen = await screens[name].load();
  const site = createSite(settings, canonical);
  site.store.set(isHydratedAtom, false);
  site.store.set(builtDataAtom, builtData);
  const { prelude } = await prerenderToNodeStream(<App site={site} ssrPath={path} />, {
    // By default React streams long pages with inline scripts, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = '';
  for await (const chunk of prelude as unknown as AsyncIterable<Uint8Array>) html += chunk;
  const [, heading = ''] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
  return {
    html,
    title: heading ? makeDocumentTitle(heading) : frame.college,
    heading,
    routeName: name,
    screen,
  };
}
