/** Measures the bytes of a first visit of each page. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { compareWithLimit, type Figure } from './figures.ts';
import { type MeasuredPage, type MeasuredSite, measuredPages } from './measured-site.ts';

/** A KB has 1000 bytes. */
const limitsKb = { homeScript: 125, script: 165, homeTotal: 165 };

/** The screen of a common phone, which determines the pictures that a page loads. */
const phoneOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
};

/** Measures the script of every page, and everything that the home page loads. */
export async function measureWeights(site: MeasuredSite): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const measuredPage of measuredPages) {
    const isHome = measuredPage.path === '/';
    const bytesByKind = await measureFirstVisit(site, measuredPage);
    figures.push({
      subject: `${measuredPage.name}, first visit: script`,
      ...compareWithLimit(
        (bytesByKind.get('script') ?? 0) / 1000,
        isHome ? limitsKb.homeScript : limitsKb.script,
        'KB',
        1,
      ),
      howMeasured: 'gzip -9, 1 KB = 1000 bytes; responses of the API left out',
    });
    if (!isHome) continue;
    const totalBytes = [...bytesByKind.values()].reduce((sum, size) => sum + size, 0);
    figures.push({
      subject: `${measuredPage.name}, first visit: everything`,
      ...compareWithLimit(totalBytes / 1000, limitsKb.homeTotal, 'KB', 1),
      howMeasured: [...bytesByKind]
        .map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`)
        .join(', '),
    });
  }
  return figures;
}

/**
 * Opens a page in an empty profile and waits until the network is idle.
 * @returns the bytes of the responses by kind of resource, as if each body were compressed with gzip -9
 */
async function measureFirstVisit(
  site: MeasuredSite,
  measuredPage: MeasuredPage,
): Promise<Map<string, number>> {
  const page = await site.openProfile(measuredPage, phoneOptions);
  const apiOrigin = new URL(site.apiUrl).origin;
  // A file that was preloaded has a second response without a body when it is used.
  const responsesByUrl = new Map<string, { response: Response; body: Promise<Buffer> }>();
  page.on('response', (response) => {
    const url = response.url();
    if (response.frame() !== page.mainFrame() || new URL(url).origin === apiOrigin) return;
    if (!responsesByUrl.has(url)) responsesByUrl.set(url, { response, body: response.body() });
  });
  await openUntilIdle(page, site.siteUrl + measuredPage.path);
  const bytesByKind = new Map<string, number>();
  for (const [url, { response, body }] of responsesByUrl) {
    if (!response.ok()) throw new Error(`${url} answered ${response.status()}`);
    const resourceKind = toResourceKind(response.headers()['content-type'] ?? '');
    const gzippedBytes = gzipSync(await body, { level: 9 }).length;
    bytesByKind.set(resourceKind, (bytesByKind.get(resourceKind) ?? 0) + gzippedBytes);
  }
  await page.context().close();
  return bytesByKind;
}

/**
 * Opens a page and waits until the network is idle.
 * @throws {Error} if the page crashed or redirected, because it would then seem small and fast
 */
export async function openUntilIdle(page: Page, address: string): Promise<void> {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  await page.goto(address, { waitUntil: 'networkidle' });
  const documentTitle = await page.title();
  if (page.url() !== address || /not found/i.test(documentTitle) || pageErrors.length > 0)
    throw new Error(
      `${address} can't be measured: ${[page.url(), documentTitle, ...pageErrors].join('; ')}`,
    );
}

/** @returns the kind by content type, since a preloaded script counts as a script, whatever its initiator is */
function toResourceKind(contentType: string): string {
  if (contentType.includes('javascript')) return 'script';
  const [, kind = 'other'] = /^text\/(css|html)|^(image|font)\//.exec(contentType) ?? [];
  return kind;
}
