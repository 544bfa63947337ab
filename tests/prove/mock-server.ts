/** Starts a mock backend that is broken or different on purpose, and runs checks on it. */
import { createBackend, type Fault, staffAccount } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { catalogue } from '../../cli/src/backend-checks/catalogue.ts';
import type { BackendCheck, RunContext } from '../../cli/src/backend-checks/check.ts';
import { openRun, runChecks } from '../../cli/src/backend-checks/run.ts';
import type { CheckRun } from '../../cli/src/checks/engine.ts';
import type { CheckResult } from '../../cli/src/checks/outcome.ts';
import { loadSettings, type ResolvedSettings } from '../../cli/src/core/configuration.ts';
import { passwordVariableNames } from '../../cli/src/core/settings.ts';
import './faults/all-faults.ts';
import { openProxy, type ProxyName } from './proxies.ts';

/** How the mock differs from the plain one. */
export interface Difference {
  /** Names of faults and variations. */
  faults?: readonly string[];
  /** Faults that have no name in the list, such as generated ones. */
  additionalFaults?: readonly Fault[];
  dialect?: string;
  /** Default 20. */
  examMinutes?: number;
  seed?: number;
  /** How often a failed exam may be taken again; default: any number of times. */
  retakes?: number;
  /** How many times faster the backend's clock runs; default: 1. */
  clockSpeed?: number;
  /** The setting `sessionMinutes` of the run: how long the backend's sessions last. */
  sessionMinutes?: number;
  /** The proxy before the backend. */
  proxy?: ProxyName;
  /** Time limit for one response: short for backends that never send one. */
  timeoutMs?: number;
  /** Whether the machine is so busy that the run takes about six times as long. */
  isUnderLoad?: boolean;
}

/** In milliseconds: with so much of other work between any two events, a run takes about six times as long. */
const otherWorkMs = 10;

/** Keeps this process busy until the returned function is called. */
function keepBusy(): () => void {
  const timer = setInterval(() => {
    const endsAt = performance.now() + otherWorkMs;
    while (performance.now() < endsAt);
  }, 1);
  return () => clearInterval(timer);
}

/** The number of checks that run at the same time. */
export const concurrency = 4;
export const siteOrigin = 'http://127.0.0.1:5173';

/** Starts a mock and runs checks on it. @param checks default: the whole catalogue */
export async function checkMock(
  difference: Difference,
  checks: readonly BackendCheck[] = catalogue,
): Promise<CheckRun> {
  return runOnMock(difference, async (runContext) =>
    throwBug(await runChecks(checks, runContext, concurrency)),
  );
}

/** @returns a text for each check that failed or was blocked, with the request and the response that led to it */
export function listFindings({ results }: CheckRun): string[] {
  return results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked')
    .map(({ check, got, reason, response }) => {
      const { method, url, requestBody, status, answerText } = response?.exchange ?? {};
      const evidenceText = response
        ? `\n  ${method} ${url} ${requestBody ?? ''}\n  ${status} ${answerText}`
        : '';
      return `${check.id}: ${got ?? reason}${evidenceText}`;
    });
}

/** Starts a mock, opens a run on it and closes both when `run` has ended. @returns what `run` returns */
export async function runOnMock<T>(
  difference: Difference,
  run: (runContext: RunContext) => Promise<T>,
): Promise<T> {
  const {
    dialect = 'canonical',
    timeoutMs,
    clockSpeed = 1,
    proxy,
    isUnderLoad = false,
    ...otherDifferences
  } = difference;
  const stopWork = isUnderLoad ? keepBusy() : () => {};
  const { sessionMinutes, additionalFaults, ...backendOptions } = otherDifferences;
  const { email, password } = staffAccount;
  process.env[passwordVariableNames.staff] = password;
  const loadedSettings = await settingsFor(dialect, timeoutMs);
  const settings = { ...loadedSettings, sessionMinutes, staffLogin: { email } };
  const startTime = Date.now();
  const now = () => startTime + (Date.now() - startTime) * clockSpeed;
  const startMock = async () => {
    const allBackendOptions = { ...backendOptions, dialect: settings.dialect, siteOrigin, now };
    const server = await serve(await createBackend(allBackendOptions, additionalFaults));
    if (!proxy) return server;
    const openedProxy = await openProxy(proxy, server.url);
    const close = async () => {
      await openedProxy.close();
      await server.close();
    };
    return { url: openedProxy.url, close };
  };
  return runOnServer(startMock, settings, run).finally(stopWork);
}

/** @returns the settings of a run, with a target that is replaced later @param timeoutMs time limit for one response */
export function settingsFor(dialect: string, timeoutMs?: number): Promise<ResolvedSettings> {
  return loadSettings(
    { target: 'http://127.0.0.1:1', dialect, ...(timeoutMs ? { timeout: `${timeoutMs}` } : {}) },
    { env: {}, cwd: import.meta.dirname },
  );
}

/**
 * Starts a server, opens a run on it and closes both when `run` has ended.
 */
export async function runOnServer<T>(
  startServer: () => Promise<{ url: string; close: () => Promise<void> }>,
  settings: ResolvedSettings,
  run: (runContext: RunContext, url: string) => Promise<T>,
): Promise<T> {
  const { url, close: stopServer } = await startServer();
  try {
    const runSettings = { ...settings, target: url, siteOrigin };
    const { runContext, close } = await openRun(runSettings, {});
    try {
      return await run(runContext, url);
    } finally {
      await close();
    }
  } finally {
    await stopServer();
  }
}

interface SearchOptions {
  /**
   * Selects the checks that run first. Checks marked `afterAll`, which judge the other results, run again with the
   * rest.
   */
  isTriedFirst?: ((check: BackendCheck) => boolean) | undefined;
  /** Ids of checks that do not run. */
  skippedIds?: readonly string[];
}

/**
 * Runs the catalogue until a check of level must or should fails.
 * @returns the id of that check, or `undefined` when all passed
 */
export async function findFirstFailure(
  runContext: RunContext,
  { isTriedFirst = () => false, skippedIds = [] }: SearchOptions = {},
): Promise<string | undefined> {
  const allChecks = catalogue.filter(({ id }) => !skippedIds.includes(id));
  const firstChecks = allChecks.filter(isTriedFirst);
  for (const checks of [
    firstChecks,
    allChecks.filter((check) => check.afterAll || !firstChecks.includes(check)),
  ]) {
    const { results } = throwBug(
      await runChecks(checks, runContext, concurrency, undefined, isFailure),
    );
    const failedResult = results.find(isFailure);
    if (failedResult) return failedResult.check.id;
  }
  return undefined;
}

function isFailure({ outcome, check }: CheckResult): boolean {
  return outcome === 'failed' && check.level !== 'info';
}

/** A mistake of a check proves nothing. */
function throwBug<R extends { bug?: { error: unknown } }>(checkRun: R): R {
  if (checkRun.bug) throw checkRun.bug.error;
  return checkRun;
}
