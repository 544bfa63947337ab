/** Renders the public pages to HTML at build time; the build loads this file in Node. */
import { canonical } from '@one-planet/contract/wire';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app.tsx';
import { parseSettings } from './config.ts';
import { createSite } from './create-site.ts';
import { findRoute, routeNames, routes } from './routes.ts';
import { screens } from './screens.ts';
import { titled } from './ui/heading.tsx';
import { texts as frame } from './words/frame.ts';

/** The paths of the pages that the build renders. */
export const pages: readonly string[] = routeNames
  .map((name) => routes[name])
  .filter(({ prerendered }) => prerendered)
  .map(({ path }) => path);

export interface Rendered {
  html: string;
  title: string;
  description: string;
  /** The route's name, by which the browser knows whether it can hydrate the page. */
  page: string;
  /** What the page's screen module exports; the build finds its script files by it. */
  screen: unknown;
}

/** @param settings the parsed `config.json` of the build */
export async function render(path: string, settings: unknown): Promise<Rendered> {
  const { name } = findRoute(path);
  const screen = await screens[name].load();
  const site = createSite(parseSettings(settings), canonical);
  const { prelude } = await prerenderToNodeStream(<App site={site} ssrPath={path} />, {
    // Otherwise React streams long parts with inline scripts, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = '';
  for await (const chunk of prelude as unknown as AsyncIterable<Uint8Array>) html += chunk;
  const heading = /<h1[^>]*>([^<]*)/.exec(html)?.[1];
  return {
    html,
    title: heading ? titled(heading) : frame.college,
    description: frame.description,
    page: name,
    screen,
  };
}
