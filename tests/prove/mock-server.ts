/** Runs checks on one mock backend that is broken, or different, on purpose. */
import { createBackend, type Fault, staffAccount } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { shortestSessionMs } from '../../cli/src/checks/applicants.ts';
import { openRun, runChecks } from '../../cli/src/checks/backend-run.ts';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import type { BackendCheck, RunContext } from '../../cli/src/checks/check.ts';
import type { CheckRun } from '../../cli/src/checks/engine.ts';
import type { CheckResult } from '../../cli/src/checks/outcome.ts';
import { loadSettings, type ResolvedSettings } from '../../cli/src/core/configuration.ts';
import { passwordVariables } from '../../cli/src/core/settings.ts';
import { openProxy, type ProxyName } from './proxies.ts';

/** How the backend differs from a healthy one. */
export interface Difference {
  faults?: readonly string[];
  /** Beside those of the mock's own list. */
  additionalFaults?: readonly Fault[];
  harmless?: readonly string[];
  dialect?: string;
  /** Default 20. */
  examMinutes?: number;
  seed?: number;
  /** How often a failed exam may be taken again; default: any number of times. */
  retakes?: number;
  /** So much faster the backend's clock runs. */
  clockSpeed?: number;
  /** As the settings say it of its sessions. */
  sessionMinutes?: number;
  /** A proxy before the backend. */
  proxy?: ProxyName;
  /** Time limit for one answer, in milliseconds: short for backends that stay silent. */
  timeoutMs?: number;
}

export const concurrency = 4;
export const siteOrigin = 'http://127.0.0.1:5173';

/** @param checks default: all */
export async function checkMock(
  difference: Difference,
  checks: readonly BackendCheck[] = catalogue,
): Promise<CheckRun> {
  return runOnMock(difference, (runContext) => runChecks(checks, runContext, concurrency));
}

/** What checks found, a line each; nothing on a healthy backend. */
export function findingLines({ results }: CheckRun): string[] {
  return results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked')
    .map(({ check, got, reason }) => `${check.id}: ${got ?? reason}`);
}

/** Starts such a backend for as long as `run` takes. */
export async function runOnMock<T>(
  difference: Difference,
  run: (runContext: RunContext) => Promise<T>,
): Promise<T> {
  const {
    dialect = 'canonical',
    timeoutMs,
    clockSpeed = 1,
    proxy,
    ...otherDifferences
  } = difference;
  const { sessionMinutes, additionalFaults, ...backendOptions } = otherDifferences;
  const { email, password } = staffAccount;
  process.env[passwordVariables.staff] = password;
  const loadedSettings = await settingsFor(dialect, timeoutMs);
  const settings = { ...loadedSettings, sessionMinutes, staffLogin: { email } };
  const startTime = Date.now();
  const now = () => startTime + (Date.now() - startTime) * clockSpeed;
  const startMock = async () => {
    const allOptions = { ...backendOptions, dialect: settings.dialect, siteOrigin, now };
    const server = await serve(await createBackend(allOptions, additionalFaults));
    if (!proxy) return server;
    const openedProxy = await openProxy(proxy, server.url);
    const close = async () => {
      await openedProxy.close();
      await server.close();
    };
    return { url: openedProxy.url, close };
  };
  return runOnServer(startMock, settings, run, shortestSessionMs / clockSpeed);
}

/** The settings of a run, without the target. */
export function settingsFor(dialect: string, timeoutMs?: number): Promise<ResolvedSettings> {
  return loadSettings(
    { target: 'http://127.0.0.1:1', dialect, ...(timeoutMs ? { timeout: `${timeoutMs}` } : {}) },
    { env: {}, cwd: import.meta.dirname },
  );
}

/** Opens a run on any server. @param shortestMs a session may end after this time, in milliseconds */
export async function runOnServer<T>(
  startServer: () => Promise<{ url: string; close: () => Promise<void> }>,
  settings: ResolvedSettings,
  run: (runContext: RunContext, url: string) => Promise<T>,
  shortestMs = shortestSessionMs,
): Promise<T> {
  const { url, close: stopServer } = await startServer();
  try {
    const runSettings = { ...settings, target: url, siteOrigin };
    const { runContext, close } = await openRun(runSettings, { shortestSessionMs: shortestMs });
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
  /** Checks that come first; those that speak of all others come with the rest again. */
  isFirst?: ((check: BackendCheck) => boolean) | undefined;
  /** Ids of checks that are left out. */
  skippedIds?: readonly string[];
}

/** @returns the id of a check of level must or should that failed; `undefined` when all held */
export async function findFirstFailure(
  runContext: RunContext,
  { isFirst = () => false, skippedIds = [] }: SearchOptions = {},
): Promise<string | undefined> {
  const allChecks = catalogue.filter(({ id }) => !skippedIds.includes(id));
  const firstChecks = allChecks.filter(isFirst);
  for (const checks of [
    firstChecks,
    allChecks.filter((check) => check.afterAll || !firstChecks.includes(check)),
  ]) {
    const { results } = await runChecks(checks, runContext, concurrency, undefined, isFailure);
    const failure = results.find(isFailure);
    if (failure) return failure.check.id;
  }
  return undefined;
}

function isFailure({ outcome, check }: CheckResult): boolean {
  return outcome === 'failed' && check.level !== 'info';
}
