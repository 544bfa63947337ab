/** Caching and compression (docs/hosting.md, headers and caching). */
import { NotThere, needStatus, type SiteCheck, type SiteFacts, SiteFault } from './check.ts';

const rule = 'hosting#headers-and-caching';
const revalidated = ['/', '/about', '/config.json', '/worker.js'];
const yearSeconds = 31_536_000;

function needScript({ script }: SiteFacts): string {
  if (script === undefined) throw new NotThere('the home page names no script below /assets/');
  return script;
}

export const caching: readonly SiteCheck[] = [
  ...revalidated.map(
    (path): SiteCheck => ({
      id: `caching/${path === '/' ? 'home' : path.slice(1)}`,
      level: 'must',
      sentence: `${path} MUST be revalidated each time.`,
      rule,
      proves: 'Cache-Control says no-cache, or something stricter.',
      leavesOpen: 'What a network in between keeps all the same.',
      run: async ({ visit }) => {
        const answer = await visit(path);
        needStatus(answer, 200);
        const said = answer.headers.get('cache-control') ?? 'no cache-control';
        if (!/\bno-(cache|store)\b|max-age=0\b/i.test(said)) {
          throw new SiteFault('cache-control: no-cache', said, answer);
        }
        return undefined;
      },
    }),
  ),
  {
    id: 'caching/not-modified',
    level: 'should',
    sentence: 'A page and the settings SHOULD be answered with 304 where nothing changed.',
    rule,
    proves: 'With the ETag of the first answer, the second one has no body.',
    leavesOpen: 'Other files.',
    run: async ({ visit }) => {
      for (const path of ['/', '/config.json']) {
        const first = await visit(path);
        const etag = first.headers.get('etag');
        if (!etag) throw new SiteFault('an ETag', `none on ${path}`, first);
        const again = await visit(path, { 'if-none-match': etag });
        needStatus(again, 304);
      }
      return undefined;
    },
  },
  {
    id: 'caching/assets',
    level: 'must',
    sentence: 'Files in /assets/ MUST be kept for a year: their names change with their content.',
    rule,
    proves: 'A script of the home page has immutable, and a max-age of a year.',
    leavesOpen: 'The other files there.',
    run: async (facts) => {
      const answer = await facts.visit(needScript(facts));
      needStatus(answer, 200);
      const said = answer.headers.get('cache-control') ?? 'no cache-control';
      const [, age = '0'] = /max-age=(\d+)/i.exec(said) ?? [];
      if (Number(age) < yearSeconds || !/\bimmutable\b/i.test(said)) {
        throw new SiteFault(
          `cache-control: public, max-age=${yearSeconds}, immutable`,
          said,
          answer,
        );
      }
      return undefined;
    },
  },
  ...(['page', 'script'] as const).map(
    (what): SiteCheck => ({
      id: `compression/${what}`,
      level: 'must',
      sentence: `A ${what} MUST arrive compressed where the browser takes it: data is costly.`,
      rule,
      proves:
        'Asked with gzip and Brotli, the answer is one of them, and says that it depends on what was asked.',
      leavesOpen: 'How well it is compressed.',
      run: async (facts) => {
        const path = what === 'page' ? '/' : needScript(facts);
        const answer = await facts.visit(path, { 'accept-encoding': 'gzip, br' });
        const encoding = answer.headers.get('content-encoding') ?? 'no content-encoding';
        if (!/^(gzip|br|zstd)$/i.test(encoding))
          throw new SiteFault('gzip or br', encoding, answer);
        const vary = answer.headers.get('vary') ?? 'no vary';
        if (!/accept-encoding|\*/i.test(vary)) {
          throw new SiteFault('vary: accept-encoding', vary, answer);
        }
        return `${encoding}`;
      },
    }),
  ),
];
