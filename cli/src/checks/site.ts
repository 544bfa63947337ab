/** All checks of a deployed site. They run one after the other. */
import {
  findOperation,
  missingFacts,
  namedDialects,
  siteSettings,
  trimSlashes,
  wireTemplate,
} from '@one-planet/contract';
import { hidden } from '@one-planet/sdk';
import { type Connection, plainConnection } from '../backend/connection.ts';
import { createTransport } from '../backend/transport.ts';
import { CliError, exitCodes, findSystemErrorCode } from '../core/exit.ts';
import { listenForInterrupt, makeInterruptedError } from '../core/interruption.ts';
import { fieldsOf, findDifferences, tryParseJson } from '../core/json.ts';
import type { CheckReport } from '../report/report.ts';
import { makeReportOfRun, runAll } from './engine.ts';
import {
  type CheckResult,
  findThrownOutcome,
  makeBlock,
  makeFailure,
  makeRunEnd,
  makeSkip,
} from './outcome.ts';
import { certificateChecks, securityHeaderChecks } from './site-headers.ts';
import { cachingChecks, linkChecks, madeUpToken, pathChecks } from './site-paths.ts';
import {
  createVisitor,
  makeSiteChecks,
  requireStatus,
  type SiteCheck,
  type SiteFacts,
  type Visitor,
} from './site-visits.ts';

/* The site's settings, and whether its API allows the site's origin (docs/hosting.md, settings in config.json). */

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
function makeOperationAddress(facts: SiteFacts, name: 'contents.list' | 'programs.list'): string {
  const { dialect } = facts.siteSettings;
  const namedDialect = Object.entries(namedDialects).find(([name]) => name === dialect)?.[1];
  const path = findOperation(name)?.route.path ?? '';
  return readApiAddress(facts) + wireTemplate(namedDialect ?? namedDialects.canonical, name, path);
}

/** @throws {OutcomeError} where the browser would not let the site read the response */
function requireCorsOrigin(
  { origin }: SiteFacts,
  response: Awaited<ReturnType<SiteFacts['visitPath']>>,
): void {
  const allowedOrigin = response.headers.get('access-control-allow-origin');
  if (allowedOrigin === origin || allowedOrigin === '*') return;
  throw makeFailure(`access-control-allow-origin: ${origin}`, allowedOrigin ?? 'none', response);
}

const settingsChecks: readonly SiteCheck[] = makeSiteChecks('hosting#settings-in-configjson', [
  {
    id: 'settings/valid',
    sentence: 'config.json MUST be what the site can start with.',
    leavesOpen: 'Whether what it says is true.',
    run: async ({ visitPath }) => {
      const response = await visitPath('/config.json');
      requireStatus(response, 200);
      const json = tryParseJson(response.text);
      if (json === undefined) throw makeFailure('JSON', 'something else', response);
      const problems = findDifferences(siteSettings, json).map(([path, problem]) =>
        `${path} ${problem}`.trim(),
      );
      if (problems.length > 0) throw makeFailure('valid settings', problems.join('; '), response);
    },
  },
  {
    id: 'settings/own',
    sentence: "config.json MUST name this college's API, not one of a development machine.",
    run: async (facts) => {
      const isLocal = (address: string) => /^(localhost|127\.|\[::1\])/.test(new URL(address).host);
      const apiAddress = readApiAddress(facts);
      if (isLocal(facts.origin) || !isLocal(apiAddress)) return undefined;
      throw makeFailure(
        'the address of a public API',
        apiAddress,
        await facts.visitPath('/config.json'),
      );
    },
  },
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
      const response = await facts.visitPath(makeOperationAddress(facts, 'contents.list'), {
        origin: facts.origin,
      });
      requireStatus(response, 200);
      if (tryParseJson(response.text) === undefined)
        throw makeFailure('JSON', 'something else', response);
      requireCorsOrigin(facts, response);
    },
  },
  {
    id: 'api/preflight',
    sentence: "The API MUST answer the browser's preflight, without a token.",
    rule: apiRule,
    leavesOpen: 'Every other operation: admissions check --site-origin.',
    run: async (facts) => {
      const probeHeaders = {
        origin: facts.origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      };
      const response = await facts.visitPath(
        makeOperationAddress(facts, 'programs.list'),
        probeHeaders,
        'OPTIONS',
      );
      if (response.status >= 300)
        throw makeFailure('a status below 300', `${response.status}`, response);
      requireCorsOrigin(facts, response);
      const allowedHeadersText = response.headers.get('access-control-allow-headers') ?? 'none';
      if (!/\bauthorization\b/i.test(allowedHeadersText)) {
        throw makeFailure(
          'access-control-allow-headers with authorization',
          allowedHeadersText,
          response,
        );
      }
    },
  },
]);

const contentChecks: readonly SiteCheck[] = makeSiteChecks('hosting#the-college-in-contentjson', [
  {
    id: 'content/facts',
    sentence: 'content.json SHOULD have what applicants look for, of this college and no other.',
    leavesOpen: 'Whether they are true, and whether the pages were built with them.',
    run: async ({ visitPath }) => {
      const response = await visitPath('/content.json');
      requireStatus(response, 200);
      const contentFacts = fieldsOf(tryParseJson(response.text));
      if ('example' in contentFacts)
        throw makeFailure('facts of the college', 'the example', response);
      const missingFactDescriptions = missingFacts(contentFacts);
      if (missingFactDescriptions.length > 0)
        throw makeFailure('every fact', `no ${missingFactDescriptions.join('; no ')}`, response);
    },
  },
]);

/** All checks. The home page comes first, because without it nothing else can be checked. */
export const siteChecks: readonly SiteCheck[] = [
  ...pathChecks,
  ...securityHeaderChecks,
  ...cachingChecks,
  ...settingsChecks,
  ...contentChecks,
  ...linkChecks,
  ...certificateChecks,
];

interface SiteOptions {
  minDays: number;
  strict: boolean;
  onCheck: (id: string) => void;
  connection?: Connection;
}

/**
 * Checks a deployed site.
 * @param backendOrigin of the site
 * @returns the results; if interrupted, those so far
 * @throws {CliError} (exit 3) when the site is not reached, (exit 130) when the run was interrupted before that was
 * known
 */
export async function checkSite(
  backendOrigin: string,
  { minDays: minCertificateDays, strict, onCheck, connection = plainConnection }: SiteOptions,
): Promise<CheckReport> {
  const { signal, stopListening } = listenForInterrupt();
  const transport = createTransport({ backendOrigin, connection });
  const startedAt = new Date();
  const visitor = createVisitor(backendOrigin, { request: transport.request, connection, signal });
  try {
    const facts: SiteFacts = {
      ...(await readSiteFacts(visitor, signal)),
      minCertificateDays,
      signal,
    };
    let homeOutcome: CheckResult['outcome'] | undefined;
    const checkRun = await runAll<SiteFacts, SiteCheck>(siteChecks, {
      openContext: () => facts,
      onStart: ({ id }) => onCheck(id),
      onResult: ({ outcome }) => {
        homeOutcome ??= outcome;
      },
      beforeCheck: () => {
        // Where another site answers at this address, one finding about the home page is enough.
        if (homeOutcome === 'failed') {
          throw makeBlock('paths/home', 'the home page is not that of the site');
        }
      },
      readError: (error) => {
        // A request that was in progress failed because the run was interrupted.
        if (signal.aborted) return makeRunEnd(exitCodes.interrupted, 'interrupted');
        if (!(error instanceof Error) || findThrownOutcome(error)) return error;
        return makeFailure(
          'an answer',
          `no whole answer (${findSystemErrorCode(error) ?? error.message})`,
        );
      },
    });
    const { count: requests } = visitor;
    const reportFacts = {
      command: 'check-site',
      target: backendOrigin,
      startedAt,
      requests,
      strict,
      ...(facts.certificateEnd && { certificateEnd: facts.certificateEnd }),
    };
    return showMadeUpTokens(makeReportOfRun(checkRun, reportFacts));
  } finally {
    stopListening();
    await transport.close();
  }
}

/**
 * Reads the facts that several checks need.
 * @throws {CliError} (exit 3) when the site is not reached
 */
async function readSiteFacts(
  visitor: Visitor,
  signal: AbortSignal,
): Promise<Omit<SiteFacts, 'minCertificateDays' | 'signal'>> {
  const { origin, visitPath } = visitor;
  const homePage = await visitPath('/').catch((error: Error) => {
    if (signal.aborted) throw makeInterruptedError();
    throw new CliError(
      `${origin} is not reached (${findSystemErrorCode(error) ?? error.message})`,
      exitCodes.notReached,
    );
  });
  const readFieldsAt = async (path: string) => {
    const response = await visitPath(path).catch(() => undefined);
    const json = response?.status === 200 ? tryParseJson(response.text) : undefined;
    return fieldsOf(json);
  };
  const largeScriptPath = await findLargeScript(homePage.text, visitor);
  return {
    ...visitor,
    siteSettings: await readFieldsAt('/config.json'),
    inlineHashes: await readFieldsAt('/inline.json'),
    scriptPath: largeScriptPath,
  };
}

/** A script of the page that is large enough to be compressed: hosts leave small files as they are. */
async function findLargeScript(
  homePageHtml: string,
  { visitPath }: Visitor,
): Promise<string | undefined> {
  for (const [, path = ''] of homePageHtml.matchAll(/["\s](\/assets\/[^"\s]+\.js)/g)) {
    const response = await visitPath(path).catch(() => undefined);
    if (response && response.text.length > 5000) return path;
  }
  return undefined;
}

/**
 * Keeps the token of the activation link in reports. The check made it up, so it is not a secret, and without it the
 * curl would request another path.
 */
function showMadeUpTokens(report: CheckReport): CheckReport {
  const results = report.results.map((result) => {
    if (!result.evidence) return result;
    const { curl, ...evidence } = result.evidence;
    const shownCurl = curl.replace(`/activate/${hidden}`, `/activate/${madeUpToken}`);
    return { ...result, evidence: { ...evidence, curl: shownCurl } };
  });
  return { ...report, results };
}
