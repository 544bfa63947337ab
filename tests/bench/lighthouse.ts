import { importFrom, installOnDemand } from '../on-demand.ts';
import type { StoredSession } from '../site/applicants.ts';
import { startDebuggedChromium, startLoggedInChromium } from './debugged-chromium.ts';
import { median } from './figures.ts';

/** What is used of Lighthouse, which brings a hundred packages of its own. */
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
export async function auditAll(pages: readonly Audited[]): Promise<Audit[][]> {
  const audits = pages.map((page) => ({ page, runs: [] as Audit[] }));
  const most = Math.max(...pages.map(({ rounds }) => rounds));
  for (let round = 0; round < most; round++) {
    for (const { page, runs } of audits) if (round < page.rounds) runs.push(await audit(page));
  }
  return audits.map(({ runs }) => runs);
}

/** `simulate` reckons what a slow network would have cost; `devtools` slows the browser down. */
export type Throttling = 'simulate' | 'devtools';

export interface Audited {
  address: string;
  /** Default: `simulate`. */
  throttling?: Throttling;
  /** The session of a logged-in applicant. */
  session?: StoredSession | undefined;
  /** How often it is audited. */
  rounds: number;
}

export function medianOf(runs: readonly Audit[], what: keyof Audit): number {
  return median(runs.map((run) => run[what]));
}

/** One run; on a busy machine Lighthouse sometimes loses the trace, so it gets a second try. */
async function audit(page: Audited): Promise<Audit> {
  return auditOnce(page).catch(() => auditOnce(page));
}

/** One run, in a browser of its own. */
async function auditOnce({ address, session, throttling }: Audited): Promise<Audit> {
  const { port, stop } = await (session ? startLoggedInChromium(session) : startDebuggedChromium());
  try {
    const folder = await installOnDemand('lighthouse@12.8.2');
    const { default: lighthouse } = (await importFrom(folder, 'lighthouse')) as Lighthouse;
    const onlyCategories = ['performance', 'accessibility'];
    const result = await lighthouse(address, {
      port,
      onlyCategories,
      logLevel: 'error',
      throttlingMethod: throttling ?? 'simulate',
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
