/** The headers that every answer of the site has (docs/hosting.md, headers and caching). */
import { siteHeaders } from '../site/headers.ts';
import { NotThere, type SiteCheck, type SiteFacts, SiteFault } from './check.ts';
import { letsIn, type Policy, policiesOf, sourcesOf } from './policy.ts';

const rule = 'hosting#headers-and-caching';
const leavesOpen = 'What browsers do with it.';
const policyName = 'content-security-policy';

/** Pages, files and what is not there: a rule of the host that covers one of them may miss the others. */
function placesOf({ script }: SiteFacts): string[] {
  return ['/', '/about', '/config.json', ...(script ? [script] : []), '/assets/none.js'];
}

/** Values that say more than the one of docs/hosting.md, and do no harm. */
const asGood: Readonly<Record<string, readonly string[]>> = {
  'referrer-policy': ['no-referrer', 'same-origin', 'strict-origin'],
};

const named: readonly SiteCheck[] = Object.entries(siteHeaders({}))
  .filter(([name]) => name !== policyName)
  .map(([name, value]) => ({
    id: `headers/${name}`,
    level: 'must',
    sentence: `Every answer of the site MUST have ${name}: ${value}.`,
    rule,
    proves: 'A page, a prerendered page, a setting, a script and a missing file have it.',
    leavesOpen,
    run: async (facts) => {
      for (const place of placesOf(facts)) {
        const visit = await facts.visit(place);
        const got = visit.headers.get(name);
        if (got === null) throw new SiteFault(value, `no ${name} on ${place}`, visit);
        if (![value, ...(asGood[name] ?? [])].some((one) => says(name, got, one))) {
          throw new SiteFault(value, `${got} on ${place}`, visit);
        }
      }
      return undefined;
    },
  }));

/** Whether a header says at least this: a list may have more, in any order; a single value may be repeated. */
function says(name: string, got: string, value: string): boolean {
  const parts = (text: string) => text.split(',').map((part) => part.trim().toLowerCase());
  const [there, wanted] = [parts(got), parts(value)];
  if (name === 'permissions-policy') return wanted.every((part) => there.includes(part));
  return there.every((part) => wanted.includes(part));
}

/** @throws {SiteFault} where a page has no policy */
async function policiesOn(facts: SiteFacts) {
  const visit = await facts.visit('/');
  const header = visit.headers.get(policyName);
  if (header === null) throw new SiteFault(`a ${policyName}`, 'none on /', visit);
  return { visit, policies: policiesOf(header) };
}

/** What the site's own host would say of something. */
function wantedOf({ settings, inlined }: SiteFacts): Policy {
  const [policy = new Map()] = policiesOf(siteHeaders(settings, inlined)[policyName] ?? '');
  return policy;
}

/** @returns how a policy allows more than these sources, or does not say */
function opening(
  policy: Policy,
  name: string,
  sources: readonly string[],
): { expected: string; got: string } | undefined {
  const got = policy.get(name);
  if (!got) return { expected: `the directive ${name}`, got: 'a policy without it' };
  const more = got.filter((source) => !sources.includes(source));
  // A second origin for calls, or for the video, is the college's own choice.
  const mayGrow = name === 'connect-src' || name === 'frame-src' || name === 'img-src';
  const unsafe = more.filter((source) => !mayGrow || /^(\*|https?:|data:|'unsafe.*)$/.test(source));
  if (unsafe.length === 0) return undefined;
  return { expected: `${name} ${sources.join(' ')}`, got: `also ${unsafe.join(' ')}` };
}

const policies: readonly SiteCheck[] = [
  {
    id: 'policy/everywhere',
    level: 'must',
    sentence: 'Every answer of the site MUST have the content security policy.',
    rule,
    proves: 'A page, a prerendered page, a setting, a script and a missing file have one.',
    leavesOpen: 'What it says: the other checks of the policy.',
    run: async (facts) => {
      for (const place of placesOf(facts)) {
        const visit = await facts.visit(place);
        if (!visit.headers.has(policyName)) {
          throw new SiteFault(`a ${policyName}`, `none on ${place}`, visit);
        }
      }
      return undefined;
    },
  },
  {
    id: 'policy/hashes',
    level: 'must',
    sentence: 'The policy MUST allow the style and the script that every page carries in itself.',
    rule,
    proves: 'It names both hashes of inline.json, which are those of this very build.',
    leavesOpen: 'Whether all files are of the same build.',
    run: async (facts) => {
      const { visit, policies } = await policiesOn(facts);
      const pairs = [
        ['script-src', facts.inlined.script],
        ['style-src', facts.inlined.style],
      ] as const;
      for (const [name, hash] of pairs) {
        if (hash === undefined) throw new NotThere(`inline.json names no hash for ${name}`);
        for (const policy of policies) {
          const got = sourcesOf(policy, name);
          if (got && !got.includes(`'${hash}'`))
            throw new SiteFault(`${name} with '${hash}'`, got.join(' '), visit);
        }
      }
      return undefined;
    },
  },
  {
    id: 'policy/api',
    level: 'must',
    sentence: "The policy MUST allow calls to the API's origin, and the video's in a frame.",
    rule,
    proves: 'connect-src has the origin of apiBase, frame-src that of videoUrl.',
    leavesOpen: 'Whether the API answers: the checks of the API.',
    run: async (facts) => {
      const { visit, policies } = await policiesOn(facts);
      for (const name of ['connect-src', 'frame-src']) {
        const origins = (wantedOf(facts).get(name) ?? [])
          .filter((source) => source !== "'none'")
          .map((source) => (source === "'self'" ? facts.origin : source));
        for (const policy of policies) {
          const got = sourcesOf(policy, name);
          const missing = origins.filter(
            (origin) => got && !got.some((source) => letsIn(source, origin, facts.origin)),
          );
          if (missing.length > 0)
            throw new SiteFault(`${name} with ${missing.join(' ')}`, got?.join(' ') ?? '', visit);
        }
      }
      return undefined;
    },
  },
  {
    id: 'policy/closed',
    level: 'must',
    sentence: 'The policy MUST NOT allow scripts, frames or forms of anybody else.',
    rule,
    proves:
      'It has every directive of docs/hosting.md, and no source beside those, the hashes and the origins of the settings.',
    leavesOpen,
    run: async (facts) => {
      const { visit, policies } = await policiesOn(facts);
      for (const [name, sources] of wantedOf(facts)) {
        // One policy that closes it is enough: a browser obeys them all.
        const openings = policies.map((policy) => opening(policy, name, sources));
        const [first] = openings;
        if (first && openings.every(Boolean)) throw new SiteFault(first.expected, first.got, visit);
      }
      return undefined;
    },
  },
];

export const headers: readonly SiteCheck[] = [...named, ...policies];
