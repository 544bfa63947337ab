/** Runs axe on a page and measures its width (WCAG 2.2 A and AA). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { drawAll } from '../site/draw-all.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A small phone and a desktop. */
const sizes = [
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
] as const;

/** Options that open a page at the phone's size first. */
export const onPhone = { viewport: sizes[0] };

/**
 * Looks at a page on a small phone, on a desktop and in the dark scheme: axe finds nothing, and nothing is wider than
 * the screen.
 * @param looks the page differs on a desktop: axe runs there too, which takes a second
 */
export async function expectNoFaults(page: Page, looks?: 'differs on desktop'): Promise<void> {
  expect(await faultsOf(page, looks)).toEqual([]);
}

/** As `expectNoFaults`. @returns what is wrong, a line each */
export async function faultsOf(page: Page, looks?: 'differs on desktop'): Promise<string[]> {
  const faults: string[] = [];
  // What is not drawn has no colours to compare.
  await drawAll(page);
  await unstick(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) faults.push(`${wide} pixels wider than ${size.width}`);
    if (size === sizes[0] || looks) {
      const found = await violations(page, everything);
      faults.push(...found.map((violation) => `at ${size.width} px: ${violation}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  const inTheDark = await violations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...inTheDark.map((violation) => `in the dark scheme: ${violation}`)];
}

/** What a sticky bar covers in part can be scrolled out from under it; axe would call it too small, by chance of the place. */
const unstick = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(one).position === 'sticky') one.style.position = 'static';
  });

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @param only tags or rules of axe @returns what it finds, a line each */
async function violations(page: Page, only: readonly string[]): Promise<string[]> {
  // The page's policy forbids injected scripts; the browser itself may run one.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
    const found = await checker.run(document, {
      runOnly: [...runOnly],
      resultTypes: ['violations'],
    });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, only);
}
