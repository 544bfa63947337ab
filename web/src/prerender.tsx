/** Renders the public pages to HTML at build time; the build loads this file in Node. */
import { canonical } from '@one-planet/contract/wire';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app.tsx';
import { titled } from './components/heading.tsx';
import { parseSettings } from './config.ts';
import { findRoute, routes } from './routes.ts';
import { createSite } from './state/create-site.ts';
import { texts as frame } from './texts/frame.ts';
import { texts as home } from './texts/home.ts';

/** The pages that are the same for every visitor until the browser takes over: all without a parameter. */
export const pages: readonly string[] = routes
  .filter(({ path }) => !path.includes(':'))
  .map(({ path }) => path);

export interface Rendered {
  html: string;
  title: string;
  description: string;
  /** The route's name, by which the browser knows that it can take the page over. */
  page: string;
}

/** @param settings the parsed `config.json` of the build */
export async function render(path: string, settings: unknown): Promise<Rendered> {
  const { route } = findRoute(path);
  await route.screen.load();
  const site = createSite(parseSettings(settings), canonical);
  const { prelude } = await prerenderToNodeStream(<App site={site} ssrPath={path} />, {
    // React would move long parts to the end and put them in place with inline scripts, which the policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = '';
  for await (const chunk of prelude as unknown as AsyncIterable<Uint8Array>) html += chunk;
  const heading = /<h1[^>]*>([^<]*)/.exec(html)?.[1];
  return {
    html,
    title: heading ? titled(heading) : frame.college,
    description: home.description,
    page: route.name,
  };
}
