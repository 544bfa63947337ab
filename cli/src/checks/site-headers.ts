/** The headers that every response of the site has (docs/hosting.md, headers and caching). */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { siteHeaders } from '../backend/site.ts';
import { TimeLimit } from '../core/interruption.ts';
import { countText } from '../core/text.ts';
import { failure, skip } from './outcome.ts';
import {
  type SiteCheck,
  type SiteFacts,
  siteChecksOf,
  timeLimitMs,
  timeoutMessage,
} from './site-visits.ts';

/* Content security policies, read as browsers read them (CSP level 3). */

/** The sources of each directive, by its name in lower case. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** @returns the policies in a header; a browser enforces each of them */
export function policiesOf(header: string): Policy[] {
  return header
    .split(',')
    .filter((text) => text.trim() !== '')
    .map(directivesOf);
}

function directivesOf(text: string): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // Browsers use the first of two directives with the same name.
    if (name !== '' && !directives.has(name.toLowerCase())) {
      directives.set(name.toLowerCase(), sources);
    }
  }
  return directives;
}

/** @returns the sources a policy allows for one kind of request; `undefined` where it allows every source */
export function sourcesOf(policy: Policy, name: string): readonly string[] | undefined {
  return policy.get(name) ?? policy.get('default-src');
}

/**
 * Whether a source of a policy allows an origin. The path of a source is ignored.
 * @param address the origin to test
 * @param site the origin of the page
 */
export function allowsOrigin(source: string, address: string, site: string): boolean {
  const target = new URL(address);
  if (/^'self'$/i.test(source)) return address === site;
  if (source === '*') return true;
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return matchesScheme(source.toLowerCase(), target);
  const [, scheme = new URL(site).protocol, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/i.exec(source) ?? [];
  const isHost = host.startsWith('*')
    ? target.hostname.endsWith(host.slice(1).toLowerCase())
    : host.toLowerCase() === target.hostname;
  return matchesScheme(scheme.toLowerCase(), target) && isHost && matchesPort(port, target);
}

/** A source with `http:` also allows `https:` on the same host. */
function matchesScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:');
}

function matchesPort(port = '', target: URL): boolean {
  if (port === '*' || port === target.port) return true;
  const usualPorts = target.protocol === 'https:' ? ['443', '80'] : ['80'];
  return target.port === '' && usualPorts.includes(port);
}

const rule = 'hosting#headers-and-caching';
const leavesOpen = 'What browsers do with it.';
const policyName = 'content-security-policy';

/** Pages, files and a missing path: a host may set headers for one kind and forget the others. */
function pathsToCheck({ scriptPath }: SiteFacts): string[] {
  return ['/', '/about', '/config.json', ...(scriptPath ? [scriptPath] : []), '/assets/none.js'];
}

/** Stricter values that are accepted instead of the one in docs/hosting.md. */
const stricterValues: Readonly<Record<string, readonly string[]>> = {
  'referrer-policy': ['no-referrer', 'same-origin', 'strict-origin'],
};

const headerChecks = Object.entries(siteHeaders({}))
  .filter(([name]) => name !== policyName)
  .map(([name, value]) => ({
    id: `headers/${name}`,
    sentence: `Every answer of the site MUST have ${name}: ${value}.`,
    run: (facts: SiteFacts) =>
      expectOnEveryPath(facts, name, value, (got) => {
        if (got === null) return `no ${name}`;
        const isGood = [value, ...(stricterValues[name] ?? [])].some((goodValue) =>
          includesValue(name, got, goodValue),
        );
        return isGood ? undefined : got;
      }),
  }));

/**
 * @param problemOf returns what is wrong with a header's value, if anything is
 * @throws {OutcomeError} naming the first page with a problem
 */
async function expectOnEveryPath(
  facts: SiteFacts,
  name: string,
  expected: string,
  problemOf: (got: string | null) => string | undefined,
): Promise<void> {
  for (const place of pathsToCheck(facts)) {
    const visit = await facts.visit(place);
    const problem = problemOf(visit.headers.get(name));
    if (problem !== undefined) throw failure(expected, `${problem} on ${place}`, visit);
  }
}

/** Whether a header contains this value: a list may have more entries, in any order; a single value may be repeated. */
function includesValue(name: string, got: string, value: string): boolean {
  const parts = (text: string) => text.split(',').map((part) => part.trim().toLowerCase());
  const [sentParts, expectedParts] = [parts(got), parts(value)];
  if (name === 'permissions-policy') return expectedParts.every((part) => sentParts.includes(part));
  return sentParts.every((part) => expectedParts.includes(part));
}

/** @throws {OutcomeError} where a page has no policy */
async function policiesOfHomePage(facts: SiteFacts) {
  const visit = await facts.visit('/');
  const header = visit.headers.get(policyName);
  if (header === null) throw failure(`a ${policyName}`, 'none on /', visit);
  return { visit, policies: policiesOf(header) };
}

function expectedPolicy({ settings, inlined }: SiteFacts): Policy {
  const [policy = new Map()] = policiesOf(siteHeaders(settings, inlined)[policyName] ?? '');
  return policy;
}

/** @returns how a policy allows more than these sources; `undefined` where it does not */
function findOpening(
  policy: Policy,
  name: string,
  sources: readonly string[],
): { expected: string; got: string } | undefined {
  const sentSources = policy.get(name);
  if (!sentSources) return { expected: `the directive ${name}`, got: 'a policy without it' };
  const extraSources = sentSources.filter((source) => !sources.includes(source));
  // The college may allow a second origin for calls or for the video.
  const mayGrow = name === 'connect-src' || name === 'frame-src' || name === 'img-src';
  const unsafeSources = extraSources.filter(
    (source) => !mayGrow || /^(\*|https?:|data:|'unsafe.*)$/.test(source),
  );
  if (unsafeSources.length === 0) return undefined;
  return { expected: `${name} ${sources.join(' ')}`, got: `also ${unsafeSources.join(' ')}` };
}

const policyChecks: readonly SiteCheck[] = siteChecksOf(
  rule,
  [
    {
      id: 'policy/everywhere',
      sentence: 'Every answer of the site MUST have the content security policy.',
      run: (facts) =>
        expectOnEveryPath(facts, policyName, `a ${policyName}`, (policyText) =>
          policyText === null ? 'none' : undefined,
        ),
    },
    {
      id: 'policy/hashes',
      sentence: 'The policy MUST allow the style and the script that every page carries in itself.',
      run: async (facts) => {
        const { visit, policies } = await policiesOfHomePage(facts);
        const pairs = [
          ['script-src', facts.inlined.script],
          ['style-src', facts.inlined.style],
        ] as const;
        for (const [name, hash] of pairs) {
          if (hash === undefined) throw skip(`inline.json names no hash for ${name}`);
          for (const policy of policies) {
            const sources = sourcesOf(policy, name);
            if (sources && !sources.includes(`'${hash}'`))
              throw failure(`${name} with '${hash}'`, sources.join(' '), visit);
          }
        }
      },
    },
    {
      id: 'policy/api',
      sentence: "The policy MUST allow calls to the API's origin, and the video's in a frame.",
      run: async (facts) => {
        const { visit, policies } = await policiesOfHomePage(facts);
        for (const name of ['connect-src', 'frame-src']) {
          const origins = (expectedPolicy(facts).get(name) ?? [])
            .filter((source) => source !== "'none'")
            .map((source) => (source === "'self'" ? facts.origin : source));
          for (const policy of policies) {
            const sources = sourcesOf(policy, name);
            const missingOrigins = origins.filter(
              (origin) =>
                sources && !sources.some((source) => allowsOrigin(source, origin, facts.origin)),
            );
            if (missingOrigins.length > 0)
              throw failure(
                `${name} with ${missingOrigins.join(' ')}`,
                sources?.join(' ') ?? '',
                visit,
              );
          }
        }
      },
    },
    {
      id: 'policy/closed',
      sentence: 'The policy MUST NOT allow scripts, frames or forms of anybody else.',
      run: async (facts) => {
        const { visit, policies } = await policiesOfHomePage(facts);
        for (const [name, sources] of expectedPolicy(facts)) {
          // One policy that closes the opening is enough, because a browser obeys all of them.
          const openings = policies.map((policy) => findOpening(policy, name, sources));
          const [firstOpening] = openings;
          if (firstOpening && openings.every(Boolean))
            throw failure(firstOpening.expected, firstOpening.got, visit);
        }
      },
    },
  ],
  leavesOpen,
);

export const securityHeaderChecks: readonly SiteCheck[] = [
  ...siteChecksOf(rule, headerChecks, leavesOpen),
  ...policyChecks,
];

/* The encrypted connection to the site. */

const dayMs = 24 * 60 * 60 * 1000;

/** @throws {OutcomeError} where the site is not https */
function requireTls({ origin }: SiteFacts): URL {
  if (!origin.startsWith('https:')) throw skip('the site is not https');
  return new URL(origin);
}

/**
 * @returns when the certificate expires, in milliseconds since 1970
 * @throws {Error} after the usual time limit
 */
async function readCertificateEnd({ hostname, port }: URL, run: AbortSignal): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const patience = new TimeLimit(timeLimitMs, run);
  // Every other check fails where the certificate is not trusted.
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', { signal: patience.signal });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } catch (error) {
    throw patience.isOver ? new Error(timeoutMessage) : error;
  } finally {
    patience.end();
    socket.destroy();
  }
}

export const certificateChecks: readonly SiteCheck[] = siteChecksOf(rule, [
  {
    id: 'tls/certificate',
    sentence: 'The certificate MUST be good for some time yet.',
    run: async (facts) => {
      const url = requireTls(facts);
      const end = await readCertificateEnd(url, facts.signal);
      const days = Math.floor((end - Date.now()) / dayMs);
      const validity = `${countText(days, 'day')} left, until ${new Date(end).toISOString().slice(0, 10)}`;
      if (days < facts.minDays) throw failure(`${facts.minDays} days left`, validity);
      return validity;
    },
  },
  {
    id: 'tls/hsts',
    sentence: 'An https site SHOULD ask browsers to come back by https only.',
    run: async (facts) => {
      requireTls(facts);
      const visit = await facts.visit('/');
      const transportSecurity = visit.headers.get('strict-transport-security') ?? 'none';
      const [, age = '0'] = /max-age="?(\d+)/i.exec(transportSecurity) ?? [];
      if (Number(age) * 1000 >= 182 * dayMs) return undefined;
      throw failure('strict-transport-security: max-age=31536000', transportSecurity, visit);
    },
  },
]);
