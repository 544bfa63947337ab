/** All checks of a deployed site, one after the other. */
import { hideSecrets } from '@one-planet/sdk';
import { createTransport } from '../backend/transport.ts';
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import { interruption } from '../process/interruption.ts';
import { tryParseJson } from '../process/json.ts';
import { version } from '../process/version.ts';
import { toEvidence } from '../report/evidence.ts';
import type { CheckReport, ReportedResult } from '../report/report.ts';
import { caching } from './caching.ts';
import { certificate } from './certificate.ts';
import { NotThere, type SiteCheck, type SiteFacts, SiteFault } from './check.ts';
import { headers } from './headers.ts';
import { links } from './links.ts';
import { paths } from './paths.ts';
import { settings } from './settings.ts';
import { createVisitor, type Visitor } from './visit.ts';

export const siteChecks: readonly SiteCheck[] = [
  ...paths,
  ...headers,
  ...caching,
  ...settings,
  ...links,
  ...certificate,
];

/**
 * Checks a deployed site.
 * @param address of the site; its path does not count
 * @throws {CliError} (exit 3) when it is not reached, (exit 130) on Ctrl-C
 */
export async function checkSite(
  address: string,
  { minDays, strict, onCheck }: { minDays: number; strict: boolean; onCheck: (id: string) => void },
): Promise<CheckReport> {
  const { signal, stop } = interruption();
  const transport = createTransport();
  const started = performance.now();
  const startedAt = new Date();
  const { origin } = new URL(address);
  const visitor = createVisitor(origin, { request: transport.request, signal });
  try {
    const facts: SiteFacts = { ...(await factsOf(visitor)), minDays, signal };
    const results: ReportedResult[] = [];
    const isThere = await isSite(facts);
    for (const check of siteChecks) {
      onCheck(check.id);
      const isBlocked = !isThere && check.id !== home;
      results.push(isBlocked ? blocked(check) : await resultOf(check, facts, strict));
      if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
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
      ended: undefined,
      exitCode: exitCodeOf(results),
    };
  } finally {
    stop();
    await transport.close();
  }
}

const home = 'paths/home';

/** Whether the home page is a page at all; where it is not, one finding says all there is to say. */
async function isSite({ visit }: Visitor): Promise<boolean> {
  const { status, headers } = await visit('/');
  return status === 200 && /html/i.test(headers.get('content-type') ?? '');
}

function blocked({ run: _run, ...check }: SiteCheck): ReportedResult {
  const reason = 'the home page is not answered';
  return { check, outcome: 'blocked', ms: 0, notes: [], fails: false, reason, blockedBy: home };
}

function exitCodeOf(results: readonly ReportedResult[]): ExitCode {
  return results.some(({ fails }) => fails) ? exitCodes.brokenContract : exitCodes.done;
}

/** @throws {CliError} (exit 3) when the site is not reached */
async function factsOf(visitor: Visitor): Promise<Omit<SiteFacts, 'minDays' | 'signal'>> {
  const { origin, visit } = visitor;
  const home = await visit('/').catch((error: Error) => {
    const why = whyNot(error);
    throw new CliError(`${origin} is not reached (${why})`, exitCodes.notReached);
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

/** A code of the system where there is one; a time limit has a number, which tells nobody anything. */
function whyNot(error: Error & { code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.message;
}

/** A script of the page that is worth compressing: hosts leave small ones as they are. */
async function largeScript(html: string, { visit }: Visitor): Promise<string | undefined> {
  for (const [, path = ''] of html.matchAll(/["\s](\/assets\/[^"\s]+\.js)/g)) {
    const answer = await visit(path).catch(() => undefined);
    if (answer && answer.text.length > 5000) return path;
  }
  return undefined;
}

async function resultOf(
  { run, ...check }: SiteCheck,
  facts: SiteFacts,
  strict: boolean,
): Promise<ReportedResult> {
  const started = performance.now();
  const end = (
    result: Pick<ReportedResult, 'outcome'> & Partial<ReportedResult>,
  ): ReportedResult => ({
    check,
    ms: performance.now() - started,
    notes: [],
    fails: false,
    ...result,
  });
  try {
    const got = await run(facts);
    return end({ outcome: 'passed', ...(got === undefined ? {} : { got }) });
  } catch (error) {
    if (error instanceof NotThere) return end({ outcome: 'skipped', reason: error.message });
    const fails = check.level === 'must' || (strict && check.level === 'should');
    if (error instanceof SiteFault) {
      const { expected, got, visit } = error;
      const evidence = visit ? { evidence: toEvidence(visit.exchange, []) } : {};
      return end({ outcome: 'failed', expected, got, ...evidence, fails });
    }
    const got = `no whole answer (${hideSecrets(whyNot(error as Error))})`;
    return end({ outcome: 'failed', expected: 'an answer', got, fails });
  }
}
