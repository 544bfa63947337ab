/** All checks of a deployed site. They run one after the other. */
import { missingFacts } from '@one-planet/contract';
import { hidden } from '@one-planet/sdk';
import { type Connection, plainConnection } from '../backend/connection.ts';
import { createTransport } from '../backend/transport.ts';
import { runAll } from '../checks/engine.ts';
import {
  type CheckResult,
  findThrownOutcome,
  makeBlock,
  makeFailure,
  makeRunEnd,
} from '../checks/outcome.ts';
import { makeReportOfRun } from '../checks/run-report.ts';
import { CliError, exitCodes, findSystemErrorCode } from '../core/exit.ts';
import { listenForInterrupt, makeInterruptedError } from '../core/interruption.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import type { CheckReport } from '../report/report.ts';
import { apiChecks, settingsChecks } from './api.ts';
import { certificateChecks, securityHeaderChecks } from './headers.ts';
import { buildChecks, cachingChecks, linkChecks, madeUpToken, pathChecks } from './paths.ts';
import {
  createVisitor,
  makeSiteChecks,
  readHashes,
  requirePath,
  type SiteCheck,
  type SiteFacts,
  type Visitor,
} from './visits.ts';

const contentChecks: readonly SiteCheck[] = makeSiteChecks('hosting#the-college-in-contentjson', [
  {
    id: 'content/facts',
    sentence: 'content.json SHOULD have what applicants look for, of this college and no other.',
    leavesOpen: 'Whether they are true, and whether the pages were built with them.',
    run: async (facts) => {
      const response = await requirePath(facts, '/content.json');
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
  ...apiChecks,
  ...contentChecks,
  ...linkChecks,
  ...buildChecks,
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
        const errorText = findSystemErrorCode(error) ?? error.message;
        return makeFailure('an answer', `no whole answer (${errorText})`);
      },
    });
    const report = makeReportOfRun(checkRun, {
      command: 'check-site',
      target: backendOrigin,
      startedAt,
      requests: visitor.count,
      strict,
      ...(facts.certificateEnd && { certificateEnd: facts.certificateEnd }),
    });
    return showMadeUpTokens(report);
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
    const response = await requirePath(visitor, path).catch(() => undefined);
    return fieldsOf(response && tryParseJson(response.text));
  };
  const scriptPath = await findLargeScript(homePage.text, visitor);
  return {
    ...visitor,
    siteSettings: await readFieldsAt('/config.json'),
    inlineHashes: readHashes(await readFieldsAt('/inline.json')),
    scriptPath,
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
