/** Renders the public pages to HTML at build time; the build loads this file in Node. */

import { canonical } from '@one-planet/contract/wire';
import { prerenderToNodeStream } from 'react-dom/static';
import { builtAtom, hydratedAtom } from '../site/atoms.ts';
import type { Settings } from '../site/config.ts';
import type { Built } from '../site/records.ts';
import { findRoute, type Route, routeNames, routes } from '../site/routes.ts';
import { frameTexts as frame } from '../texts/frame-words.ts';
import { titled } from '../ui/heading.tsx';
import { App, createSite } from './app.tsx';
import { screens } from './screens.ts';

export { default as pictureOffline } from '../pictures/offline.svg';

/** The screens that visitors open next: those of accounts. */
export const nextScreens = () =>
  Promise.all(
    routeNames
      .filter((name) => routes[name].guard === 'anonymous')
      .map((name) => screens[name].load()),
  );

/** The paths of the pages that the build renders. */
export const pages: readonly string[] = Object.values<Route>(routes)
  .filter(({ isClientOnly }) => !isClientOnly)
  .map(({ path }) => path);

export interface Rendered {
  html: string;
  /** As HTML, like the heading. */
  title: string;
  /** The page's own. */
  heading: string;
  /** The route's name, by which the browser knows whether it can hydrate the page. */
  page: string;
  /** The page's screen; the build finds its script files by it. */
  screen: unknown;
}

/**
 * @param settings of the build
 * @param built what the page will carry
 */
export async function render(
  path: string,
  settings: Settings,
  built: Built = {},
): Promise<Rendered> {
  const { name } = findRoute(path);
  const screen = await screens[name].load();
  const site = createSite(settings, canonical);
  site.store.set(hydratedAtom, false);
  site.store.set(builtAtom, built);
  const { prelude } = await prerenderToNodeStream(<App site={site} ssrPath={path} />, {
    // Otherwise React streams long parts with inline scripts, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = '';
  for await (const chunk of prelude as unknown as AsyncIterable<Uint8Array>) html += chunk;
  const [, heading = ''] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
  return {
    html,
    title: heading ? titled(heading) : frame.college,
    heading,
    page: name,
    screen,
  };
}
