/** The site as it is built with the programs in it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admissionPath } from '../../web/src/addresses.ts';
import { type BuiltSite, builtWithPrograms, patience, serveBuilt } from './built-with-programs.ts';
import { type Demo, heading, visit } from './demo.ts';

let built: BuiltSite;
let demo: Demo;
beforeAll(async () => {
  built = await builtWithPrograms();
  demo = await visit(await serveBuilt(built));
}, patience);
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

/** The programs that have a picture of their own. */
const pictured = () => built.listed.filter(({ base64String }) => base64String);

const list = '**/api/programs/private';
const old = "This may have changed: we couldn't load the latest list.";

/** Lets the API list something else than was built. */
async function relist(page: Page, change: (list: Record<string, unknown>[]) => unknown[]) {
  await page.route(list, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });
}

describe('without script', () => {
  async function openWithoutScript(path: string): Promise<Page> {
    const context = await demo.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(demo.site + path);
    return page;
  }

  test('every program has its page, with its name and its text', async () => {
    const page = await openWithoutScript('/degree_programs');
    const links = page.locator('.card a');
    const addresses = await links.evaluateAll((all) =>
      all.map((one) => (one as HTMLAnchorElement).href),
    );
    expect(addresses.length).toBe(built.listed.length + 3);
    for (const { name, description } of built.listed) {
      const path = `/admission/${name.toLowerCase().replaceAll(' ', '')}`;
      expect(addresses).toContain(demo.site + path);
      await page.goto(demo.site + path);
      expect(await page.locator('h1').textContent()).toBe(name);
      expect(await page.title()).toBe(`${name} · One Planet College`);
      expect(await page.locator('main').textContent()).toContain(description);
    }
    await page.context().close();
  });

  test('a page is found whatever the case of its address', async () => {
    const page = await openWithoutScript('/Admission/DataScience/');
    expect(await page.locator('h1').textContent()).toBe('Data Science');
    await page.context().close();
  });

  test('its own picture is a file, and in no page', async () => {
    const html = await built.read('index.html');
    expect(html).not.toContain('data:image/png');
    const [file = '', ...others] = new Set(html.match(/\/assets\/program-\w+\.png/g));
    expect(others.length).toBe(pictured().length - 1);
    expect(existsSync(join(built.folder, file)), file).toBe(true);
  });
});

describe('with script', () => {
  test('the page that was built becomes alive, and its picture is not loaded anew', async () => {
    const pictures: string[] = [];
    const [{ name } = { name: '' }] = pictured();
    const page = await demo.open(admissionPath(name), {
      before: async (page) => {
        page.on('request', (request) => {
          if (request.resourceType() === 'image') pictures.push(request.url());
        });
      },
    });
    await page.getByRole('table').first().waitFor();
    const source = await page.locator('main .program-image').getAttribute('src');
    expect(source).toMatch(/^\/assets\/program-\w+\.png$/);
    expect(pictures.filter((url) => !url.endsWith('.svg'))).toEqual([demo.site + source]);
    await page.locator('footer').getByRole('link', { name: 'Home' }).click();
    await heading(page, 'Building Capacity to Serve Humanity');
    expect(await page.locator('.card').count()).toBe(built.listed.length);
  });

  test('what changed since it was built takes its place', async () => {
    const page = await demo.open('/', {
      before: (page) =>
        relist(page, (all) => all.map((one) => ({ ...one, name: `${one.name} (new)` }))),
    });
    await page.getByRole('heading', { name: 'Data Science (new)' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Data Science', exact: true }).count()).toBe(0);
    expect(await page.locator('.card').count()).toBe(built.listed.length);
    const program = await demo.open('/admission/datascience', {
      before: (page) => relist(page, (all) => all.map((one) => ({ ...one, feePerCreditHour: 99 }))),
    });
    await program.getByText('99', { exact: true }).waitFor();
    expect(await program.getByText('148', { exact: true }).count()).toBe(0);
  });

  test('a program that is gone leads home, as one that never was', async () => {
    const page = await demo.open('/admission/datascience', {
      before: (page) => relist(page, (all) => all.filter(({ name }) => name !== 'Data Science')),
    });
    await heading(page, 'Building Capacity to Serve Humanity');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test.each([
    ['/degree_programs', 'Degree Programs'],
    ['/admission/datascience', 'Data Science'],
  ])('%s stays while the API is down, and says that it may have changed', async (path, title) => {
    const page = await demo.open(path, {
      before: (page) => page.route(list, (route) => route.abort()),
    });
    const note = page.getByRole('main').getByText(old);
    await note.waitFor();
    await heading(page, title);
    expect(await page.getByText('Data Science').count()).toBeGreaterThan(0);
    await page.unroute(list);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await note.waitFor({ state: 'detached' });
    await heading(page, title);
  });
});
