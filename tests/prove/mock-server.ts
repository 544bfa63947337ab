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
import { type Front, openFront } from './proxies.ts';

/** How the backend differs from a healthy one. */
export interface Difference {
  faults?: readonly string[];
  /** Beside those of the mock's own list. */
  ownFaults?: readonly Fault[];
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
  front?: Front;
  /** Time limit for one answer, in milliseconds: short for backends that stay silent. */
  timeoutMs?: number;
}

export const lanes = 4;
export const siteOrigin = 'http://127.0.0.1:5173';

/** @param checks default: all */
export async function checkServer(
  difference: Difference,
  checks: readonly BackendCheck[] = catalogue,
): Promise<CheckRun> {
  return onServer(difference, (runContext) => runChecks(checks, runContext, lanes));
}

/** What checks found, a line each; nothing on a healthy backend. */
export function findingsOf({ results }: CheckRun): string[] {
  return results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked')
    .map(({ check, got, reason }) => `${check.id}: ${got ?? reason}`);
}

/** Starts such a backend for as long as `run` takes. */
export async function onServer<T>(
  difference: Difference,
  run: (runContext: RunContext) => Promise<T>,
): Promise<T> {
  const { dialect = 'canonical', timeoutMs, clockSpeed = 1, front, ...rest } = difference;
  const { sessionMinutes, ownFaults, ...options } = rest;
  const { email, password } = staffAccount;
  process.env[passwordVariables.staff] = password;
  const loaded = await settingsFor(dialect, timeoutMs);
  const settings = { ...loaded, sessionMinutes, staffLogin: { email } };
  const started = Date.now();
  const now = () => started + (Date.now() - started) * clockSpeed;
  const start = async () => {
    const own = { ...options, dialect: settings.dialect, siteOrigin, now };
    const server = await serve(await createBackend(own, ownFaults));
    if (!front) return server;
    const before = await openFront(front, server.url);
    const close = async () => {
      await before.close();
      await server.close();
    };
    return { url: before.url, close };
  };
  return onStarted(start, settings, run, shortestSessionMs / clockSpeed);
}

/** The settings of a run, without the target. */
export function settingsFor(dialect: string, timeoutMs?: number): Promise<ResolvedSettings> {
  return loadSettings(
    { target: 'http://127.0.0.1:1', dialect, ...(timeoutMs ? { timeout: `${timeoutMs}` } : {}) },
    { env: {}, cwd: import.meta.dirname },
  );
}

/** Opens a run on any server. @param shortestMs a session may end after this time, in milliseconds */
export async function onStarted<T>(
  start: () => Promise<{ url: string; close: () => Promise<void> }>,
  settings: ResolvedSettings,
  run: (runContext: RunContext, url: string) => Promise<T>,
  shortestMs = shortestSessionMs,
): Promise<T> {
  const { url, close: stop } = await start();
  try {
    const own = { ...settings, target: url, siteOrigin };
    const { runContext, close } = await openRun(own, { shortestSessionMs: shortestMs });
    try {
      return await run(runContext, url);
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
}

interface Order {
  /** Checks that come first; those that speak of all others come with the rest again. */
  near?: ((check: BackendCheck) => boolean) | undefined;
  /** Ids of checks that are left out. */
  without?: readonly string[];
}

/** @returns the id of a check of level must or should that failed; `undefined` when all held */
export async function firstFailure(
  runContext: RunContext,
  { near = () => false, without = [] }: Order = {},
): Promise<string | undefined> {
  const chosen = catalogue.filter(({ id }) => !without.includes(id));
  const first = chosen.filter(near);
  for (const checks of [first, chosen.filter((one) => one.afterAll || !first.includes(one))]) {
    const { results } = await runChecks(checks, runContext, lanes, undefined, isFailure);
    const failed = results.find(isFailure);
    if (failed) return failed.check.id;
  }
  return undefined;
}

function isFailure({ outcome, check }: CheckResult): boolean {
  return outcome === 'failed' && check.level !== 'info';
}
