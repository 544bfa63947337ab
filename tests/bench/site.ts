/** Measures the built site: what a first visit weighs, Lighthouse's figures, and how soon a slow phone shows a key. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import type { Browser, Response } from 'playwright-core';
import { paths } from '../../web/src/site/routes.ts';
import { fillBiography, saveForm } from '../support/applicant-steps.ts';
import { runBuild } from '../support/built-site.ts';
import {
  createSession,
  type LoginState,
  newApplicant,
  openStep,
  type StoredSession,
  startDemo,
} from '../support/demo.ts';
import { launchChromium } from '../support/engines.ts';
import { serveDemo } from '../support/run-command.ts';
import { closeShared } from '../support/servers.ts';
import { atMost, type Figure, range } from './figures.ts';
import { type Audit, auditAll, medianOf, plant } from './lighthouse.ts';

const rounds = 5;

interface Page {
  name: string;
  path: string;
  /** For an applicant in this state; default: everybody. */
  as?: LoginState;
}

const pages: readonly Page[] = [
  { name: 'home', path: '/' },
  { name: 'program', path: '/admission/datascience' },
  { name: 'register', path: '/register' },
  { name: 'login', path: '/login' },
  { name: 'exam', path: paths.takeExam, as: 'ACTIVATED' },
  { name: 'payment', path: paths.offlinePayment, as: 'TOOK_EXAM' },
  { name: 'biography', path: paths.biographyData, as: 'BIOGRAPHIC_APPLICANT' },
];

/** In KB of 1000 bytes, seconds and milliseconds. */
const most = { everything: 165, script: { home: 125, other: 165 }, tbt: 50, typing: 200 };
const lcpOf = { simulate: { public: 1, applicant: 1.8 }, devtools: { public: 1.4 } } as const;

/** Measures every page of the site as it is built, with the programs of a mock in it. */
export async function siteFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const site = await serveBuilt(folder);
  try {
    const visits = await Promise.all(
      pages.map(async (page) => ({
        page,
        address: site.siteUrl + page.path,
        session: page.as && (await createSession(site, newApplicant(page.as))),
      })),
    );
    return [...(await weights(new URL(site.apiUrl).origin, visits)), ...(await audits(visits))];
  } finally {
    await site.close();
    await rm(folder, { recursive: true });
  }
}

interface Visit {
  page: Page;
  address: string;
  session: StoredSession | undefined;
}

/** Builds the site into a folder and serves it, with applicants in every state. */
async function serveBuilt(folder: string) {
  const mock = await serve(await createBackend());
  // Not synchronous: the mock of this process answers it.
  await build('--programs', `${mock.url}/api`, '--out', folder);
  await mock.close();
  return serveDemo('--site', folder, '--applicants', '550');
}

async function build(...flags: string[]): Promise<void> {
  const { exitCode, output } = await runBuild(...flags);
  if (exitCode !== 0) throw new Error(output);
}

async function weights(api: string, visits: readonly Visit[]): Promise<Figure[]> {
  const browser = await launchChromium();
  const figures: Figure[] = [];
  try {
    for (const visit of visits) {
      const { name } = visit.page;
      const bytes = await firstVisit(browser, api, visit);
      const all = [...bytes.values()].reduce((sum, one) => sum + one, 0);
      const script = bytes.get('script') ?? 0;
      const kinds = [...bytes].map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`);
      figures.push({
        what: `${name}, first visit: script`,
        ...atMost(script / 1000, name === 'home' ? most.script.home : most.script.other, 'KB', 1),
        how: 'gzip -9, 1 KB = 1000 bytes; answers of the API left out',
      });
      if (name !== 'home') continue;
      figures.push({
        what: `${name}, first visit: everything`,
        ...atMost(all / 1000, most.everything, 'KB', 1),
        how: kinds.join(', '),
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** The phone Lighthouse pretends to be: pictures are chosen by its screen. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };

/**
 * Opens a page in an empty profile and waits until it asks for nothing more.
 * @returns bytes by kind, each body gzipped whatever the server sent
 */
async function firstVisit(
  browser: Browser,
  api: string,
  { address, session }: Visit,
): Promise<Map<string, number>> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  if (session) await context.addInitScript(plant, session);
  const page = await context.newPage();
  const responses: Response[] = [];
  const errors: string[] = [];
  page.on('response', (response) => {
    if (response.frame() === page.mainFrame() && new URL(response.url()).origin !== api)
      responses.push(response);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address, { waitUntil: 'networkidle' });
  const title = await page.title();
  // A page that crashed or redirected would look light.
  if (page.url() !== address || /not found/i.test(title) || errors.length > 0)
    throw new Error(`${address} can't be measured: ${[page.url(), title, ...errors].join('; ')}`);
  const bytes = new Map<string, number>();
  for (const response of responses) {
    if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`);
    const kind = kindOf(response.headers()['content-type'] ?? '');
    const size = gzipSync(await response.body(), { level: 9 }).length;
    bytes.set(kind, (bytes.get(kind) ?? 0) + size);
  }
  await context.close();
  return bytes;
}

/** By type, not by initiator: a preloaded script is a script. */
function kindOf(type: string): string {
  if (type.includes('javascript')) return 'script';
  const [, kind = 'other'] = /^text\/(css|html)|^(image|font)\//.exec(type) ?? [];
  return kind;
}

async function audits(visits: readonly Visit[]): Promise<Figure[]> {
  const all = (['simulate', 'devtools'] as const).flatMap((throttling) =>
    visits
      .filter(({ session }) => throttling === 'simulate' || !session)
      .map(({ page, address, session }) => ({ page, address, session, throttling })),
  );
  const runs = await auditAll(all, rounds);
  return all.map(({ page, session, throttling }, at) =>
    auditRow(
      `${page.name}, Lighthouse mobile, ${throttling === 'simulate' ? 'simulated' : 'real'} throttling: LCP, TBT, CLS`,
      runs[at] ?? [],
      session ? lcpOf.simulate.applicant : lcpOf[throttling].public,
    ),
  );
}

function auditRow(what: string, runs: readonly Audit[], mostLcp: number): Figure {
  const lcp = medianOf(runs, 'lcp') / 1000;
  const [tbt, cls] = [medianOf(runs, 'tbt'), medianOf(runs, 'cls')];
  const accessibility = medianOf(runs, 'accessibility');
  const of = (run: Audit) => run.lcp / 1000;
  return {
    what,
    measured: `${lcp.toFixed(2)} s, ${tbt.toFixed(0)} ms, ${cls.toFixed(3)}`,
    reach: `at most ${mostLcp} s, ${most.tbt} ms, 0`,
    holds: lcp <= mostLcp && tbt <= most.tbt && cls < 0.0005 && accessibility === 100,
    how: `medians of ${runs.length}, LCP ${range(runs.map(of), 's', 2)}; accessibility ${accessibility}`,
  };
}

/** Types into the biography after it was refused, when every key is checked and kept: 320 pixels, a sixth of the processor. */
export async function typingFigures(): Promise<Figure[]> {
  await build();
  const demo = await startDemo();
  try {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT', {
      viewport: { width: 320, height: 640 },
    });
    await page.locator('form [name=nationality]').waitFor();
    await saveForm(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.evaluate(observeInteractions);
    for (const label of ['Nationality', 'Native Language', 'Country of Birth']) {
      await page.getByLabel(label).pressSequentially('Ethiopian', { delay: 120 });
    }
    await fillBiography(page);
    const taken = await page.evaluate(
      () => (window as unknown as { taken: Record<number, number> }).taken,
    );
    const all = Object.values(taken).sort((a, b) => a - b);
    if (all.length === 0) throw new Error('no interaction was observed');
    return [
      {
        what: 'typing into the biography, 320 px, 6x slower: interaction to next paint',
        ...atMost(all.at(-1) ?? 0, most.typing, 'ms'),
        how: `the longest of ${all.length} interactions over 16 ms, median ${all[Math.floor(all.length / 2)]} ms`,
      },
    ];
  } finally {
    await demo.close();
    await closeShared();
  }
}

/** Runs in the page. */
function observeInteractions(): void {
  const taken: Record<number, number> = {};
  Object.assign(window, { taken });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId: id = 0 } = entry as PerformanceEntry & { interactionId?: number };
      if (id) taken[id] = Math.max(taken[id] ?? 0, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
