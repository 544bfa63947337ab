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

/** Both are read again until they agree: what the college wrote replaces what was built in once its answer is there. */
const showsTheSame = (page: Page, plain: Page, path: string) =>
  expect
    .poll(
      async () => {
        const [one, other] = [await shown(page), await shown(plain)];
        if (one.join('\n') === other.join('\n')) return 'the same';
        return [one.filter((line) => !other.includes(line)), one, other];
      },
      { message: path },
    )
    .toEqual('the same');

describe('every public page', () => {
  test('when it follows another one', async () => {
    const plain = await demo.open('/no/such/page');
    const page = await demo.open('/no/such/page');
    await translate(page);
    for (const path of publicAddresses) {
      await follow(plain, path);
      await follow(page, path);
      await showsTheSame(page, plain, path);
    }
  });

  test('when it is translated before its script has come', async () => {
    const plain = await demo.open('/no/such/page');
    const page = await demo.open('/', { before: translateAll });
    for (const path of publicAddresses) {
      await follow(plain, path);
      await page.goto(demo.site + path);
      await ready(page);
      await showsTheSame(page, plain, path);
    }
  });
});

test.each(Object.keys(shownIn) as ApplicantRouteName[])('%s', async (name) => {
  const path = paths[name];
  const email = newApplicant(shownIn[name]);
  const plain = await openAs(demo, email, path);
  await complete(plain);
  const late = await openAs(demo, email, path);
  await translate(late);
  await showsTheSame(late, plain, path);
  const early = await openAs(demo, email, path, { before: translateAll });
  await showsTheSame(early, plain, path);
});
