/** Runs all checks on one mock backend that is broken, or different, on purpose. */
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { Check } from '../../cli/src/checks/check.ts';
import { openRun } from '../../cli/src/checks/open.ts';
import { shortestSessionMs } from '../../cli/src/checks/people/renew-session.ts';
import { type CheckRun, runChecks } from '../../cli/src/checks/run.ts';
import { loadSettings } from '../../cli/src/config/load.ts';
import { type Front, openFront } from './fronts.ts';

/** How the backend differs from a healthy one. */
export interface Difference {
  faults?: readonly string[];
  harmless?: readonly string[];
  dialect?: string;
  /** Default 20. */
  examMinutes?: number;
  seed?: number;
  /** How often a failed exam may be taken again; default: any number of times. */
  retakes?: number;
  /** So much faster the backend's clock runs. */
  clockSpeed?: number;
  /** What the settings say of its sessions. */
  sessionMinutes?: number;
  /** What stands before the backend. */
  front?: Front;
  /** Time limit for one answer, in milliseconds: short for backends that stay silent. */
  timeoutMs?: number;
}

const lanes = 4;

/** @param checks default: all */
export async function checkServer(
  {
    dialect = 'canonical',
    timeoutMs,
    clockSpeed = 1,
    front,
    sessionMinutes,
    ...options
  }: Difference,
  checks: readonly Check[] = catalogue,
): Promise<CheckRun> {
  const settings = await loadSettings(
    { target: 'http://127.0.0.1:1', dialect, ...(timeoutMs ? { timeout: `${timeoutMs}` } : {}) },
    { env: {}, cwd: import.meta.dirname },
  );
  const siteOrigin = 'http://127.0.0.1:5173';
  const started = Date.now();
  const now = () => started + (Date.now() - started) * clockSpeed;
  const server = await serve(
    await createBackend({ ...options, dialect: settings.dialect, siteOrigin, now }),
  );
  const before = front && (await openFront(front, server.url));
  try {
    const { runContext, close } = await openRun(
      { ...settings, target: before?.url ?? server.url, siteOrigin, sessionMinutes },
      { shortestSessionMs: shortestSessionMs / clockSpeed },
    );
    try {
      return await runChecks(checks, runContext, lanes);
    } finally {
      await close();
    }
  } finally {
    await before?.close();
    await server.close();
  }
}
