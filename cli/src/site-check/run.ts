/** All checks of a deployed site, one after the other. */
import { hidden, hideSecrets } from '@one-planet/sdk';
import { type Connection, plainConnection } from '../backend/connection/open.ts';
import { createTransport } from '../backend/transport.ts';
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import { interruption } from '../process/interruption.ts';
import { tryParseJson } from '../process/json.ts';
import { systemCode } from '../process/system-code.ts';
import { version } from '../process/version.ts';
import { type Evidence, toEvidence } from '../report/evidence.ts';
import { knownSecrets } from '../report/known-secrets.ts';
import type { CheckReport, ReportedResult } from '../report/report.ts';
import { caching } from './caching.ts';
import { certificate } from './certificate.ts';
import { NotThere, type SiteCheck, type SiteFacts, SiteFault } from './check.ts';
import { headers } from './headers.ts';
import { links } from './links.ts';
import { madeUpToken, paths } from './paths.ts';
import { settings } from './settings.ts';
import { createVisitor, type Visit, type Visitor } from './visit.ts';

/** The home page comes first: without it there is nothing to check. */
export const siteChecks: readonly SiteCheck[] = [
  ...paths,
  ...headers,
  ...caching,
  ...settings,
  ...links,
  ...certificate,
];

export interface SiteOptions {
  minDays: number;
  strict: boolean;
  onCheck: (id: string) => void;
  /** Where the site asks for a user name and a password. */
  connection?: Connection;
}

/**
 * Checks a deployed site.
 * @param origin of the site
 * @returns what was found; so far, on Ctrl-C
 * @throws {CliError} (exit 3) when it is not reached, (exit 130) when it was interrupted before that was known
 */
export async function checkSite(
  origin: string,
  { minDays, strict, onCheck, connection = plainConnection }: SiteOptions,
): Promise<CheckReport> {
  const { signal, stop } = interruption();
  const transport = createTransport({ origin, connection });
  const started = performance.now();
  const startedAt = new Date();
  const visitor = createVisitor(origin, { request: transport.request, connection, signal });
  try {
    const facts: SiteFacts = { ...(await factsOf(visitor, signal)), minDays, signal };
    const judge = judgeOf(facts, strict, knownSecrets(connection.secrets));
    const results: ReportedResult[] = [];
    for (const check of siteChecks) {
      onCheck(check.id);
      // Where the home page is another's, one finding says all there is to say.
      const isThere = results[0]?.outcome !== 'failed';
      const result = isThere ? await judge(check) : blocked(check);
      // What was under way then has failed for that.
      if (signal.aborted) break;
      results.push(result);
    }
    return {
      command: 'check-site',
      target: origin,
      version,
      startedAt,
      ms: performance.now() - started,
      requests: visitor.count,
      strict,
      seed: undefined,
      results,
      coverage: [],
      created: { applicants: [], uploads: 0, payments: 0, applications: 0 },
      baselineProblems: [],
      ended: signal.aborted ? 'interrupted' : undefined,
      exitCode: signal.aborted ? exitCodes.interrupted : exitCodeOf(results),
    };
  } finally {
    stop();
    await transport.close();
  }
}

function blocked({ run: _run, ...check }: SiteCheck): ReportedResult {
  const reason = 'the home page is not that of the site';
  const blockedBy = 'paths/home';
  return { check, outcome: 'blocked', ms: 0, notes: [], fails: false, reason, blockedBy };
}

function exitCodeOf(results: readonly ReportedResult[]): ExitCode {
  return results.some(({ fails }) => fails) ? exitCodes.brokenContract : exitCodes.done;
}

/** @throws {CliError} (exit 3) when the site is not reached */
async function factsOf(
  visitor: Visitor,
  signal: AbortSignal,
): Promise<Omit<SiteFacts, 'minDays' | 'signal'>> {
  const { origin, visit } = visitor;
  const home = await visit('/').catch((error: Error) => {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    throw new CliError(
      `${origin} is not reached (${systemCode(error) ?? error.message})`,
      exitCodes.notReached,
    );
  });
  const read = async (path: string) => {
    const answer = await visit(path).catch(() => undefined);
    const json = answer?.status === 200 ? tryParseJson(answer.text) : undefined;
    return typeof json === 'object' && json !== null ? { ...json } : {};
  };
  const script = await largeScript(home.text, visitor);
  return {
    ...visitor,
    settings: await read('/config.json'),
    inlined: await read('/inline.json'),
    script,
  };
}

/** A script of the page that is worth compressing: hosts leave small ones as they are. */
async function largeScript(html: string, { visit }: Visitor): Promise<string | undefined> {
  for (const [, path = ''] of html.matchAll(/["\s](\/assets\/[^"\s]+\.js)/g)) {
    const answer = await visit(path).catch(() => undefined);
    if (answer && answer.text.length > 5000) return path;
  }
  return undefined;
}

/** @param known secrets, which a site may repeat */
function judgeOf(facts: SiteFacts, strict: boolean, known: readonly string[]) {
  return async ({ run, ...check }: SiteCheck): Promise<ReportedResult> => {
    const started = performance.now();
    const end = (result: Pick<ReportedResult, 'outcome'> & Partial<ReportedResult>) => ({
      check,
      ms: performance.now() - started,
      notes: [],
      fails: false,
      ...result,
      // The site's words.
      ...(result.got === undefined ? {} : { got: hideSecrets(result.got, { known }) }),
    });
    try {
      const got = await run(facts);
      return end({ outcome: 'passed', ...(got === undefined ? {} : { got }) });
    } catch (error) {
      if (error instanceof NotThere) return end({ outcome: 'skipped', reason: error.message });
      const fails = check.level === 'must' || (strict && check.level === 'should');
      if (error instanceof SiteFault) {
        const { expected, got, visit } = error;
        const evidence = visit ? { evidence: evidenceOf(visit, known) } : {};
        return end({ outcome: 'failed', expected, got, ...evidence, fails });
      }
      const got = `no whole answer (${systemCode(error) ?? (error as Error).message})`;
      return end({ outcome: 'failed', expected: 'an answer', got, fails });
    }
  };
}

/** The token of an activation link is made up here: it is no secret, and without it the curl would ask for another path. */
function evidenceOf({ exchange }: Visit, known: readonly string[]): Evidence {
  const { curl, ...others } = toEvidence(exchange, known);
  return { ...others, curl: curl.replace(`/activate/${hidden}`, `/activate/${madeUpToken}`) };
}
