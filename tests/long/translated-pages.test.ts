/** Every page shows the same in a translated browser as in another one, whenever the translator comes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApplicantRouteName, paths } from '../../web/src/routes.ts';
import { newApplicant, openAs } from '../site/applicants.ts';
import { type Demo, ready, startDemo } from '../site/demo.ts';
import { shown, translate, translateAll } from '../translator.ts';
import { publicAddresses, shownIn } from './where-shown.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

const complete = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('main :is(.skeleton, .spinner)'));

/** Goes to a page as links do. */
async function follow(page: Page, to: string): Promise<void> {
  const before = await page.locator('h1').elementHandle();
  await page.evaluate((path) => history.pushState(null, '', path), to);
  await page.waitForFunction((h1) => !h1?.isConnected, before);
  await complete(page);
}

const isShown = (page: Page, texts: string[] | undefined, path: string) =>
  expect.poll(() => shown(page), { message: path }).toEqual(texts);

describe('every public page', () => {
  const texts = new Map<string, string[]>();
  beforeAll(async () => {
    const page = await demo.open('/no/such/page');
    for (const path of publicAddresses) {
      await follow(page, path);
      texts.set(path, await shown(page));
    }
  });

  test('when it follows another one', async () => {
    const page = await demo.open('/no/such/page');
    await translate(page);
    for (const path of publicAddresses) {
      await follow(page, path);
      await isShown(page, texts.get(path), path);
    }
  });

  test('when it is translated before its script has come', async () => {
    const page = await demo.open('/', { before: translateAll });
    for (const path of publicAddresses) {
      await page.goto(demo.site + path);
      await ready(page);
      await isShown(page, texts.get(path), path);
    }
  });
});

test.each(Object.keys(shownIn) as ApplicantRouteName[])('%s', async (name) => {
  const path = paths[name];
  const email = newApplicant(shownIn[name]);
  const plain = await openAs(demo, email, path);
  await complete(plain);
  const texts = await shown(plain);
  const late = await openAs(demo, email, path);
  await translate(late);
  await isShown(late, texts, path);
  const early = await openAs(demo, email, path, { before: translateAll });
  await isShown(early, texts, path);
});
