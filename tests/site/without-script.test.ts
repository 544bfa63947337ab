/** The built site where scripts are switched off. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import shipped from '../../web/config.json' with { type: 'json' };
import { pagesOf } from './built-pages.ts';
import { type BuiltSite, builtWithPrograms, patience, serveBuilt } from './built-with-programs.ts';
import { type Demo, visit } from './demo.ts';

let built: BuiltSite;
let demo: Demo;
let context: BrowserContext;
beforeAll(async () => {
  built = await builtWithPrograms();
  demo = await visit(await serveBuilt(built));
  context = await demo.browser.newContext({ javaScriptEnabled: false });
}, patience);
afterAll(async () => {
  await context.close();
  await demo.close();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(demo.site + path);
  return page;
}

/** The addresses that a page links to on this site. */
const linksOf = (page: Page) =>
  page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));

test('every link of header, footer, cards and text leads to a page that can be read', async () => {
  const listed = (await pagesOf(built.folder)).filter(({ robots }) => robots === undefined);
  const page = await context.newPage();
  const found = new Map<string, string>();
  for (const { folder } of listed) {
    await page.goto(`${demo.site}/${encodeURI(folder)}`);
    for (const link of await linksOf(page)) found.set(link, folder);
  }
  // Its name can't be a folder's, so it has no page.
  found.delete('/admission/..%2F%3Coutside%3E');
  expect(found.size).toBeGreaterThan(15);
  for (const [link, from] of found) {
    await page.goto(demo.site + link);
    const kind = await page.locator('#root').getAttribute('data-page');
    expect(kind, `${link}, linked from /${from}`).not.toBe('shell');
    expect((await page.locator('h1').textContent())?.trim(), link).not.toBe('Loading');
  }
  await page.close();
});

test('on a phone the menu is open, since nothing could open it', async () => {
  const page = await open('/about');
  await page.setViewportSize({ width: 360, height: 740 });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  for (const name of ['Degree Programs', 'Data Science', 'contact us', 'Login']) {
    expect(await links.filter({ hasText: name }).isVisible(), name).toBe(true);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  await page.close();
});

test('how to reach the college stands in the footer and on the contact page', async () => {
  const page = await open('/contact');
  const { phones, email } = shipped.contact;
  for (const where of ['.ways:visible', 'footer address']) {
    const address = page.locator(where);
    for (const text of [...phones, email]) {
      expect(await address.locator('a', { hasText: text }).isVisible(), where).toBe(true);
    }
  }
  await page.close();
});

test('what only a script can show is said in its place', async () => {
  for (const path of ['/admission/datascience', '/admission/unheard-of']) {
    const page = await open(path);
    expect(await page.locator('noscript p').first().isVisible(), path).toBe(true);
    expect(await page.locator('.skeleton').isVisible(), path).toBe(false);
    await page.close();
  }
});
