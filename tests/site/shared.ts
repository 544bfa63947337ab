/**
 * Shared by all files of a test process, because starting it takes longer than most tests: a browser, and a server for tests without special needs. Files do not collide: each applicant is used once, and each page is emptied before reuse.
 */
import { oneInEachState } from '@one-planet/mocks';
import type { Browser } from 'playwright-core';
import { startAdmissions } from '../admissions.ts';
import { launchEngine } from '../engines.ts';
import { mockOffice, type Office } from './office.ts';
import { PagePool } from './page-pool.ts';

export interface Server {
  site: string;
  /** With its `/api`. */
  api: string;
  office: Office;
  pool: PagePool;
  close(): Promise<void>;
}

/** How many exist from the start: 90 in each state, because the staff page shows a hundred payments. */
const applicants = 90 * oneInEachState;

/** The pages of every server in this process. */
export const pools = new Set<PagePool>();

let browser: Promise<Browser> | undefined;
let server: Promise<Server> | undefined;

/** @returns the browser of this process, started by the first who asks */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchEngine();
  return browser;
}

/** @returns the browser of this process, if somebody has asked for it */
export const startedBrowser = (): Promise<Browser> | undefined => browser;

/** @returns the server of this process, started by the first who asks; it stays as it is when it is closed */
export async function sharedServer(): Promise<Server> {
  server ??= startServer();
  return { ...(await server), close: async () => {} };
}

/** Starts `admissions demo` on free ports. @param flags more of its flags */
export async function startServer(...flags: string[]): Promise<Server> {
  const ports = ['--port', '0', '--api-port', '0'];
  const [inBrowser, demo] = await Promise.all([
    sharedBrowser(),
    startAdmissions('demo', ...ports, '--applicants', String(applicants), ...flags),
  ]);
  const printed = await demo.output(/Staff page/);
  const address = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(printed)?.[1] ?? '';
  const [site, api] = [address('Site'), address('API')];
  const office = mockOffice(new URL(api).origin);
  return pooled(inBrowser, { site, api, office }, async () => {
    demo.interrupt();
    await demo.end;
  });
}

/** @param end ends the servers, after their pages */
export function pooled(
  inBrowser: Browser,
  { site, api, office }: Pick<Server, 'site' | 'api' | 'office'>,
  end: () => Promise<unknown>,
): Server {
  const pool = new PagePool(inBrowser, site);
  pools.add(pool);
  return {
    site,
    api,
    office,
    pool,
    async close() {
      pools.delete(pool);
      await pool.close();
      await end();
    },
  };
}

/** Ends what is shared, for a program that ends by itself. */
export async function closeShared(): Promise<void> {
  await (await server)?.close();
  await (await browser)?.close();
}

// This signal ends a test process, which would otherwise leave the browser and the server behind.
process.once('SIGTERM', () => process.exit());
