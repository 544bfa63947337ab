/**
 * Measures the built site: the bytes of a first visit, Lighthouse's figures, and the delay of typing on a slow phone.
 */
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
import { compareWithLimit, type Figure, formatRange } from './figures.ts';
import { type Audit, auditPages, medianFigure, storeSession } from './lighthouse.ts';

const roundCount = 5;

interface MeasuredPage {
  name: string;
  path: string;
  /** The page is opened by an applicant in this state; without it, by a visitor. */
  state?: LoginState;
}

const measuredPages: readonly MeasuredPage[] = [
  { name: 'home', path: '/' },
  { name: 'program', path: '/admission/datascience' },
  { name: 'register', path: '/register' },
  { name: 'login', path: '/login' },
  { name: 'exam', path: paths.takeExam, state: 'ACTIVATED' },
  { name: 'payment', path: paths.offlinePayment, state: 'TOOK_EXAM' },
  { name: 'biography', path: paths.biographyData, state: 'BIOGRAPHIC_APPLICANT' },
];

/** The targets; a KB has 1000 bytes. */
const limits = { everythingKb: 165, scriptKb: { home: 125, other: 165 }, tbtMs: 50, typingMs: 200 };
const lcpLimitSeconds = {
  simulate: { public: 1, applicant: 1.8 },
  devtools: { public: 1.4 },
} as const;

/** Measures every page of the built site, which contains the programs of a mock. */
export async function measureSiteFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const demo = await serveBuiltSite(folder);
  try {
    const visits = await Promise.all(
      measuredPages.map(async (page) => ({
        page,
        address: demo.siteUrl + page.path,
        session: page.state && (await createSession(demo, newApplicant(page.state))),
      })),
    );
    return [
      ...(await measureWeights(new URL(demo.apiUrl).origin, visits)),
      ...(await measureAudits(visits)),
    ];
  } finally {
    await demo.close();
    await rm(folder, { recursive: true });
  }
}

interface Visit {
  page: MeasuredPage;
  address: string;
  session: StoredSession | undefined;
}

/** Builds the site into a folder and serves it, with applicants in every state. */
async function serveBuiltSite(folder: string) {
  const mock = await serve(await createBackend());
  // The build must be asynchronous: it requests the mock of this process.
  await runSiteBuild('--programs', `${mock.url}/api`, '--out', folder);
  await mock.close();
  return serveDemo('--site', folder, '--applicants', '550');
}

async function runSiteBuild(...flags: string[]): Promise<void> {
  const { exitCode, output } = await runBuild(...flags);
  if (exitCode !== 0) throw new Error(output);
}

async function measureWeights(apiOrigin: string, visits: readonly Visit[]): Promise<Figure[]> {
  const browser = await launchChromium();
  const figures: Figure[] = [];
  try {
    for (const visit of visits) {
      const { name } = visit.page;
      const bytesByKind = await measureFirstVisit(browser, apiOrigin, visit);
      const totalBytes = [...bytesByKind.values()].reduce((sum, size) => sum + size, 0);
      const scriptBytes = bytesByKind.get('script') ?? 0;
      const sizeTexts = [...bytesByKind].map(
        ([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`,
      );
      figures.push({
        subject: `${name}, first visit: script`,
        ...compareWithLimit(
          scriptBytes / 1000,
          name === 'home' ? limits.scriptKb.home : limits.scriptKb.other,
          'KB',
          1,
        ),
        howMeasured: 'gzip -9, 1 KB = 1000 bytes; answers of the API left out',
      });
      if (name !== 'home') continue;
      figures.push({
        subject: `${name}, first visit: everything`,
        ...compareWithLimit(totalBytes / 1000, limits.everythingKb, 'KB', 1),
        howMeasured: sizeTexts.join(', '),
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** The screen of the phone that Lighthouse emulates, which determines the pictures that a page loads. */
const phoneOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
};

/**
 * Opens a page in an empty profile and waits until the network is idle.
 * @returns the bytes of the responses by kind of resource, as if each body were compressed with gzip -9
 */
async function measureFirstVisit(
  browser: Browser,
  apiOrigin: string,
  { address, session }: Visit,
): Promise<Map<string, number>> {
  const context = await browser.newContext({ ...phoneOptions, serviceWorkers: 'block' });
  if (session) await context.addInitScript(storeSession, session);
  const page = await context.newPage();
  const responses: Response[] = [];
  const pageErrors: string[] = [];
  page.on('response', (response) => {
    if (response.frame() === page.mainFrame() && new URL(response.url()).origin !== apiOrigin)
      responses.push(response);
  });
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  await page.goto(address, { waitUntil: 'networkidle' });
  const documentTitle = await page.title();
  // A page that crashed or redirected would seem small.
  if (page.url() !== address || /not found/i.test(documentTitle) || pageErrors.length > 0)
    throw new Error(
      `${address} can't be measured: ${[page.url(), documentTitle, ...pageErrors].join('; ')}`,
    );
  const bytesByKind = new Map<string, number>();
  for (const response of responses) {
    if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`);
    const resourceType = toResourceKind(response.headers()['content-type'] ?? '');
    const gzippedBytes = gzipSync(await response.body(), { level: 9 }).length;
    bytesByKind.set(resourceType, (bytesByKind.get(resourceType) ?? 0) + gzippedBytes);
  }
  await context.close();
  return bytesByKind;
}

/** @returns the kind by content type, since a preloaded script counts as a script, whatever its initiator is */
function toResourceKind(contentType: string): string {
  if (contentType.includes('javascript')) return 'script';
  const [, kind = 'other'] = /^text\/(css|html)|^(image|font)\//.exec(contentType) ?? [];
  return kind;
}

async function measureAudits(visits: readonly Visit[]): Promise<Figure[]> {
  const auditedPages = (['simulate', 'devtools'] as const).flatMap((throttling) =>
    visits
      .filter(({ session }) => throttling === 'simulate' || !session)
      .map(({ page, address, session }) => ({ page, address, session, throttling })),
  );
  const auditsByPage = await auditPages(auditedPages, roundCount);
  return auditedPages.map(({ page, session, throttling }, index) =>
    createAuditFigure(
      `${page.name}, Lighthouse mobile, ${throttling === 'simulate' ? 'simulated' : 'real'} throttling: LCP, TBT, CLS`,
      auditsByPage[index] ?? [],
      session ? lcpLimitSeconds.simulate.applicant : lcpLimitSeconds[throttling].public,
    ),
  );
}

function createAuditFigure(
  subject: string,
  audits: readonly Audit[],
  lcpLimitSeconds: number,
): Figure {
  const medianLcpSeconds = medianFigure(audits, 'lcpMs') / 1000;
  const [tbt, cls] = [medianFigure(audits, 'tbtMs'), medianFigure(audits, 'cls')];
  const accessibilityPercent = medianFigure(audits, 'accessibility');
  const toLcpSeconds = (audit: Audit) => audit.lcpMs / 1000;
  return {
    subject,
    measuredText: `${medianLcpSeconds.toFixed(2)} s, ${tbt.toFixed(0)} ms, ${cls.toFixed(3)}`,
    targetText: `at most ${lcpLimitSeconds} s, ${limits.tbtMs} ms, 0`,
    isReached:
      medianLcpSeconds <= lcpLimitSeconds &&
      tbt <= limits.tbtMs &&
      cls < 0.0005 &&
      accessibilityPercent === 100,
    howMeasured: `medians of ${audits.length}, LCP ${formatRange(audits.map(toLcpSeconds), 's', 2)}; accessibility ${accessibilityPercent}`,
  };
}

/**
 * Measures typing into the biography on a screen of 320 pixels with a processor six times as slow. The form was refused
 * before, so it validates and saves the values with every key.
 */
export async function measureTypingFigures(): Promise<Figure[]> {
  await runSiteBuild();
  const demo = await startDemo();
  try {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT', {
      viewport: { width: 320, height: 640 },
    });
    await page.locator('form [name=nationality]').waitFor();
    await saveForm(page);
    const devtoolsSession = await page.context().newCDPSession(page);
    await devtoolsSession.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.evaluate(observeInteractions);
    for (const fieldLabel of ['Nationality', 'Native Language', 'Country of Birth']) {
      await page.getByLabel(fieldLabel).pressSequentially('Ethiopian', { delay: 120 });
    }
    await fillBiography(page);
    const durationsById = await page.evaluate(
      () => (window as unknown as { durationsById: Record<number, number> }).durationsById,
    );
    const sortedDurations = Object.values(durationsById).sort((a, b) => a - b);
    if (sortedDurations.length === 0) throw new Error('no interaction was observed');
    return [
      {
        subject: 'typing into the biography, 320 px, 6x slower: interaction to next paint',
        ...compareWithLimit(sortedDurations.at(-1) ?? 0, limits.typingMs, 'ms'),
        howMeasured: `the longest of ${sortedDurations.length} interactions over 16 ms, median ${sortedDurations[Math.floor(sortedDurations.length / 2)]} ms`,
      },
    ];
  } finally {
    await demo.close();
    await closeShared();
  }
}

/** Runs in the page: collects the longest duration of each interaction, in milliseconds, in `window.durationsById`. */
function observeInteractions(): void {
  const durationsById: Record<number, number> = {};
  Object.assign(window, { durationsById });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId: id = 0 } = entry as PerformanceEntry & { interactionId?: number };
      if (id) durationsById[id] = Math.max(durationsById[id] ?? 0, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
