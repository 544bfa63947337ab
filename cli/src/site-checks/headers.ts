/** The headers that every response of the site has (docs/hosting.md, headers and caching). */
import { makeSiteHeaders } from '@one-planet/contract/site-headers';
import { describeValidity, readCertificateEnd } from '../backend/certificate.ts';
import { makeFailure, makeSkip } from '../checks/outcome.ts';
import { makeSiteChecks, type SiteCheck, type SiteFacts, visitTimeLimitMs } from './visits.ts';

/* Content security policies, read as browsers read them (CSP level 3). */

/** The sources of each directive, by its name in lower case. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** @returns the policies in a header; a browser enforces each of them */
export function parsePolicies(headerValue: string): Policy[] {
  return headerValue
    .split(',')
    .filter((text) => text.trim() !== '')
    .map(parsePolicy);
}

function parsePolicy(policyText: string): Policy {
  const sourcesByDirective = new Map<string, readonly string[]>();
  for (const directiveText of policyText.split(';')) {
    const [name = '', ...sources] = directiveText.trim().split(/\s+/);
    // Browsers use the first of two directives with the same name.
    if (name !== '' && !sourcesByDirective.has(name.toLowerCase())) {
      sourcesByDirective.set(name.toLowerCase(), sources);
    }
  }
  return sourcesByDirective;
}

/** @returns the sources a policy allows for one kind of request; `undefined` where it allows every source */
export function findSources(policy: Policy, directiveName: string): readonly string[] | undefined {
  return policy.get(directiveName) ?? policy.get('default-src');
}

/**
 * Whether a source of a policy allows an origin. The path of a source is ignored.
 * @param address the origin to test
 * @param siteOrigin the origin of the page
 */
export function allowsOrigin(policySource: string, address: string, siteOrigin: string): boolean {
  const testedUrl = new URL(address);
  if (/^'self'$/i.test(policySource)) return address === siteOrigin;
  if (policySource === '*') return true;
  if (/^[a-z][a-z\d+.-]*:$/i.test(policySource))
    return matchesScheme(policySource.toLowerCase(), testedUrl);
  const [, scheme = new URL(siteOrigin).protocol, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/i.exec(
      policySource,
    ) ?? [];
  const isSameHost = host.startsWith('*')
    ? testedUrl.hostname.endsWith(host.slice(1).toLowerCase())
    : host.toLowerCase() === testedUrl.hostname;
  return (
    matchesScheme(scheme.toLowerCase(), testedUrl) && isSameHost && matchesPort(port, testedUrl)
  );
}

/** A source with `http:` also allows `https:` on the same host. */
function matchesScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:');
}

function matchesPort(port = '', testedUrl: URL): boolean {
  if (port === '*' || port === testedUrl.port) return true;
  const defaultPorts = testedUrl.protocol === 'https:' ? ['443', '80'] : ['80'];
  return testedUrl.port === '' && defaultPorts.includes(port);
}

const headerRule = 'hosting#headers-and-caching';
const leavesOpenText = 'What browsers do with it.';
export const policyHeaderName = 'content-security-policy';

/** Pages, files and a missing path: a host may set headers for one kind and forget the others. */
function listPathsToCheck({ scriptPath }: SiteFacts): string[] {
  return ['/', '/about', '/config.json', ...(scriptPath ? [scriptPath] : []), '/assets/none.js'];
}

/** Stricter values that are accepted instead of the one in docs/hosting.md. */
const stricterValuesByHeader: Readonly<Record<string, readonly string[]>> = {
  'referrer-policy': ['no-referrer', 'same-origin', 'strict-origin'],
};

const headerChecks = Object.entries(makeSiteHeaders({}))
  .filter(([name]) => name !== policyHeaderName)
  .map(([name, value]) => ({
    id: `headers/${name}`,
    sentence: `Every answer of the site MUST have ${name}: ${value}.`,
    run: (facts: SiteFacts) =>
      expectOnEveryPath(facts, name, value, (headerValue) => {
        if (headerValue === null) return `no ${name}`;
        const isAcceptedValue = [value, ...(stricterValuesByHeader[name] ?? [])].some(
          (acceptedValue) => includesValue(name, headerValue, acceptedValue),
        );
        return isAcceptedValue ? undefined : headerValue;
      }),
  }));

/**
 * @param findProblem returns what is wrong with a header's value, if anything is
 * @throws {OutcomeError} naming the first page with a problem
 */
async function expectOnEveryPath(
  facts: SiteFacts,
  headerName: string,
  expectedText: string,
  findProblem: (headerValue: string | null) => string | undefined,
): Promise<void> {
  for (const path of listPathsToCheck(facts)) {
    const siteResponse = await facts.visitPath(path);
    const problem = findProblem(siteResponse.headers.get(headerName));
    if (problem !== undefined)
      throw makeFailure(expectedText, `${problem} on ${path}`, siteResponse);
  }
}

/** Whether a header contains this value: a list may have more entries, in any order; a single value may be repeated. */
function includesValue(headerName: string, headerValue: string, expectedValue: string): boolean {
  const splitParts = (text: string) => text.split(',').map((part) => part.trim().toLowerCase());
  const [sentParts, expectedParts] = [splitParts(headerValue), splitParts(expectedValue)];
  if (headerName === 'permissions-policy')
    return expectedParts.every((part) => sentParts.includes(part));
  return sentParts.every((part) => expectedParts.includes(part));
}

/** @throws {OutcomeError} where a page has no policy */
async function readHomePagePolicies(facts: SiteFacts) {
  const visit = await facts.visitPath('/');
  const policyHeader = visit.headers.get(policyHeaderName);
  if (policyHeader === null) throw makeFailure(`a ${policyHeaderName}`, 'none on /', visit);
  return { visit, policies: parsePolicies(policyHeader) };
}

function makeExpectedPolicy({ siteSettings, inlineHashes }: SiteFacts): Policy {
  return parsePolicy(makeSiteHeaders(siteSettings, inlineHashes)[policyHeaderName] ?? '');
}

/** @returns how a policy allows more than these sources; `undefined` where it does not */
function findOpening(
  policy: Policy,
  directiveName: string,
  allowedSources: readonly string[],
): { expected: string; got: string } | undefined {
  const sentSources = policy.get(directiveName);
  if (!sentSources)
    return { expected: `the directive ${directiveName}`, got: 'a policy without it' };
  const extraSources = sentSources.filter((source) => !allowedSources.includes(source));
  // The college may allow a second origin for calls or for the video.
  const mayHaveMoreOrigins = ['connect-src', 'frame-src', 'img-src'].includes(directiveName);
  const unsafeSources = extraSources.filter(
    (source) => !mayHaveMoreOrigins || /^(\*|https?:|data:|'unsafe.*)$/.test(source),
  );
  if (unsafeSources.length === 0) return undefined;
  const expected = `${directiveName} ${allowedSources.join(' ')}`;
  return { expected, got: `also ${unsafeSources.join(' ')}` };
}

const policyChecks: readonly SiteCheck[] = makeSiteChecks(
  headerRule,
  [
    {
      id: 'policy/everywhere',
      sentence: 'Every answer of the site MUST have the content security policy.',
      run: (facts) =>
        expectOnEveryPath(facts, policyHeaderName, `a ${policyHeaderName}`, (policyText) =>
          policyText === null ? 'none' : undefined,
        ),
    },
    {
      id: 'policy/hashes',
      sentence: 'The policy MUST allow the style and the script that every page carries in itself.',
      run: async (facts) => {
        const { visit, policies } = await readHomePagePolicies(facts);
        const inlineHashPairs = [
          ['script-src', facts.inlineHashes.script?.[0]],
          ['style-src', facts.inlineHashes.style?.[0]],
        ] as const;
        for (const [name, hash] of inlineHashPairs) {
          if (hash === undefined) throw makeSkip(`inline.json names no hash for ${name}`);
          for (const policy of policies) {
            const policySources = findSources(policy, name);
            if (policySources && !policySources.includes(`'${hash}'`))
              throw makeFailure(`${name} with '${hash}'`, policySources.join(' '), visit);
          }
        }
      },
    },
    {
      id: 'policy/api',
      sentence: "The policy MUST allow calls to the API's origin, and the video's in a frame.",
      run: async (facts) => {
        const { visit, policies } = await readHomePagePolicies(facts);
        for (const directiveName of ['connect-src', 'frame-src']) {
          const expectedOrigins = (makeExpectedPolicy(facts).get(directiveName) ?? [])
            .filter((source) => source !== "'none'")
            .map((source) => (source === "'self'" ? facts.origin : source));
          for (const policy of policies) {
            const sources = findSources(policy, directiveName);
            const missingOrigins = expectedOrigins.filter(
              (origin) =>
                sources && !sources.some((source) => allowsOrigin(source, origin, facts.origin)),
            );
            const expectedText = `${directiveName} with ${missingOrigins.join(' ')}`;
            if (missingOrigins.length > 0)
              throw makeFailure(expectedText, sources?.join(' ') ?? '', visit);
          }
        }
      },
    },
    {
      id: 'policy/closed',
      sentence: 'The policy MUST NOT allow scripts, frames or forms of anybody else.',
      run: async (facts) => {
        const { visit, policies } = await readHomePagePolicies(facts);
        for (const [name, sources] of makeExpectedPolicy(facts)) {
          // One policy that closes the opening is enough, because a browser obeys all of them.
          const openingsByPolicy = policies.map((policy) => findOpening(policy, name, sources));
          const [firstOpening] = openingsByPolicy;
          if (firstOpening && openingsByPolicy.every(Boolean))
            throw makeFailure(firstOpening.expected, firstOpening.got, visit);
        }
      },
    },
  ],
  leavesOpenText,
);

export const securityHeaderChecks: readonly SiteCheck[] = [
  ...makeSiteChecks(headerRule, headerChecks, leavesOpenText),
  ...policyChecks,
];

/* The encrypted connection to the site. */

const minTransportSecuritySeconds = 182 * 24 * 60 * 60;

/** @throws {OutcomeError} where the site is not https */
function requireHttpsUrl({ origin }: SiteFacts): URL {
  if (!origin.startsWith('https:')) throw makeSkip('the site is not https');
  return new URL(origin);
}

export const certificateChecks: readonly SiteCheck[] = makeSiteChecks(headerRule, [
  {
    id: 'tls/certificate',
    sentence: 'The certificate MUST be good for some time yet.',
    run: async (facts) => {
      const url = requireHttpsUrl(facts);
      const limits = { signal: facts.signal, timeoutMs: visitTimeLimitMs };
      facts.certificateEnd = await readCertificateEnd(url, limits);
      const { daysLeft, validityText } = describeValidity(facts.certificateEnd);
      if (daysLeft < facts.minCertificateDays)
        throw makeFailure(`${facts.minCertificateDays} days left`, validityText);
      return validityText;
    },
  },
  {
    id: 'tls/hsts',
    sentence: 'An https site SHOULD ask browsers to come back by https only.',
    run: async (facts) => {
      requireHttpsUrl(facts);
      const visit = await facts.visitPath('/');
      const headerValue = visit.headers.get('strict-transport-security') ?? 'none';
      const [, age = '0'] = /max-age="?(\d+)/i.exec(headerValue) ?? [];
      if (Number(age) < minTransportSecuritySeconds)
        throw makeFailure('strict-transport-security: max-age=31536000', headerValue, visit);
    },
  },
]);
