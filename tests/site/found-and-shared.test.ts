/** What search engines, and those who are sent an address, see of the built pages. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../web/src/language/languages.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { pagesOf, sizeOfPng } from './built-pages.ts';
import {
  type BuiltSite,
  builtWithPrograms,
  law,
  origin,
  patience,
  serveBuilt,
} from './built-with-programs.ts';
import { type Demo, heading, visit } from './demo.ts';

let built: BuiltSite;
let demo: Demo;
let pages: Awaited<ReturnType<typeof pagesOf>>;
beforeAll(async () => {
  built = await builtWithPrograms();
  pages = await pagesOf(built.folder);
  demo = await visit(await serveBuilt(built));
}, patience);
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

const listed = () => pages.filter(({ robots }) => robots === undefined);

test('pages that anybody may open are listed, and no other', () => {
  const paths = listed().map(({ folder }) => folder);
  expect(paths.filter((path) => !path.startsWith('admission/')).sort()).toEqual([
    '',
    'about',
    'applicant-disclaimer',
    'contact',
    'degree_programs',
    'privacy_policy',
    'short_programs',
    'terms_and_conditions',
  ]);
  expect(paths.filter((path) => path.startsWith('admission/'))).toHaveLength(
    built.listed.length + 2,
  );
  for (const { robots } of pages) expect([undefined, 'noindex']).toContain(robots);
});

test('every listed page has a title, a description and an address of its own', () => {
  const different = (values: (string | undefined)[]) => new Set(values).size;
  const all = listed();
  expect(different(all.map(({ title }) => title))).toBe(all.length);
  expect(different(all.map(({ meta }) => meta.get('description')))).toBe(all.length);
  expect(different(all.map(({ canonical }) => canonical))).toBe(all.length);
  for (const { folder, title, meta, canonical } of all) {
    expect(title, folder).toMatch(/^\S.+ · One Planet College$/);
    expect(meta.get('description')?.length, folder).toBeGreaterThan(20);
    expect(meta.get('description')?.length, folder).toBeLessThanOrEqual(160);
    expect(canonical, folder).toBe(`${origin}/${encodeURI(folder)}`);
  }
});

test('every listed page names itself in every language, and is there in each', async () => {
  for (const { folder } of listed()) {
    for (const code of keysOf(languages)) {
      const inLanguage = join(code === 'en' ? '' : code, folder);
      const html = await built.read(join(inLanguage, 'index.html'));
      const named = Array.from(
        html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">/g),
        ([, language, address]) => [language, decodeURI(address ?? '').replaceAll('&amp;', '&')],
      );
      const at = (one: string) => `${origin}/${one === 'en' ? '' : `${one}/`}${folder}`;
      const all = keysOf(languages).map((one) => [one, at(one)]);
      expect(named, inLanguage).toEqual([...all, ['x-default', at('en')]]);
      expect(html).toContain(`<html lang="${code}">`);
    }
  }
});

test('every page can be shared as a card, with a picture that is there', async () => {
  for (const { folder, title, meta } of listed()) {
    const picture = meta.get('og:image') ?? '';
    const bytes = await readFile(join(built.folder, picture.replace(origin, '')));
    expect(sizeOfPng(bytes), folder).toEqual([1200, 630]);
    expect(bytes.length, folder).toBeLessThan(120 * 1024);
    expect(Object.fromEntries(meta), folder).toMatchObject({
      'og:type': 'website',
      'og:site_name': 'One Planet College',
      'og:locale': 'en_GB',
      'og:title': title,
      'og:description': meta.get('description'),
      'og:url': expect.stringMatching(/^https:\/\/college\.example\//),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('One Planet College'),
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:image': picture,
    });
  }
  const pictures = listed().map(({ meta }) => meta.get('og:image'));
  expect(new Set(pictures).size, 'one for the site, one for each program').toBe(
    built.listed.length + 2,
  );
});

test('a program whose name cannot be drawn shares the picture of the site', () => {
  const page = pages.find(({ folder }) => folder === `admission/${law.name}`);
  expect(page?.meta.get('og:image')).toBe(`${origin}/share.png`);
  expect(page?.meta.get('description')).toBe('ሕግ, a degree program of One Planet College. 4 years');
  expect(built.said).toContain('ሕግ has letters');
});

describe('files for machines', () => {
  test('sitemap.xml has exactly the listed pages, in every language', async () => {
    const xml = await built.read('sitemap.xml');
    const found = Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) =>
      url?.replaceAll('&amp;', '&'),
    );
    const english = listed().map(({ canonical = '' }) => canonical);
    const all = keysOf(languages).flatMap((code) =>
      english.map((url) => url.replace(origin, code === 'en' ? origin : `${origin}/${code}`)),
    );
    expect(found.sort()).toEqual(all.sort());
  });

  test("robots.txt keeps them out of what is an applicant's own", async () => {
    expect(await built.read('robots.txt')).toBe(
      `User-agent: *\nDisallow: /applicant/\nDisallow: /receipt/\n\nSitemap: ${origin}/sitemap.xml\n`,
    );
  });

  test('the manifest names icons that are there, in their size', async () => {
    const { icons, name } = JSON.parse(await built.read('manifest.webmanifest'));
    expect(name).toBe('One Planet College');
    for (const { src, sizes } of icons) {
      const bytes = await readFile(join(built.folder, src));
      if (sizes !== 'any') expect(sizeOfPng(bytes).join('x'), src).toBe(sizes);
    }
    const files = await readdir(built.folder);
    expect(files).toEqual(expect.arrayContaining(['favicon.ico', 'apple-touch-icon.png']));
  });
});

describe('in the browser', () => {
  const canonical = (page: Page) => page.locator('link[rel=canonical]').count();

  test('another page does not keep the address of the one that was built', async () => {
    const page = await demo.open('/about');
    expect(await canonical(page)).toBe(1);
    await page.locator('footer').getByRole('link', { name: 'Home' }).click();
    await heading(page, 'Building Capacity to Serve Humanity');
    expect(await canonical(page)).toBe(0);
  });

  test('the manifest is read without a complaint', async () => {
    const page = await demo.open('/');
    const client = await page.context().newCDPSession(page);
    const { url, errors } = await client.send('Page.getAppManifest');
    expect(url).toBe(`${demo.site}/manifest.webmanifest`);
    expect(errors).toEqual([]);
  });
});
