/** The site in the oldest engine it supports: see docs/browsers.md. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { newEmail, publicAddresses, useDemo } from '../support/demo.ts';
import { walk } from '../support/person.ts';

const demo = await useDemo();

const phone = { viewport: { width: 360, height: 740 } };

/** @returns what is wrong with how a page looks */
const faults = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) wrong.push(`${scrollWidth} pixels wide`);
    for (const part of ['.header', 'main h1', '.mark img']) {
      if (!box(part)?.height) wrong.push(`no ${part}`);
    }
    const header = document.querySelector('.header');
    if (header && getComputedStyle(header).position !== 'sticky') wrong.push('no styles');
    if (box('#old')?.height) wrong.push('the engine is said to be too old');
    return wrong;
  });

test('every public page has its styles, and stays in the screen', async () => {
  const found: Record<string, string[]> = {};
  const page = await demo.open(paths.home);
  for (const address of publicAddresses) {
    await page.goto(demo.site + address);
    await page.locator('#root:not([data-page])').waitFor({ state: 'attached' });
    // Some lead to the login page.
    await page.locator('main h1').waitFor();
    for (const viewport of [phone.viewport, { width: 1280, height: 720 }]) {
      await page.setViewportSize(viewport);
      const wrong = await faults(page);
      if (wrong.length > 0) found[`${address}, ${viewport.width}`] = wrong;
    }
  }
  expect(found).toEqual({});
  expect(demo.complaints).toEqual([]);
});

test('somebody registers, passes the test, pays, fills in the forms and applies', async () => {
  const page = await demo.open('/admission/datascience', phone);
  const on = (title: string) => expect.poll(() => faults(page), { message: title }).toEqual([]);
  const { troubles } = await walk(demo, { page, email: newEmail(), on });
  expect(troubles).toBe(0);
  expect(demo.complaints).toEqual([]);
}, 120_000);
