/** Runs Lighthouse on a page, for an applicant who is logged in too. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { StoredSession } from '../support/demo.ts';
import { chromiumArgs, findChromium } from '../support/engines.ts';
import { importFrom, installOnDemand } from '../support/installed.ts';
import { median } from './figures.ts';

interface Debugged {
  port: number;
  stop: () => Promise<void>;
}

/**
 * Starts a Chromium with an empty profile for a tool that drives it itself.
 * @returns its debugging port, and how to end it
 */
async function startDebuggedChromium(): Promise<Debugged> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'));
  const args = [...chromiumArgs, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const child = spawn(await findChromium(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const found = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//m.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said}`)));
  });
  const stop = async () => {
    process.off('exit', kill);
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    // Its helper processes may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { port, stop };
}

/** The same, with this session in every page from the start, including pages the tool opens. */
async function startLoggedInChromium(session: StoredSession): Promise<Debugged> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--remote-debugging-port=0'],
    viewport: null,
  });
  await context.addInitScript(plant, session);
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  const stop = async () => {
    await context.close();
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
export async function auditAll(pages: readonly Audited[]): Promise<Audit[][]> {
  const audits = pages.map((page) => ({ page, runs: [] as Audit[] }));
  const most = Math.max(...pages.map(({ rounds }) => rounds));
  for (let round = 0; round < most; round++) {
    for (const { page, runs } of audits) if (round < page.rounds) runs.push(await audit(page));
  }
  return audits.map(({ runs }) => runs);
}

/** `simulate` reckons what a slow network would have cost; `devtools` slows the browser down. */
type Throttling = 'simulate' | 'devtools';

interface Audited {
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

/** Stores a session once, so that a logout lasts. Runs in the page. */
export function plant(session: StoredSession): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('planted')) return;
  for (const [key, value] of Object.entries({ ...session, planted: 'yes' })) {
    sessionStorage.setItem(key, value);
  }
}
