/** Whether the site's settings are right, and whether its API answers it (docs/hosting.md). */
import {
  checkSettings,
  findOperation,
  maxFileBytes,
  namedDialects,
  type OperationName,
  trimSlashes,
  wireTemplate,
} from '@one-planet/contract';
import { apiHeaders } from '@one-planet/contract/site-headers';
import { makeFailure, makeSkip } from '../checks/outcome.ts';
import { tryParseJson } from '../core/json.ts';
import { findSources, type Policy, parsePolicies, policyHeaderName } from './headers.ts';
import {
  describeVisit,
  makeSiteChecks,
  requirePath,
  type SiteCheck,
  type SiteFacts,
  type SiteResponse,
} from './visits.ts';

const apiRule = 'hosting#the-backend-lets-the-site-in';

/** @throws {OutcomeError} where the settings do not name an API */
function readApiAddress({ siteSettings }: SiteFacts): string {
  const { apiBase } = siteSettings;
  if (typeof apiBase !== 'string' || !URL.canParse(apiBase)) {
    throw makeSkip('config.json names no apiBase');
  }
  return trimSlashes(apiBase);
}

/**
 * The address of an operation in the settings' dialect. A dialect that the site defines itself is treated as the
 * canonical one.
 */
function makeOperationAddress(facts: SiteFacts, name: OperationName): string {
  const { dialect } = facts.siteSettings;
  const namedDialect = Object.entries(namedDialects).find(([name]) => name === dialect)?.[1];
  const path = findOperation(name)?.route.path ?? '';
  return readApiAddress(facts) + wireTemplate(namedDialect ?? namedDialects.canonical, name, path);
}

/** Whether browsers ask nobody before the site calls its API. */
function isOnSameOrigin(facts: SiteFacts): boolean {
  return new URL(readApiAddress(facts)).origin === facts.origin;
}

/** @throws {OutcomeError} where the browser would not let the site read the response */
function requireCorsOrigin({ origin }: SiteFacts, response: SiteResponse): void {
  const allowedOrigin = response.headers.get('access-control-allow-origin');
  if (allowedOrigin === origin || allowedOrigin === '*') return;
  throw makeFailure(`access-control-allow-origin: ${origin}`, allowedOrigin ?? 'none', response);
}

export const settingsChecks: readonly SiteCheck[] = makeSiteChecks(
  'hosting#settings-in-configjson',
  [
    {
      id: 'settings/valid',
      sentence: 'config.json MUST be what the site can start with.',
      leavesOpen: 'Whether what it says is true.',
      run: async (facts) => {
        const response = await requirePath(facts, '/config.json');
        const json = tryParseJson(response.text);
        if (json === undefined) throw makeFailure('JSON', 'something else', response);
        const { problems } = checkSettings(json);
        if (problems.length > 0) throw makeFailure('valid settings', problems.join('; '), response);
      },
    },
    {
      id: 'settings/known',
      sentence: 'config.json SHOULD have no setting that this version does not know.',
      leavesOpen: 'Whether the site is of the same version as this command.',
      run: async (facts) => {
        const response = await requirePath(facts, '/config.json');
        const { unknownSettings } = checkSettings(tryParseJson(response.text));
        if (unknownSettings.length > 0)
          throw makeFailure('known settings', unknownSettings.join(', '), response);
      },
    },
    {
      id: 'settings/own',
      sentence: "config.json MUST name this college's API, not one of a development machine.",
      run: async (facts) => {
        const isLocal = (address: string) =>
          /^(localhost|127\.|\[::1\])/.test(new URL(address).host);
        const apiAddress = readApiAddress(facts);
        if (isLocal(facts.origin) || !isLocal(apiAddress)) return undefined;
        const response = await facts.visitPath('/config.json');
        throw makeFailure('the address of a public API', apiAddress, response);
      },
    },
  ],
);

/** Whether a page with this policy runs no script, or runs it with an origin of its own. */
function isWithoutScripts(policy: Policy): boolean {
  const sandboxFlags = policy.get('sandbox');
  const isSandboxed = sandboxFlags !== undefined && !sandboxFlags.includes('allow-same-origin');
  return isSandboxed || findSources(policy, 'script-src')?.join() === "'none'";
}

/** What the form around a file adds, in bytes: a boundary twice, the field and the file's name. */
const formBytes = 1024;

export const apiChecks: readonly SiteCheck[] = makeSiteChecks('hosting#settings-in-configjson', [
  {
    id: 'api/secure',
    sentence: 'The API of an https site MUST be https: browsers refuse to call anything else.',
    leavesOpen: 'Its certificate: an API with a bad one is not reached.',
    run: async (facts) => {
      if (!facts.origin.startsWith('https:')) throw makeSkip('the site is not https');
      const apiAddress = readApiAddress(facts);
      if (apiAddress.startsWith('https:')) return undefined;
      throw makeFailure('an https address', apiAddress, await facts.visitPath('/config.json'));
    },
  },
  {
    id: 'api/answers',
    sentence: 'The API MUST answer the site, and let it read the answer.',
    rule: apiRule,
    leavesOpen: 'Every other operation: admissions check --site-origin.',
    run: async (facts) => {
      const address = makeOperationAddress(facts, 'contents.list');
      const response = await requirePath(facts, address, { origin: facts.origin });
      if (tryParseJson(response.text) === undefined)
        throw makeFailure('JSON', 'something else', response);
      if (!isOnSameOrigin(facts)) requireCorsOrigin(facts, response);
    },
  },
  {
    id: 'api/preflight',
    sentence: "The API MUST answer the browser's preflight, without a token.",
    rule: apiRule,
    leavesOpen: 'Every other operation: admissions check --site-origin.',
    run: async (facts) => {
      if (isOnSameOrigin(facts)) throw makeSkip("the API is on the site's own origin");
      const neededNames = [
        'authorization',
        ...(facts.siteSettings.requestIds === true ? ['x-request-id'] : []),
      ];
      const probeHeaders = {
        origin: facts.origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': neededNames.join(', '),
      };
      const address = makeOperationAddress(facts, 'programs.list');
      const response = await facts.visitPath(address, probeHeaders, 'OPTIONS');
      if (response.status >= 300)
        throw makeFailure('a status below 300', `${response.status}`, response);
      requireCorsOrigin(facts, response);
      const allowedHeadersText = response.headers.get('access-control-allow-headers') ?? 'none';
      const allowedNames = allowedHeadersText.toLowerCase().split(/[\s,]+/);
      const missingNames = neededNames.filter((name) => !allowedNames.includes(name));
      const expectedText = `access-control-allow-headers with ${missingNames.join(', ')}`;
      if (missingNames.length > 0) throw makeFailure(expectedText, allowedHeadersText, response);
    },
  },
  {
    id: 'api/own-policy',
    sentence: "On the site's own origin, no answer of the API MUST be able to run a script.",
    rule: 'hosting#the-api-on-the-sites-host',
    leavesOpen: 'Answers of other operations, such as uploaded files.',
    run: async (facts) => {
      if (!isOnSameOrigin(facts)) throw makeSkip('the API is on another origin');
      const addresses = [
        makeOperationAddress(facts, 'contents.list'),
        `${readApiAddress(facts)}/none-${Date.now()}.html`,
      ];
      for (const address of addresses) {
        const response = await facts.visitPath(address);
        for (const [name, value] of Object.entries(apiHeaders)) {
          const headerValue = response.headers.get(name) ?? 'none';
          const isSafe =
            name === policyHeaderName
              ? parsePolicies(headerValue).some(isWithoutScripts)
              : headerValue.toLowerCase().startsWith(value);
          if (!isSafe) throw makeFailure(`${name}: ${value}`, headerValue, response);
        }
      }
    },
  },
  {
    id: 'api/file-path',
    sentence: 'A path below the API that ends like a file MUST reach the API.',
    rule: 'hosting#the-api-on-the-sites-host',
    run: async (facts) => {
      const missingFile = `/none-${Date.now()}.png`;
      const address = makeOperationAddress(facts, 'files.get').replace(/\/:\w+$/, missingFile);
      const response = await facts.visitPath(address);
      const contentType = response.headers.get('content-type') ?? '';
      if (/^text\/html\b/i.test(contentType))
        throw makeFailure("the API's answer", describeVisit(response), response);
    },
  },
  {
    id: 'api/upload-size',
    sentence: `The way to the API MUST let a file of ${maxFileBytes / 1024 / 1024} MB through.`,
    rule: 'hosting#the-api-on-the-sites-host',
    leavesOpen: 'Whether the API takes it: the bytes are announced, and not sent.',
    run: async (facts) => {
      const address = makeOperationAddress(facts, 'files.upload');
      const status = await facts.announceUpload(address, maxFileBytes + formBytes);
      if (status === 413) throw makeFailure('a status other than 413', 'status 413');
    },
  },
]);
