/** Which file the site's host returns for each path (docs/hosting.md, what answers a path). */
import { randomBytes } from 'node:crypto';
import { makeFailure, makeSkip } from '../checks/outcome.ts';
import {
  describeVisit,
  makeSiteChecks,
  requirePath,
  requireStatus,
  type SiteCheck,
  type SiteFacts,
} from './visits.ts';

const unknownName = randomBytes(4).toString('hex');
/** The token of an activation link that was never mailed. */
export const madeUpToken = `${unknownName}.${unknownName}`;

/** @throws {OutcomeError} where the response is not a page */
async function requirePage(facts: SiteFacts, path: string) {
  const visit = await requirePath(facts, path);
  const contentType = visit.headers.get('content-type') ?? '';
  if (!/^text\/html\b/i.test(contentType))
    throw makeFailure('text/html', describeVisit(visit), visit);
  return visit;
}

/** @throws {OutcomeError} where the response is not the shell of the path's language */
async function requireShell(facts: SiteFacts, path: string, shellPath: string): Promise<void> {
  const visit = await requirePage(facts, path);
  const shell = await requirePage(facts, shellPath);
  if (visit.text !== shell.text)
    throw makeFailure(`${path} answered with ${shellPath}`, 'another page', visit);
}

export const pathChecks: readonly SiteCheck[] = makeSiteChecks('hosting#what-answers-a-path', [
  {
    id: 'paths/home',
    sentence: "The home page MUST be answered, complete, and be this site's.",
    run: async (facts) => {
      const visit = await requirePage(facts, '/');
      if (!/\sdata-files="/.test(visit.text)) {
        throw makeFailure("a page of the site's build", 'another page', visit);
      }
      if (!/<h1[\s>]/.test(visit.text) || !/<title>[^<]+</.test(visit.text)) {
        throw makeFailure('a page with a title and a heading', 'one without', visit);
      }
    },
  },
  {
    id: 'paths/page',
    sentence: 'A page MUST be found with and without a slash at its end.',
    run: async (facts) => {
      const withoutSlash = await requirePage(facts, '/about');
      const withSlash = await requirePage(facts, '/about/');
      if (withoutSlash.text !== withSlash.text)
        throw makeFailure('the same page', 'another one', withSlash);
      const shellResponse = await requirePage(facts, '/shell.html');
      if (withoutSlash.text === shellResponse.text)
        throw makeFailure('about/index.html', 'the frame', withoutSlash);
    },
  },
  {
    id: 'paths/case',
    sentence: 'A page SHOULD be found whatever the case of its address.',
    leavesOpen: 'Without it the same page comes a moment later.',
    run: async (facts) => {
      const mixedCase = await requirePage(facts, '/About');
      const lowerCase = await requirePage(facts, '/about');
      if (mixedCase.text !== lowerCase.text)
        throw makeFailure('the page of /about', 'another', mixedCase);
    },
  },
  {
    id: 'paths/unknown',
    sentence: 'A page without a file MUST be answered with the frame of the site.',
    run: (facts) => requireShell(facts, `/admission/none-${unknownName}`, '/shell.html'),
  },
  {
    id: 'paths/activation',
    sentence: 'An activation link MUST open, whatever its token looks like.',
    leavesOpen: 'Whether a real token activates: admissions check.',
    run: (facts) => requireShell(facts, `/applicant/activate/${madeUpToken}`, '/shell.html'),
  },
  {
    id: 'paths/language',
    sentence: 'A path of another language MUST be answered in that language.',
    run: async (facts) => {
      await requirePage(facts, '/am/about');
      return requireShell(facts, `/am/admission/none-${unknownName}`, '/am/shell.html');
    },
  },
  {
    id: 'paths/missing-script',
    sentence: 'A missing script MUST be answered with 404, not with a page.',
    run: async ({ visitPath }) =>
      requireStatus(await visitPath(`/assets/none-${unknownName}.js`), 404),
  },
  {
    id: 'paths/missing-file',
    sentence: 'A missing file MUST be answered with 404, not with a page.',
    run: async ({ visitPath }) => requireStatus(await visitPath(`/none-${unknownName}.png`), 404),
  },
]);

/* Links between the site's pages, and to other sites. */

/** How many pages are read; more would find little new. */
const maxPages = 200;
const maxOtherAddresses = 50;

/** The addresses in a page, without fragments, including those of its scripts. */
function findAddressesIn(pageHtml: string, pageAddress: string): string[] {
  const linkAddresses = [...pageHtml.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(
    ([, value = '']) => value,
  );
  const scriptPaths = [...pageHtml.matchAll(/\sdata-files="([^"]+)"/g)].flatMap(([, list = '']) =>
    list.trim().split(/\s+/),
  );
  return [...linkAddresses, ...scriptPaths].flatMap((writtenAddress) => {
    const decodedAddress = writtenAddress.replaceAll('&amp;', '&');
    if (
      /^(mailto|tel|data|javascript):|^#/.test(decodedAddress) ||
      !URL.canParse(decodedAddress, pageAddress)
    )
      return [];
    const url = new URL(decodedAddress, pageAddress);
    url.hash = '';
    return [url.href];
  });
}

/** The addresses in pages of the site, on it and on other hosts, each with a page that contains it. */
async function crawlSite(facts: SiteFacts) {
  const isOfThisSite = (address: string) => new URL(address).origin === facts.origin;
  const sourcePagesByAddress = new Map<string, string>();
  const pageAddressesToRead = [`${facts.origin}/`];
  const readPageAddresses = new Set<string>();
  while (pageAddressesToRead.length > 0 && readPageAddresses.size < maxPages) {
    const pageAddress = pageAddressesToRead.shift() ?? '';
    if (readPageAddresses.has(pageAddress)) continue;
    readPageAddresses.add(pageAddress);
    const visit = await facts.visitPath(pageAddress);
    if (visit.status !== 200 || !/html/.test(visit.headers.get('content-type') ?? '')) continue;
    for (const address of findAddressesIn(visit.text, pageAddress)) {
      if (!sourcePagesByAddress.has(address)) sourcePagesByAddress.set(address, pageAddress);
      if (isOfThisSite(address)) pageAddressesToRead.push(address);
    }
  }
  const addresses = [...sourcePagesByAddress];
  return {
    ownAddresses: addresses.filter(([address]) => isOfThisSite(address)),
    foreignAddresses: addresses.filter(([address]) => !isOfThisSite(address)),
  };
}

export const linkChecks: readonly SiteCheck[] = makeSiteChecks('hosting#what-the-files-are', [
  {
    id: 'links/own',
    sentence: 'Everything that a page of the site names on the site MUST be there.',
    leavesOpen: 'What scripts name in their turn.',
    run: async (facts) => {
      const { ownAddresses } = await crawlSite(facts);
      for (const [address, page] of ownAddresses) {
        const visit = await facts.visitPath(address);
        if (visit.status !== 200)
          throw makeFailure(`status 200 for what ${page} names`, `status ${visit.status}`, visit);
      }
      return `${ownAddresses.length} addresses`;
    },
  },
  {
    id: 'links/others',
    sentence: 'Links to other sites SHOULD lead somewhere.',
    leavesOpen: 'What is there; a host that refuses programs counts as being there.',
    run: async (facts) => {
      const { foreignAddresses } = await crawlSite(facts);
      for (const [address, page] of foreignAddresses.slice(0, maxOtherAddresses)) {
        const visit = await facts.visitPath(address).catch((error: { code?: string }) => {
          if (error.code !== 'ENOTFOUND') return undefined;
          throw makeFailure(`a host for ${address}, which ${page} names`, 'none of that name');
        });
        if (visit && [404, 410].includes(visit.status))
          throw makeFailure(`what ${page} names`, `status ${visit.status}`, visit);
      }
      return `${foreignAddresses.length} addresses`;
    },
  },
]);

/* Caching and compression (docs/hosting.md, headers and caching). */

const revalidatedPaths = ['/', '/about', '/config.json', '/worker.js'];
const yearSeconds = 31_536_000;

function requireScriptPath({ scriptPath }: SiteFacts): string {
  if (scriptPath === undefined) throw makeSkip('the home page names no script below /assets/');
  return scriptPath;
}

export const cachingChecks: readonly SiteCheck[] = makeSiteChecks('hosting#headers-and-caching', [
  ...revalidatedPaths.map((path) => ({
    id: `caching/${path === '/' ? 'home' : path.slice(1)}`,
    sentence: `${path} MUST be revalidated each time.`,
    run: async (facts: SiteFacts) => {
      const response = await requirePath(facts, path);
      const cacheControl = response.headers.get('cache-control') ?? 'no cache-control';
      if (!/\bno-(cache|store)\b|max-age=0\b/i.test(cacheControl)) {
        throw makeFailure('cache-control: no-cache', cacheControl, response);
      }
    },
  })),
  {
    id: 'caching/not-modified',
    sentence: 'A page and the settings SHOULD be answered with 304 where nothing changed.',
    run: async ({ visitPath }) => {
      for (const path of ['/', '/config.json']) {
        const firstVisit = await visitPath(path);
        const etag = firstVisit.headers.get('etag');
        if (!etag) throw makeFailure('an ETag', `none on ${path}`, firstVisit);
        requireStatus(await visitPath(path, { 'if-none-match': etag }), 304);
      }
    },
  },
  {
    id: 'caching/assets',
    sentence: 'Files in /assets/ MUST be kept for a year: their names change with their content.',
    run: async (facts) => {
      const response = await requirePath(facts, requireScriptPath(facts));
      const cacheControl = response.headers.get('cache-control') ?? 'no cache-control';
      const [, age = '0'] = /max-age=(\d+)/i.exec(cacheControl) ?? [];
      const expectedText = `cache-control: public, max-age=${yearSeconds}, immutable`;
      if (Number(age) < yearSeconds || !/\bimmutable\b/i.test(cacheControl))
        throw makeFailure(expectedText, cacheControl, response);
    },
  },
  ...(['page', 'script'] as const).map((fileKind) => ({
    id: `compression/${fileKind}`,
    sentence: `A ${fileKind} MUST arrive compressed where the browser takes it: data is costly.`,
    run: async (facts: SiteFacts) => {
      const path = fileKind === 'page' ? '/' : requireScriptPath(facts);
      const response = await facts.visitPath(path, { 'accept-encoding': 'gzip, br' });
      const encoding = response.headers.get('content-encoding') ?? 'no content-encoding';
      if (!/^(gzip|br|zstd)$/i.test(encoding)) throw makeFailure('gzip or br', encoding, response);
      const varyHeader = response.headers.get('vary') ?? 'no vary';
      if (!/accept-encoding|\*/i.test(varyHeader)) {
        throw makeFailure('vary: accept-encoding', varyHeader, response);
      }
      return `${encoding}`;
    },
  })),
  {
    id: 'compression/same',
    sentence: 'A file MUST be the same whether it arrives compressed or not.',
    leavesOpen: 'Files that no page names.',
    run: async (facts) => {
      const addresses = (await crawlSite(facts)).ownAddresses
        .map(([address]) => address)
        .filter((address) => !/\.(png|jpe?g|webp|avif|ico)$/.test(address));
      const otherAddresses = ['/', '/shell.html', '/am/shell.html', '/worker.js'].map(
        (path) => new URL(path, facts.origin).href,
      );
      for (const address of new Set([...addresses, ...otherAddresses])) {
        const plain = await facts.visitPath(address);
        for (const encoding of ['gzip', 'br']) {
          const compressed = await facts.visitPath(address, { 'accept-encoding': encoding });
          if (compressed.text !== plain.text)
            throw makeFailure('the same file', `another one as ${encoding}`, compressed);
        }
      }
    },
  },
]);

/** @returns of which build a page is; `none` for one of an older version */
function readBuildId(pageHtml: string): string {
  return /<meta name="build" content="([^"]+)"/.exec(pageHtml)?.[1] ?? 'none';
}

export const buildChecks: readonly SiteCheck[] = makeSiteChecks('hosting#deploy-a-new-version', [
  {
    id: 'build/one',
    sentence: 'All pages MUST be of one build.',
    leavesOpen: 'Whether it is the newest one.',
    run: async (facts) => {
      const buildIdsByPath = new Map<string, string>();
      for (const path of ['/', '/about', '/shell.html', '/am/shell.html']) {
        const page = await requirePage(facts, path);
        buildIdsByPath.set(path, readBuildId(page.text));
      }
      const [buildId, ...otherIds] = new Set(buildIdsByPath.values());
      if (otherIds.length === 0) return buildId;
      const idTexts = [...buildIdsByPath].map(([path, id]) => `${path} of ${id}`);
      throw makeFailure('one build', idTexts.join(', '), await facts.visitPath('/'));
    },
  },
]);
