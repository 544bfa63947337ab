/** How the tests of accessibility look at a page: actions that bring it into a state, and the faults that axe finds there. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/site/routes.ts';
import { disconnectBackend, resizeWindow, waitForText, waitUntilLoaded } from './page-actions.ts';
import { renderWholePage } from './translator.ts';

export type PageAction = (page: Page) => Promise<unknown>;

/** Runs actions one after the other. */
export const inSequence =
  (...actions: PageAction[]): PageAction =>
  async (page) => {
    for (const action of actions) await action(page);
  };
/** Turns a function of a page and further arguments into one that takes these arguments and returns an action. */
export const toPageAction =
  <Args extends unknown[]>(action: (page: Page, ...args: Args) => Promise<unknown>) =>
  (...args: Args): PageAction =>
  (page) =>
    action(page, ...args);
export const showsElement = toPageAction((page, css: string) =>
  page.locator(css).first().waitFor(),
);
export const showsText = toPageAction(waitForText);
export const disconnect = toPageAction(disconnectBackend);
export const click = toPageAction((page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).click({ force: true }),
);
export const showsDialog = showsElement('dialog[open]');

/** Presses a form's button, and waits for the errors of the form. */
export const submitInvalid = (name: string) =>
  inSequence(waitUntilLoaded, click(name), showsElement('.error-summary'));

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The sizes of a small phone and of a desk. */
const viewports = [
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
] as const;
export const phoneOptions = { viewport: viewports[0] };

/**
 * Pages with another layout on a desk, e.g. with an unfolded menu: axe, which takes a second, runs there on a desk,
 * too.
 */
const deskCaseNames = new Set([paths.home, 'the menus, open', 'a registration with errors']);

/** @returns a line for each fault of the page */
export async function findFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // axe can compare colours only of what is rendered.
  await renderWholePage(page);
  await makeStickyStatic(page);
  for (const viewport of viewports) {
    await resizeWindow(page, viewport);
    await waitTwoFrames(page);
    const excessWidth = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    if (excessWidth > 0) faults.push(`${excessWidth} pixels wider than ${viewport.width}`);
    if (viewport === viewports[0] || deskCaseNames.has(name)) {
      const sizeViolations = await findViolations(page, axeTags);
      faults.push(...sizeViolations.map((violation) => `at ${viewport.width} px: ${violation}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  const darkViolations = await findViolations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...darkViolations.map((violation) => `in the dark scheme: ${violation}`)];
}

/** Waits until size observers have run, which happens when a frame is drawn. */
const waitTwoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/**
 * Makes sticky bars static. They cover parts of targets, which axe would call too small although they can be scrolled.
 */
const makeStickyStatic = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(element).position === 'sticky') element.style.position = 'static';
  });

/**
 * Runs axe in the page.
 * @param tagsOrRules limits it to these tags or rules of axe
 * @returns a line for each violation
 */
async function findViolations(page: Page, tagsOrRules: readonly string[]): Promise<string[]> {
  // The page's policy forbids injected scripts; the browser itself may run one.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(async (runOnly) => {
    const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
    const result = await checker.run(document, {
      runOnly: [...runOnly],
      resultTypes: ['violations'],
    });
    return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, tagsOrRules);
}
