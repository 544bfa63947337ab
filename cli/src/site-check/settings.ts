/** The site's settings, and whether its API lets it in (docs/hosting.md, settings in config.json). */
import { findOperation, namedDialects, wireTemplate } from '@one-planet/contract';
import { differences } from '../process/differences.ts';
import { tryParseJson } from '../process/json.ts';
import { siteSettings } from '../site/settings-schema.ts';
import { NotThere, needStatus, type SiteCheck, type SiteFacts, SiteFault } from './check.ts';

const rule = 'hosting#settings-in-configjson';
const apiRule = 'hosting#the-backend-lets-the-site-in';

/** @throws {NotThere} where the settings name none */
function apiOf({ settings }: SiteFacts): string {
  const { apiBase } = settings;
  if (typeof apiBase !== 'string' || !URL.canParse(apiBase)) {
    throw new NotThere('config.json names no apiBase');
  }
  return apiBase.replace(/\/+$/, '');
}

/** Where an operation is, in the settings' dialect; a dialect of the site's own counts as canonical here. */
function addressOf(facts: SiteFacts, name: 'contents.list' | 'programs.list'): string {
  const { dialect } = facts.settings;
  const known = Object.entries(namedDialects).find(([one]) => one === dialect)?.[1];
  const path = findOperation(name)?.route.path ?? '';
  return apiOf(facts) + wireTemplate(known ?? namedDialects.canonical, name, path);
}

/** @throws {SiteFault} where the browser would refuse the answer */
function needOrigin({ origin }: SiteFacts, answer: Awaited<ReturnType<SiteFacts['visit']>>): void {
  const allowed = answer.headers.get('access-control-allow-origin');
  if (allowed === origin || allowed === '*') return;
  throw new SiteFault(`access-control-allow-origin: ${origin}`, allowed ?? 'none', answer);
}

export const settings: readonly SiteCheck[] = [
  {
    id: 'settings/valid',
    level: 'must',
    sentence: 'config.json MUST be what the site can start with.',
    rule,
    proves: 'It is JSON, has every setting that is required, and each is of its kind.',
    leavesOpen: 'Whether what it says is true.',
    run: async ({ visit }) => {
      const answer = await visit('/config.json');
      needStatus(answer, 200);
      const json = tryParseJson(answer.text);
      if (json === undefined) throw new SiteFault('JSON', 'something else', answer);
      const wrong = differences(siteSettings, json).map(([path, what]) => `${path} ${what}`.trim());
      if (wrong.length > 0) throw new SiteFault('valid settings', wrong.join('; '), answer);
      return undefined;
    },
  },
  {
    id: 'settings/own',
    level: 'must',
    sentence: "config.json MUST name this college's API, not one of a development machine.",
    rule,
    proves: 'Where the site is on a public host, apiBase is not on the visitor’s own machine.',
    leavesOpen: 'Whether it is the right one.',
    run: async (facts) => {
      const isLocal = (address: string) => /^(localhost|127\.|\[::1\])/.test(new URL(address).host);
      const api = apiOf(facts);
      if (isLocal(facts.origin) || !isLocal(api)) return undefined;
      throw new SiteFault('the address of a public API', api, await facts.visit('/config.json'));
    },
  },
  {
    id: 'api/secure',
    level: 'must',
    sentence: 'The API of an https site MUST be https: browsers refuse to call anything else.',
    rule,
    proves: 'apiBase begins with https, where the site does.',
    leavesOpen: 'Its certificate: an API with a bad one is not reached.',
    run: async (facts) => {
      if (!facts.origin.startsWith('https:')) throw new NotThere('the site is not https');
      const api = apiOf(facts);
      if (api.startsWith('https:')) return undefined;
      throw new SiteFault('an https address', api, await facts.visit('/config.json'));
    },
  },
  {
    id: 'api/answers',
    level: 'must',
    sentence: 'The API MUST answer the site, and let it read the answer.',
    rule: apiRule,
    proves: 'The list of contents is answered with 200 and JSON, for the site’s origin.',
    leavesOpen: 'Every other operation: admissions check --site-origin.',
    run: async (facts) => {
      const answer = await facts.visit(addressOf(facts, 'contents.list'), { origin: facts.origin });
      needStatus(answer, 200);
      if (tryParseJson(answer.text) === undefined)
        throw new SiteFault('JSON', 'something else', answer);
      needOrigin(facts, answer);
      return undefined;
    },
  },
  {
    id: 'api/preflight',
    level: 'must',
    sentence: "The API MUST answer the browser's preflight, without a token.",
    rule: apiRule,
    proves: 'OPTIONS with the authorization header succeeds, and allows origin and header.',
    leavesOpen: 'Every other operation: admissions check --site-origin.',
    run: async (facts) => {
      const asked = {
        origin: facts.origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      };
      const answer = await facts.visit(addressOf(facts, 'programs.list'), asked, 'OPTIONS');
      if (answer.status >= 300)
        throw new SiteFault('a status below 300', `${answer.status}`, answer);
      needOrigin(facts, answer);
      const allowed = answer.headers.get('access-control-allow-headers') ?? 'none';
      if (!/\bauthorization\b/i.test(allowed)) {
        throw new SiteFault('access-control-allow-headers with authorization', allowed, answer);
      }
      return undefined;
    },
  },
];
