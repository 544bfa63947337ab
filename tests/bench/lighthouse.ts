import lighthouse from 'lighthouse';
import { startDebuggedChromium } from './debugged-chromium.ts';
import { median } from './figures.ts';

/** What Lighthouse says of a page; scores from 0 to 100, times in milliseconds. */
export interface Audit {
  performance: number;
  accessibility: number;
  lcp: number;
  tbt: number;
  cls: number;
}

/**
 * Audits pages with Lighthouse's own mobile settings (simulated slow 4G, a phone four times slower than this
 * machine), in rounds of one run each, so that a machine whose speed drifts treats all pages alike.
 * @returns the runs of each address
 */
export async function auditAll(
  addresses: readonly string[],
  rounds: number,
): Promise<Map<string, Audit[]>> {
  const audits = new Map<string, Audit[]>(addresses.map((address) => [address, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [address, runs] of audits) runs.push(await audit(address));
  }
  return audits;
}

export function medianOf(runs: readonly Audit[], what: keyof Audit): number {
  return median(runs.map((run) => run[what]));
}

/** One run, in a browser of its own. */
async function audit(address: string): Promise<Audit> {
  const { port, stop } = await startDebuggedChromium();
  try {
    const onlyCategories = ['performance', 'accessibility'];
    const result = await lighthouse(address, { port, onlyCategories, logLevel: 'error' });
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
