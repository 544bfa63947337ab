/** Runs Lighthouse on a page, for an applicant who is logged in too. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { StoredSession } from '../support/demo.ts';
import { chromiumArgs, findChromium } from '../support/engines.ts';
import { importFrom, installOnDemand } from '../support/installed-programs.ts';
import { median } from './figures.ts';

/**
 * Starts a Chromium with an empty profile for a tool that drives it itself.
 * @param session is in every page from the start, also in those that the tool opens
 * @returns its debugging port, and how to end it
 */
async function startDebuggedChromium(session: StoredSession | undefined) {
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--remote-debugging-port=0'],
    viewport: null,
  });
  if (session) await context.addInitScript(plant, session);
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  const stop = async () => {
    await context.close();
    // Its helper processes may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { port: Number(port), stop };
}

/** The part of Lighthouse's types that is used: its own come with a hundred packages. */
interface Lighthouse {
  default: (
    address: string,
    flags: Record<string, unknown>,
  ) => Promise<{ lhr: LighthouseResult } | undefined>;
}
interface LighthouseResult {
  audits: Record<string, { numericValue?: number }>;
  categories: Record<string, { score: number | null }>;
  runtimeError?: { message: string };
}

/** Lighthouse's figures for a page; scores from 0 to 100, times in milliseconds. */
export interface Audit {
  performance: number;
  accessibility: number;
  lcp: number;
  tbt: number;
  cls: number;
}

/**
 * Audits pages with Lighthouse's own mobile settings (slow 4G, a phone four times slower than this machine), in rounds of one run each, so that a drift in the machine's speed affects all pages alike.
 * @returns the runs of each page
 */
export async function auditAll(pages: readonly Audited[], rounds: number): Promise<Audit[][]> {
  const audits = pages.map((page) => ({ page, runs: [] as Audit[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { page, runs } of audits) runs.push(await audit(page));
  }
  return audits.map(({ runs }) => runs);
}

interface Audited {
  address: string;
  /** `simulate` reckons what a slow network would have cost; `devtools` slows the browser down. */
  throttling: 'simulate' | 'devtools';
  /** The session of a logged-in applicant. */
  session?: StoredSession | undefined;
}

export const medianOf = (runs: readonly Audit[], what: keyof Audit): number =>
  median(runs.map((run) => run[what]));

/** One run; on a busy machine Lighthouse sometimes loses the trace, so it gets a second try. */
const audit = (page: Audited) => auditOnce(page).catch(() => auditOnce(page));

/** One run, in a browser of its own. */
async function auditOnce({ address, session, throttling }: Audited): Promise<Audit> {
  const { port, stop } = await startDebuggedChromium(session);
  try {
    const folder = await installOnDemand('lighthouse@12.8.2');
    const { default: lighthouse } = (await importFrom(folder, 'lighthouse')) as Lighthouse;
    const onlyCategories = ['performance', 'accessibility'];
    const result = await lighthouse(address, {
      port,
      onlyCategories,
      logLevel: 'error',
      throttlingMethod: throttling,
    });
    const { audits, categories, runtimeError } = result?.lhr ?? {};
    const score = (name: string) => percent(categories?.[name]?.score);
    const value = (name: string) => audits?.[name]?.numericValue ?? Number.NaN;
    const found = {
      performance: score('performance'),
      accessibility: score('accessibility'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
    if (runtimeError || Object.values(found).some(Number.isNaN)) {
      throw new Error(`Lighthouse could not audit ${address}: ${runtimeError?.message ?? ''}`);
    }
    return found;
  } finally {
    await stop();
  }
}

function percent(score: number | null | undefined): number {
  return typeof score === 'number' ? Math.round(score * 100) : Number.NaN;
}

/** Stores a session once, so that a logout lasts. Runs in the page. */
export function plant(session: StoredSession): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('planted')) return;
  for (const [key, value] of Object.entries({ ...session, planted: 'yes' })) {
    sessionStorage.setItem(key, value);
  }
}
