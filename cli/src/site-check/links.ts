/** Links that lead somewhere: from page to page, and to others. */
import { type SiteCheck, type SiteFacts, SiteFault } from './check.ts';

const rule = 'hosting#what-the-files-are';
/** More pages would prove little more. */
const mostPages = 200;
const mostOthers = 50;

/** The addresses that a page names, without fragments; its scripts, too, which it loads by itself. */
function addressesIn(html: string, base: string): string[] {
  const links = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, value = '']) => value);
  const scripts = [...html.matchAll(/\sdata-files="([^"]+)"/g)].flatMap(([, list = '']) =>
    list.trim().split(/\s+/),
  );
  return [...links, ...scripts].flatMap((found) => {
    const value = found.replaceAll('&amp;', '&');
    if (/^(mailto|tel|data|javascript):|^#/.test(value) || !URL.canParse(value, base)) return [];
    const url = new URL(value, base);
    url.hash = '';
    return [url.href];
  });
}

/** Everything that pages of the site name, each with a page that names it. */
async function crawl(facts: SiteFacts): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  const queue = [`${facts.origin}/`];
  const read = new Set<string>();
  while (queue.length > 0 && read.size < mostPages) {
    const page = queue.shift() ?? '';
    if (read.has(page)) continue;
    read.add(page);
    const visit = await facts.visit(page);
    if (visit.status !== 200 || !/html/.test(visit.headers.get('content-type') ?? '')) continue;
    for (const address of addressesIn(visit.text, page)) {
      if (!named.has(address)) named.set(address, page);
      if (new URL(address).origin === facts.origin) queue.push(address);
    }
  }
  return named;
}

export const links: readonly SiteCheck[] = [
  {
    id: 'links/own',
    level: 'must',
    sentence: 'Everything that a page of the site names on the site MUST be there.',
    rule,
    proves: `Pages, scripts and pictures that are named in HTML answer with 200; up to ${mostPages} pages are read.`,
    leavesOpen: 'What scripts name in their turn.',
    run: async (facts) => {
      const named = [...(await crawl(facts))].filter(([address]) => isOwn(facts, address));
      for (const [address, page] of named) {
        const visit = await facts.visit(address);
        if (visit.status !== 200) {
          throw new SiteFault(`status 200 for what ${page} names`, `status ${visit.status}`, visit);
        }
      }
      return `${named.length} addresses`;
    },
  },
  {
    id: 'links/others',
    level: 'should',
    sentence: 'Links to other sites SHOULD lead somewhere.',
    rule,
    proves: 'None of them answers with 404 or 410, or is on a host that does not exist.',
    leavesOpen: 'What is there; a host that refuses programs counts as being there.',
    run: async (facts) => {
      const named = [...(await crawl(facts))].filter(([address]) => !isOwn(facts, address));
      for (const [address, page] of named.slice(0, mostOthers)) {
        const visit = await facts.visit(address).catch((error: { code?: string }) => {
          if (error.code !== 'ENOTFOUND') return undefined;
          throw new SiteFault(`a host for ${address}, which ${page} names`, 'none of that name');
        });
        if (visit && (visit.status === 404 || visit.status === 410)) {
          throw new SiteFault(`what ${page} names`, `status ${visit.status}`, visit);
        }
      }
      return `${named.length} addresses`;
    },
  },
];

function isOwn({ origin }: SiteFacts, address: string): boolean {
  return new URL(address).origin === origin;
}
