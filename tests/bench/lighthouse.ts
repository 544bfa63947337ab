/** Runs Lighthouse on pages of the site, also as a logged-in applicant. */
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
 * @param session is stored in every page that the tool opens
 * @returns its debugging port, and a function that ends it
 */
async function startDebuggedChromium(session: StoredSession | undefined) {
  const profileFolder = await mkdtemp(join(tmpdir(), 'bench-chromium-'));
  const context = await chromium.launchPersistentContext(profileFolder, {
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--remote-debugging-port=0'],
    viewport: null,
  });
  if (session) await context.addInitScript(storeSession, session);
  const [port] = (await readFile(join(profileFolder, 'DevToolsActivePort'), 'utf8')).split('\n');
  const stop = async () => {
    await context.close();
    // Chromium's helper processes can still write files for a moment.
    await rm(profileFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { port: Number(port), stop };
}

/** The types of Lighthouse that are needed here: its own would come with a hundred packages. */
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

/** Lighthouse's figures for a page: scores from 0 to 100, `lcp` and `tbt` in milliseconds, `cls` without a unit. */
export interface Audit {
  performance: number;
  accessibility: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
}

/**
 * Audits pages with Lighthouse's own mobile settings (slow 4G, a phone four times slower than this machine). Each round
 * audits every page once, so that a drift in the machine's speed affects all pages alike.
 * @returns the audits of each page, in the order of the pages
 */
export async function auditPages(
  pages: readonly AuditedPage[],
  roundCount: number,
): Promise<Audit[][]> {
  const pagesWithAudits = pages.map((page) => ({ page, audits: [] as Audit[] }));
  for (let round = 0; round < roundCount; round++) {
    for (const { page, audits } of pagesWithAudits) audits.push(await auditPage(page));
  }
  return pagesWithAudits.map(({ audits }) => audits);
}

interface AuditedPage {
  address: string;
  /** `simulate` calculates the times of a slow network and phone; `devtools` slows the browser down. */
  throttling: 'simulate' | 'devtools';
  /** The session of a logged-in applicant. */
  session?: StoredSession | undefined;
}

export const medianFigure = (audits: readonly Audit[], figureName: keyof Audit): number =>
  median(audits.map((audit) => audit[figureName]));

/** Audits a page, a second time if the first fails: on a busy machine Lighthouse sometimes loses the trace. */
const auditPage = (auditedPage: AuditedPage) =>
  auditOnce(auditedPage).catch(() => auditOnce(auditedPage));

/** Audits a page in a new browser. */
async function auditOnce({ address, session, throttling }: AuditedPage): Promise<Audit> {
  const { port, stop } = await startDebuggedChromium(session);
  try {
    const lighthouseFolder = await installOnDemand('lighthouse@12.8.2');
    const { default: lighthouse } = (await importFrom(
      lighthouseFolder,
      'lighthouse',
    )) as Lighthouse;
    const onlyCategories = ['performance', 'accessibility'];
    const lighthouseResult = await lighthouse(address, {
      port,
      onlyCategories,
      logLevel: 'error',
      throttlingMethod: throttling,
    });
    const { audits, categories, runtimeError } = lighthouseResult?.lhr ?? {};
    const categoryPercent = (categoryName: string) => toPercent(categories?.[categoryName]?.score);
    const auditValue = (auditName: string) => audits?.[auditName]?.numericValue ?? Number.NaN;
    const auditFigures = {
      performance: categoryPercent('performance'),
      accessibility: categoryPercent('accessibility'),
      lcpMs: auditValue('largest-contentful-paint'),
      tbtMs: auditValue('total-blocking-time'),
      cls: auditValue('cumulative-layout-shift'),
    };
    if (runtimeError || Object.values(auditFigures).some(Number.isNaN)) {
      throw new Error(`Lighthouse could not audit ${address}: ${runtimeError?.message ?? ''}`);
    }
    return auditFigures;
  } finally {
    await stop();
  }
}

function toPercent(score: number | null | undefined): number {
  return typeof score === 'number' ? Math.round(score * 100) : Number.NaN;
}

/** Runs in the page: stores a session in it, but only once, so that the applicant stays logged out after a logout. */
export function storeSession(session: StoredSession): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('planted')) return;
  for (const [key, value] of Object.entries({ ...session, planted: 'yes' })) {
    sessionStorage.setItem(key, value);
  }
}
