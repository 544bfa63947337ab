/**
 * Measures how long pages take to load on a slow phone, as ratios to a bare page, which is loaded before each of them.
 */
import type { CDPSession } from 'playwright-core';
import { compareRatio, type Figure, formatRange, median } from './figures.ts';
import { barePath, type MeasuredPage, type MeasuredSite, measuredPages } from './measured-site.ts';
import { openUntilIdle } from './page-weights.ts';

const roundCount = 9;

/**
 * The targets, as ratios: of LCP to the bare page, of blocking time to the page without its scripts, and of a page to
 * each other of its group.
 */
const limits = { publicLcp: 0.7, applicantLcp: 1.2, blockingTime: 1.5, slowestToFastest: 1.3 };

/** A phone of 360 pixels, a quarter as fast as this machine, on a network of 1.6 Mbit/s with 150 ms of delay. */
const phoneOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** The figures of one load of a page. */
interface PageLoad {
  /** The time until the largest content is painted. */
  lcpMs: number;
  /** The total of what tasks took beyond 50 milliseconds each. */
  blockingMs: number;
  /** The cumulative layout shift. */
  layoutShift: number;
}

/** The figures of a page, and of what it is compared with, which was loaded just before it. */
interface LoadPair {
  pageLoad: PageLoad;
  bareLoad: PageLoad;
  /** The page without its scripts; only of public pages. */
  documentLoad?: PageLoad;
}

/** Measures every page, and compares it with the bare page; those of an applicant with each other, too. */
export async function measurePageLoads(site: MeasuredSite): Promise<Figure[]> {
  const pairsByPage = new Map<MeasuredPage, LoadPair[]>(measuredPages.map((page) => [page, []]));
  // Each round loads every page once, so that a drift in the machine's speed affects all pages alike.
  for (let round = 0; round < roundCount; round++) {
    for (const [measuredPage, loadPairs] of pairsByPage) {
      const bareLoad = await loadPage(site, undefined);
      const documentLoad = measuredPage.state
        ? {}
        : { documentLoad: await loadPage(site, measuredPage, { withoutScripts: true }) };
      loadPairs.push({ bareLoad, ...documentLoad, pageLoad: await loadPage(site, measuredPage) });
    }
  }
  const loadPairsOf = (measuredPage: MeasuredPage) => pairsByPage.get(measuredPage) ?? [];
  const publicPages = measuredPages.filter(({ state }) => state === undefined);
  const applicantPages = measuredPages.filter(({ state }) => state !== undefined);
  return [
    ...measuredPages.map((measuredPage) => makeLcpFigure(measuredPage, loadPairsOf(measuredPage))),
    makeSpreadFigure(new Map(applicantPages.map((page) => [page.name, loadPairsOf(page)]))),
    ...publicPages.map((page) => makeBlockingFigure(page.name, loadPairsOf(page))),
    makeLayoutShiftFigure([...pairsByPage.values()].flat()),
  ];
}

const listLcpRatios = (loadPairs: readonly LoadPair[]) =>
  loadPairs.map(({ pageLoad, bareLoad }) => pageLoad.lcpMs / bareLoad.lcpMs);

function makeLcpFigure({ name, state }: MeasuredPage, loadPairs: readonly LoadPair[]): Figure {
  const lcpRatios = listLcpRatios(loadPairs);
  return {
    subject: `${name}: LCP against the bare page`,
    ...compareRatio(median(lcpRatios), state ? limits.applicantLcp : limits.publicLcp),
    howMeasured: `median of ${roundCount} pairs in turn, ${formatRange(lcpRatios, 'x', 2)}`,
  };
}

/** Compares the slowest page of an applicant with the fastest. @param pairsByName the loads by the page's name */
function makeSpreadFigure(pairsByName: ReadonlyMap<string, readonly LoadPair[]>): Figure {
  const ratios = [...pairsByName].map(
    ([name, loadPairs]) => [name, median(listLcpRatios(loadPairs))] as const,
  );
  ratios.sort(([, a], [, b]) => a - b);
  const [fastestName = '', fastestRatio = Number.NaN] = ratios[0] ?? [];
  const [slowestName = '', slowestRatio = Number.NaN] = ratios[ratios.length - 1] ?? [];
  return {
    subject: `${slowestName}, the applicant's slowest page: LCP against the fastest, ${fastestName}`,
    ...compareRatio(slowestRatio / fastestRatio, limits.slowestToFastest),
    howMeasured: 'ratio of the two medians',
  };
}

/**
 * Compares the blocking time with that of the same page without its scripts, which is its first layout: the bare page
 * has nothing to lay out, and blocks for no more than a few milliseconds. Some loads have no blocking time at all, so
 * medians are compared, not the ratio of each pair.
 */
function makeBlockingFigure(name: string, loadPairs: readonly LoadPair[]): Figure {
  const pageMs = median(loadPairs.map(({ pageLoad }) => pageLoad.blockingMs));
  const documentMs = median(loadPairs.map(({ documentLoad }) => documentLoad?.blockingMs ?? NaN));
  return {
    subject: `${name}: blocking time against the page without its scripts`,
    ...compareRatio(pageMs / documentMs, limits.blockingTime),
    howMeasured: `ratio of the medians of ${roundCount} loads`,
  };
}

function makeLayoutShiftFigure(loadPairs: readonly LoadPair[]): Figure {
  const layoutShift = Math.max(...loadPairs.map(({ pageLoad }) => pageLoad.layoutShift));
  return {
    subject: 'all of these pages: layout shift',
    measuredText: layoutShift.toFixed(3),
    targetText: '0',
    isReached: layoutShift < 0.0005,
    howMeasured: `the most of ${loadPairs.length} loads`,
  };
}

/** Loads a page in an empty profile on the slow phone. @param measuredPage `undefined` for the bare page */
async function loadPage(
  site: MeasuredSite,
  measuredPage: MeasuredPage | undefined,
  { withoutScripts = false } = {},
): Promise<PageLoad> {
  const page = await site.openProfile(measuredPage, phoneOptions);
  if (withoutScripts) await page.route('**/assets/*.js', (route) => route.abort());
  const devtoolsSession = await page.context().newCDPSession(page);
  await slowDown(devtoolsSession, 4);
  await devtoolsSession.send('Network.emulateNetworkConditions', slowNetwork);
  await page.addInitScript(observeLoad);
  await openUntilIdle(page, site.siteUrl + (measuredPage?.path ?? barePath));
  const pageLoad = await page.evaluate(readLoad);
  await page.context().close();
  return pageLoad;
}

/** Makes a page's processor several times as slow as this machine's. */
export async function slowDown(devtoolsSession: CDPSession, rate: number): Promise<void> {
  await devtoolsSession.send('Emulation.setCPUThrottlingRate', { rate });
}

type ObservedWindow = Window & { pageLoad: PageLoad };

/** Runs in the page before its scripts: collects its figures in `window.pageLoad`. */
function observeLoad(): void {
  const pageLoad: PageLoad = { lcpMs: 0, blockingMs: 0, layoutShift: 0 };
  Object.assign(window, { pageLoad });
  // No function in here may have a name: the loader of TypeScript would call a helper that the page does not have.
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.entryType === 'largest-contentful-paint') pageLoad.lcpMs = entry.startTime;
      else if (entry.entryType === 'longtask')
        pageLoad.blockingMs += Math.max(0, entry.duration - 50);
      else pageLoad.layoutShift += (entry as PerformanceEntry & { value: number }).value;
    }
  });
  for (const type of ['largest-contentful-paint', 'longtask', 'layout-shift'])
    observer.observe({ type, buffered: true });
}

/** Runs in the page: waits until it is idle, and returns its figures. */
async function readLoad(): Promise<PageLoad> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  return (window as unknown as ObservedWindow).pageLoad;
}
