/** The site when it is built with a list of programs. */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shippedConfig from '../../web/config.json' with { type: 'json' };
import { makeAdmissionPath } from '../../web/src/site/addresses.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { languages } from '../../web/src/texts/languages.ts';
import {
  buildWithPrograms,
  ethiopicProgram,
  readBuiltPages,
  readPngSize,
  runBuild,
  siteOrigin,
} from '../support/built-site.ts';
import { openBlankPage, useErrorFreeDemo, waitForHeading } from '../support/demo.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const builtSite = await buildWithPrograms(await makeTemporaryFolder());
const pages = await readBuiltPages(builtSite.folder);
const demo = await useErrorFreeDemo('--site', builtSite.folder);

/** The pages that search engines may list. */
const findListedPages = () => pages.filter(({ robots }) => robots === undefined);

/** Opens a page with JavaScript switched off. */
async function openWithoutScript(path: string): Promise<Page> {
  const page = await openBlankPage(demo, { javaScriptEnabled: false });
  await page.goto(demo.siteUrl + path);
  return page;
}

/** The programs that have a picture. */
const findProgramsWithPicture = () =>
  builtSite.listedPrograms.filter(({ base64String }) => base64String);

const programListPattern = '**/api/programs/private';
const outdatedNote = "This may have changed: we couldn't load the latest list.";

/** Changes the list of programs that the API returns to the page. */
async function changeList(page: Page, change: (list: Record<string, unknown>[]) => unknown[]) {
  await page.route(programListPattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

describe('invalid and unusual programs', () => {
  test('do not stop the build, which prints what it leaves out', () => {
    expect(builtSite.output.split('\n').filter((line) => line.startsWith('Note'))).toEqual([
      'Note: 2 of 11 programs have no name and are left out.',
      "Note: the picture of Law & Order can't be read and is left out.",
      'Note: content.json lacks what applicants look for (docs/hosting.md):',
      expect.stringMatching(/^Note: "\.\.\/<outside>" can't be the name of a folder/),
    ]);
    expect(builtSite.output).toMatch(/^ {2}cost \(what it costs: /m);
  });

  test('are shown as text, and write no file outside of their folder', async () => {
    for (const page of ['degree_programs', 'admission/law&order']) {
      const html = await builtSite.readFile(`${page}/index.html`);
      expect(html).not.toMatch(/<outside>|<b id="evil">/);
      expect(html).toContain(page === 'degree_programs' ? '&lt;outside&gt;' : '&lt;/script&gt;');
    }
    expect((await readdir(join(builtSite.folder, 'admission'))).length).toBe(
      builtSite.listedPrograms.length + 2,
    );
  });
});

test('a build with an unknown option ends with exit code 1', async () => {
  const { exitCode, output } = await runBuild('--nonsense');
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^Unknown option '--nonsense'\. The options are [^\n]+\.$/);
});

describe('without script', () => {
  test('every program has a page with its name and its description', async () => {
    const page = await openWithoutScript('/degree_programs');
    const links = page.locator('.card a');
    const addresses = await links.evaluateAll((anchors) =>
      anchors.map((anchor) => (anchor as HTMLAnchorElement).href),
    );
    expect(addresses.length).toBe(builtSite.listedPrograms.length + 3);
    for (const { name, description } of builtSite.listedPrograms) {
      const path = `/admission/${name.toLowerCase().replaceAll(' ', '')}`;
      expect(addresses).toContain(demo.siteUrl + path);
      await page.goto(demo.siteUrl + path);
      expect(await page.locator('h1').textContent()).toBe(name);
      expect(await page.title()).toBe(`${name} · One Planet College`);
      expect(await page.locator('main').textContent()).toContain(description);
    }
  });

  test('a page is found whatever the case of its address', async () => {
    const page = await openWithoutScript('/Admission/DataScience/');
    expect(await page.locator('h1').textContent()).toBe('Data Science');
  });

  test('the picture of a program is a file, and is not inlined', async () => {
    const html = await builtSite.readFile('index.html');
    expect(html).not.toContain('data:image/png');
    const [pictureFile = '', ...otherFiles] = new Set(html.match(/\/assets\/program-\w+\.png/g));
    expect(otherFiles.length).toBe(findProgramsWithPicture().length - 1);
    expect(existsSync(join(builtSite.folder, pictureFile)), pictureFile).toBe(true);
  });
});

describe('with script', () => {
  test('the built page is hydrated, and its picture is loaded only once', async () => {
    const pictureUrls: string[] = [];
    const [{ name } = { name: '' }] = findProgramsWithPicture();
    const page = await demo.open(makeAdmissionPath(name), {
      beforeLoad: async (page) => {
        page.on('request', (request) => {
          if (request.resourceType() === 'image') pictureUrls.push(request.url());
        });
      },
    });
    await page.getByRole('table').first().waitFor();
    const pictureSource = await page.locator('main .program-image').getAttribute('src');
    expect(pictureSource).toMatch(/^\/assets\/program-\w+\.png$/);
    expect(pictureUrls.filter((url) => !url.endsWith('.svg'))).toEqual([
      demo.siteUrl + pictureSource,
    ]);
    await page.locator('footer').getByRole('link', { name: 'Home' }).click();
    await waitForHeading(page, 'Building Capacity to Serve Humanity');
    await expect.poll(() => page.locator('.card').count()).toBe(builtSite.listedPrograms.length);
  });

  test('data that changed since the build replaces the built data', async () => {
    const page = await demo.open('/', {
      beforeLoad: (page) =>
        // Invalid records in the list disturb neither the page nor its hydration.
        changeList(page, (programs) => [
          null,
          ...programs.map((program) => ({ ...program, name: `${program.name} (new)` })),
          { id: 99, name: { en: 'Law' } },
        ]),
    });
    await page.getByRole('heading', { name: 'Data Science (new)' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Data Science', exact: true }).count()).toBe(0);
    expect(await page.locator('.card').count()).toBe(builtSite.listedPrograms.length);
    const programPage = await demo.open('/admission/datascience', {
      beforeLoad: (page) =>
        changeList(page, (programs) =>
          programs.map((program) => ({ ...program, feePerCreditHour: 99 })),
        ),
    });
    await programPage.getByText('99', { exact: true }).waitFor();
    expect(await programPage.getByText('148', { exact: true }).count()).toBe(0);
  });

  test('a program that is not listed any more leads to the home page, like an unknown one', async () => {
    const page = await demo.open('/admission/datascience', {
      beforeLoad: (page) =>
        changeList(page, (programs) => programs.filter(({ name }) => name !== 'Data Science')),
    });
    await waitForHeading(page, 'Building Capacity to Serve Humanity');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test.each([
    ['/degree_programs', 'Degree Programs'],
    ['/admission/datascience', 'Data Science'],
  ])(
    '%s keeps its contents while the API is down, and says that they may have changed',
    async (path, title) => {
      const page = await demo.open(path, {
        beforeLoad: (page) => page.route(programListPattern, (route) => route.abort()),
      });
      const outdatedNoteElement = page.getByRole('main').getByText(outdatedNote);
      await outdatedNoteElement.waitFor();
      await waitForHeading(page, title);
      expect(await page.getByText('Data Science').count()).toBeGreaterThan(0);
      await page.unroute(programListPattern);
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await outdatedNoteElement.waitFor({ state: 'detached' });
      await waitForHeading(page, title);
    },
  );
});

test('search engines may list the public pages, and no others', () => {
  const paths = findListedPages().map(({ folder }) => folder);
  expect(paths.filter((path) => !path.startsWith('admission/')).sort()).toEqual([
    '',
    'about',
    'accessibility',
    'applicant-disclaimer',
    'contact',
    'degree_programs',
    'privacy_policy',
    'short_programs',
    'terms_and_conditions',
  ]);
  expect(paths.filter((path) => path.startsWith('admission/'))).toHaveLength(
    builtSite.listedPrograms.length + 2,
  );
  for (const { robots } of pages) expect([undefined, 'noindex']).toContain(robots);
});

test('every listed page has its own title, description and canonical address', () => {
  const countDistinct = (values: (string | undefined)[]) => new Set(values).size;
  const searchPages = findListedPages();
  expect(countDistinct(searchPages.map(({ title }) => title))).toBe(searchPages.length);
  expect(
    countDistinct(searchPages.map(({ metaContents }) => metaContents.get('description'))),
  ).toBe(searchPages.length);
  expect(countDistinct(searchPages.map(({ canonical }) => canonical))).toBe(searchPages.length);
  for (const { folder, title, metaContents, canonical } of searchPages) {
    expect(title, folder).toMatch(/^\S.+ · One Planet College$/);
    expect(metaContents.get('description')?.length, folder).toBeGreaterThan(20);
    expect(metaContents.get('description')?.length, folder).toBeLessThanOrEqual(160);
    expect(canonical, folder).toBe(`${siteOrigin}/${encodeURI(folder)}`);
  }
});

test('every listed page exists in every language and names its address in each', async () => {
  for (const { folder } of findListedPages()) {
    for (const code of keysOf(languages)) {
      const languageFolder = join(code === 'en' ? '' : code, folder);
      const html = await builtSite.readFile(join(languageFolder, 'index.html'));
      const alternates = Array.from(
        html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">/g),
        ([, language, address]) => [language, decodeURI(address ?? '').replaceAll('&amp;', '&')],
      );
      const pageUrlIn = (languageCode: string) =>
        `${siteOrigin}/${languageCode === 'en' ? '' : `${languageCode}/`}${folder}`;
      const languageAddresses = keysOf(languages).map((languageCode) => [
        languageCode,
        pageUrlIn(languageCode),
      ]);
      expect(alternates, languageFolder).toEqual([
        ...languageAddresses,
        ['x-default', pageUrlIn('en')],
      ]);
      expect(html).toContain(`<html lang="${code}">`);
    }
  }
});

test('every listed page has the data of a link preview, with a picture that exists', async () => {
  const pictureUrl = `${siteOrigin}/share.png`;
  const bytes = await readFile(join(builtSite.folder, 'share.png'));
  expect(readPngSize(bytes)).toEqual([1200, 630]);
  expect(bytes.length).toBeLessThan(120 * 1024);
  for (const { folder, title, metaContents } of findListedPages()) {
    expect(Object.fromEntries(metaContents), folder).toMatchObject({
      'og:type': 'website',
      'og:site_name': 'One Planet College',
      'og:locale': 'en_GB',
      'og:title': title,
      'og:description': metaContents.get('description'),
      'og:url': expect.stringMatching(/^https:\/\/college\.example\//),
      'og:image': pictureUrl,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('One Planet College'),
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:image': pictureUrl,
    });
  }
});

test('a program without a description is described by its name and duration', () => {
  const page = pages.find(({ folder }) => folder === `admission/${ethiopicProgram.name}`);
  expect(page?.metaContents.get('description')).toBe(
    'ሕግ, a degree program of One Planet College. 4 years',
  );
});

describe('files for machines', () => {
  test('sitemap.xml has exactly the listed pages, in every language', async () => {
    const xml = await builtSite.readFile('sitemap.xml');
    const sitemapUrls = Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) =>
      url?.replaceAll('&amp;', '&'),
    );
    const englishUrls = findListedPages().map(({ canonical = '' }) => canonical);
    const expectedUrls = keysOf(languages).flatMap((code) =>
      englishUrls.map((url) =>
        url.replace(siteOrigin, code === 'en' ? siteOrigin : `${siteOrigin}/${code}`),
      ),
    );
    expect(sitemapUrls.sort()).toEqual(expectedUrls.sort());
  });

  test('robots.txt excludes the pages of applicants', async () => {
    expect(await builtSite.readFile('robots.txt')).toBe(
      `User-agent: *\nDisallow: /applicant/\nDisallow: /receipt/\n\nSitemap: ${siteOrigin}/sitemap.xml\n`,
    );
  });

  test('the manifest names icons that exist and have the stated size', async () => {
    const { icons, name } = JSON.parse(await builtSite.readFile('manifest.webmanifest'));
    expect(name).toBe('One Planet College');
    for (const { src, sizes } of icons) {
      const bytes = await readFile(join(builtSite.folder, src));
      if (sizes !== 'any') expect(readPngSize(bytes).join('x'), src).toBe(sizes);
    }
    const files = await readdir(builtSite.folder);
    expect(files).toEqual(expect.arrayContaining(['favicon.ico', 'apple-touch-icon.png']));
  });
});

describe('in the browser', () => {
  const countCanonicalLinks = (page: Page) => page.locator('link[rel=canonical]').count();

  test('after navigation the canonical address of the built page is removed', async () => {
    const page = await demo.open('/about');
    expect(await countCanonicalLinks(page)).toBe(1);
    await page.locator('footer').getByRole('link', { name: 'Home' }).click();
    await waitForHeading(page, 'Building Capacity to Serve Humanity');
    expect(await countCanonicalLinks(page)).toBe(0);
  });

  test('the browser reads the manifest without errors', async () => {
    const page = await demo.open('/');
    const client = await page.context().newCDPSession(page);
    const { url, errors } = await client.send('Page.getAppManifest');
    expect(url).toBe(`${demo.siteUrl}/manifest.webmanifest`);
    expect(errors).toEqual([]);
  });
});

const jsonLdBlocksOf = (type: string) =>
  pages.flatMap(({ folder, jsonLdBlocks }) =>
    jsonLdBlocks.filter((block) => block['@type'] === type).map((block) => ({ folder, ...block })),
  );

test('JSON-LD has the properties that search engines require, and only known types', () => {
  const problems = pages.flatMap(({ folder, jsonLdBlocks }) =>
    jsonLdBlocks.flatMap((block) =>
      findJsonLdProblems(block).map((problem) => `${folder}: ${problem}`),
    ),
  );
  expect(problems).toEqual([]);
});

test('the home page, About and Contact describe the college, with what config.json says of it', () => {
  const { contact } = shippedConfig;
  expect(jsonLdBlocksOf('CollegeOrUniversity')).toHaveLength(3);
  for (const collegeBlock of jsonLdBlocksOf('CollegeOrUniversity')) {
    expect(collegeBlock).toMatchObject({ telephone: contact.phones, email: contact.email });
  }
});

test('each program is a course, described on its own page', () => {
  const courseBlocks = jsonLdBlocksOf('Course');
  expect(courseBlocks.map(({ folder }) => folder).sort()).toEqual(
    findListedPages()
      .map(({ folder }) => folder)
      .filter((folder) => folder.startsWith('admission/'))
      .sort(),
  );
  for (const courseBlock of courseBlocks)
    expect(courseBlock, 'No price is known').not.toHaveProperty('offers');
});

test('every page except the home page has breadcrumbs', () => {
  const folders = findListedPages().map(({ folder }) => folder);
  const breadcrumbFolders = jsonLdBlocksOf('BreadcrumbList').map(({ folder }) => folder);
  expect(breadcrumbFolders.sort()).toEqual(folders.filter(Boolean).sort());
});

test('the contact page lists its questions, which it shows, with their answers', () => {
  const [faqPage, ...otherFaqPages] = jsonLdBlocksOf('FAQPage');
  expect(otherFaqPages).toEqual([]);
  expect(faqPage).toMatchObject({ folder: 'contact', mainEntity: { length: 5 } });
});

/**
 * The properties that Google's documentation requires for each type. Whether a type has a property is checked by the
 * compiler (schema-dts).
 */
const requiredFields: Readonly<Record<string, readonly string[]>> = {
  CollegeOrUniversity: ['name'],
  Course: ['name', 'description', 'provider'],
  CourseInstance: ['courseMode'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
};

/** @returns a line for each fault of a block of JSON-LD, at any depth */
function findJsonLdProblems(block: Readonly<Record<string, unknown>>): string[] {
  const problems = block['@context'] === 'https://schema.org' ? [] : ['no @context'];
  JSON.parse(JSON.stringify(block), (name, value) => {
    const isAddress = ['@id', 'url', 'item', 'logo'].includes(name);
    if (isAddress && !/^https:\/\/[^ ]+$/.test(value)) problems.push(`${name}: ${value}`);
    const type = value?.['@type'];
    if (type)
      for (const field of requiredFields[type] ?? ['known type'])
        if (!value[field]) problems.push(`${type} without ${field}`);
    return value;
  });
  return problems;
}

const { DOMParser } = new Window();

/**
 * Reads a page without a browser, because more than a hundred are read.
 * @returns its kind, its heading and the links to other pages of the site
 */
async function fetchPage(path: string) {
  const html = await (await fetch(demo.siteUrl + path)).text();
  const parsedPage = new DOMParser().parseFromString(html, 'text/html');
  const links = [...parsedPage.querySelectorAll('a[href^="/"]')];
  return {
    kind: parsedPage.getElementById('root')?.getAttribute('data-page') ?? 'shell',
    heading: parsedPage.querySelector('h1')?.textContent?.trim() ?? '',
    links: links.map((link) => link.getAttribute('href') ?? ''),
  };
}

test('every link of header, footer, cards and texts leads to a page with a heading', async () => {
  const linkSources = new Map<string, string>();
  for (const { folder } of findListedPages()) {
    const { links } = await fetchPage(`/${encodeURI(folder)}`);
    for (const linkPath of links) linkSources.set(linkPath, folder);
  }
  // This program's name cannot be a folder's name, so it has no page.
  linkSources.delete('/admission/..%2F%3Coutside%3E');
  expect(linkSources.size).toBeGreaterThan(15);
  for (const [link, sourceFolder] of linkSources) {
    const { kind, heading } = await fetchPage(link);
    expect(kind, `${link}, linked from /${sourceFolder}`).not.toBe('shell');
    expect(['', 'Loading'], link).not.toContain(heading);
  }
});

test('without script the menu is open on a phone', async () => {
  const page = await openWithoutScript('/about');
  await page.setViewportSize({ width: 360, height: 740 });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  for (const name of ['Degree Programs', 'Data Science', 'contact us', 'Login']) {
    expect(await links.filter({ hasText: name }).isVisible(), name).toBe(true);
  }
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth).toBeLessThanOrEqual(360);
});

test('without script the footer and the contact page show phone numbers and email address', async () => {
  const page = await openWithoutScript('/contact');
  const { phones, email } = shippedConfig.contact;
  for (const selector of ['.ways:visible', 'footer address']) {
    const contactBlock = page.locator(selector);
    for (const text of [...phones, email]) {
      expect(await contactBlock.locator('a', { hasText: text }).isVisible(), selector).toBe(true);
    }
  }
});

test('a page that needs a script says so', async () => {
  for (const path of ['/admission/datascience', '/admission/unheard-of']) {
    const page = await openWithoutScript(path);
    expect(await page.locator('noscript .retry').first().isVisible(), path).toBe(true);
    expect(await page.locator('.skeleton').isVisible(), path).toBe(false);
  }
});
