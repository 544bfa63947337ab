/**
 * Measures how long pages take to load on a slow phone, as ratios to a bare page, which is loaded before each of them.
 */
import type { Page } from 'playwright-core';
import { compareRatio, type Figure, formatRange, median } from './figures.ts';
import { barePath, type MeasuredPage, type MeasuredSite, measuredPages } from './measured-site.ts';

const roundCount = 9;

/** The targets, as ratios: of LCP to the bare page, and of a page to each other of its group. */
const limits = { publicLcp: 0.7, applicantLcp: 1.2, slowestToFastest: 1.3 };

/** A phone of 360 pixels, a quarter as fast as this machine, on a network of 1.6 Mbit/s with 150 ms of delay. */
const phoneOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** The time until the largest content of a page is painted, and that of the bare page, which was loaded just before. */
interface LoadPair {
  pageLcpMs: number;
  bareLcpMs: number;
}

/** Measures every page, and compares it with the bare page; those of an applicant with each other, too. */
export async function measurePageLoads(site: MeasuredSite): Promise<Figure[]> {
  const pairsByPage = new Map<MeasuredPage, LoadPair[]>(measuredPages.map((page) => [page, []]));
  // Each round loads every page once, so that a drift in the machine's speed affects all pages alike.
  for (let round = 0; round < roundCount; round++) {
    for (const [measuredPage, loadPairs] of pairsByPage) {
      const bareLcpMs = await measureLcp(site, undefined);
      loadPairs.push({ bareLcpMs, pageLcpMs: await measureLcp(site, measuredPage) });
    }
  }
  const loadPairsOf = (measuredPage: MeasuredPage) => pairsByPage.get(measuredPage) ?? [];
  const applicantPages = measuredPages.filter(({ state }) => state !== undefined);
  return [
    ...measuredPages.map((measuredPage) => makeLcpFigure(measuredPage, loadPairsOf(measuredPage))),
    makeSpreadFigure(new Map(applicantPages.map((page) => [page.name, loadPairsOf(page)]))),
  ];
}

const listLcpRatios = (loadPairs: readonly LoadPair[]) =>
  loadPairs.map(({ pageLcpMs, bareLcpMs }) => pageLcpMs / bareLcpMs);

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

/** Loads a page in an empty profile on the slow phone. @param measuredPage `undefined` for the bare page */
async function measureLcp(
  site: MeasuredSite,
  measuredPage: MeasuredPage | undefined,
): Promise<number> {
  const page = await site.openProfile(measuredPage, phoneOptions);
  const devtoolsSession = await page.context().newCDPSession(page);
  await devtoolsSession.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtoolsSession.send('Network.emulateNetworkConditions', slowNetwork);
  await page.addInitScript(observeLcp);
  await openUntilIdle(page, site.siteUrl + (measuredPage?.path ?? barePath));
  const lcpMs = await page.evaluate(readLcp);
  await page.context().close();
  return lcpMs;
}

/**
 * Opens a page and waits until the network is idle.
 * @throws {Error} if the page crashed or redirected, because it would then seem fast
 */
async function openUntilIdle(page: Page, address: string): Promise<void> {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  await page.goto(address, { waitUntil: 'networkidle' });
  const documentTitle = await page.title();
  if (page.url() !== address || /not found/i.test(documentTitle) || pageErrors.length > 0)
    throw new Error(
      `${address} can't be measured: ${[page.url(), documentTitle, ...pageErrors].join('; ')}`,
    );
}

type ObservedWindow = Window & { lcpMs: number };

/** Runs in the page before its scripts: keeps the time of the largest content in `window.lcpMs`. */
function observeLcp(): void {
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) Object.assign(window, { lcpMs: startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Runs in the page: waits until it is idle. */
async function readLcp(): Promise<number> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  return (window as unknown as ObservedWindow).lcpMs;
}
