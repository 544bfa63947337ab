/**
 * The layout of every page: widths from a small phone to a large desk, 200 % text, 400 % zoom, words that are 40 %
 * longer, and forced colours.
 */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ApplicantRouteName, paths } from '../../web/src/site/routes.ts';
import {
  type LoginState,
  logIn,
  newApplicant,
  openLoggedIn,
  openStep,
  publicAddresses,
  stateByPage,
  useDemo,
} from '../support/demo.ts';
import { isChromium, oneInOtherEngines } from '../support/engines.ts';
import {
  findHeaderFaults,
  findLayoutFaults,
  findUsabilityFaults,
} from '../support/layout-faults.ts';
import { navigateTo, resizeWindow, waitUntilLoaded } from '../support/page-actions.ts';
import { renderWholePage } from '../support/translator.ts';

const demo = await useDemo();

const [phoneViewport, deskViewport] = [
  { width: 360, height: 740 },
  { width: 1280, height: 720 },
];

const modes = [
  { name: '200 % text on a phone', width: 360, height: 740, text: 200 },
  { name: 'a large desk', width: 1920, height: 1080, text: 100 },
  // Other engines lay out text and boxes by the same rules.
  ...(isChromium
    ? [
        { name: 'a small phone', width: 320, height: 640, text: 100 },
        { name: '400 % zoom of a desk', width: 320, height: 256, text: 100 },
        { name: 'a tablet', width: 768, height: 1024, text: 100 },
      ]
    : []),
];

/** @returns a line for each fault in any mode */
async function findFaultsInAllModes(page: Page): Promise<string[]> {
  await renderWholePage(page);
  const faults = await findUsabilityFaults(page);
  for (const { name, width, height, text } of modes) {
    await resizeWindow(page, { width, height });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, text);
    faults.push(...(await findLayoutFaults(page)).map((fault) => `${name}: ${fault}`));
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'));
  await resizeWindow(page, { width: 360, height: 740 });
  await page.evaluate(lengthenWords);
  faults.push(...(await findLayoutFaults(page)).map((fault) => `words 40 % longer: ${fault}`));
  // The frame of the page remains when the next page is opened.
  await page.evaluate(shortenWords);
  return faults;
}

/** Makes all words longer, as in other languages. Runs in the page. */
function lengthenWords(): void {
  const originalTexts = new Map<Node, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Addresses have the same length in every language.
    if (!node.nodeValue || node.parentElement?.closest('script, style, [href*=":"]')) continue;
    originalTexts.set(node, node.nodeValue);
    node.nodeValue = node.nodeValue.replace(
      /\p{L}{2,}/gu,
      (word) => word + word.slice(0, Math.ceil(word.length * 0.4)),
    );
  }
  Object.assign(window, { originalTexts });
}

/** Restores the words. Runs in the page. */
function shortenWords(): void {
  const { originalTexts } = window as unknown as { originalTexts: Map<Node, string> };
  for (const [node, text] of originalTexts) node.nodeValue = text;
}

const pickFaulty = (faultsByPage: [string, string[]][]) =>
  Object.fromEntries(faultsByPage.filter(([, faults]) => faults.length > 0));

test('no public page leaves the screen or loses a word in any mode', async () => {
  const page = await demo.open(paths.terms);
  const faultsByPage: [string, string[]][] = [];
  for (const address of publicAddresses) {
    await navigateTo(page, address);
    faultsByPage.push([address, await findFaultsInAllModes(page)]);
  }
  expect(pickFaulty(faultsByPage)).toEqual({});
});

const states = [...new Set(Object.values(stateByPage))];
const pageNamesIn = (state: LoginState) =>
  (Object.keys(stateByPage) as ApplicantRouteName[]).filter((name) => stateByPage[name] === state);

test.each(states)(
  'no page of an applicant in %s leaves the screen or loses a word in any mode',
  async (state) => {
    const page = await openLoggedIn(demo, newApplicant(state), paths.home);
    const faultsByPage: [string, string[]][] = [];
    await waitUntilLoaded(page);
    faultsByPage.push([paths.home, await findFaultsInAllModes(page)]);
    for (const name of pageNamesIn(state)) {
      await navigateTo(page, paths[name]);
      faultsByPage.push([name, await findFaultsInAllModes(page)]);
    }
    expect(pickFaulty(faultsByPage)).toEqual({});
  },
);

/** The widest scrollbar of Windows. It takes width away from the page, but not from media queries. */
const scrollbarWidth = 17;
/** No browser on a desk makes its window narrower, and a phone's scrollbar takes no width. */
const narrowestDeskWindow = 450;

test.each(['a visitor', 'an applicant'])(
  'at every width the header of %s is one line with the name of the college, also beside a scrollbar',
  async (visitor) => {
    const isLoggedIn = visitor === 'an applicant';
    const page = isLoggedIn
      ? await openLoggedIn(demo, newApplicant('ACTIVATED'), paths.about)
      : await demo.open(paths.about);
    const welcomeElement = page.locator('.welcome');
    if (isLoggedIn) {
      await welcomeElement.waitFor({ state: 'attached' });
      // The header must hold a long name, too.
      await welcomeElement.evaluate((element) => element.append(' Woldegiorgis Gebremeskel'));
    }
    await waitUntilLoaded(page);
    // The limits of the stylesheet with their neighbours, and a sample between them.
    const widths = [359, 360, 704, 705, 1023, 1024, 1279, 1280, 1366, 1439];
    for (let width = 320; width <= 1920; width += width < 1500 ? 60 : 140) widths.push(width);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // Firefox's driver responds a moment before the width has changed.
      await page.waitForFunction((targetWidth) => innerWidth === targetWidth, width);
      for (const margin of width < narrowestDeskWindow ? [0] : [0, scrollbarWidth]) {
        await page.evaluate((pixels) => {
          document.body.style.marginRight = `${pixels}px`;
        }, margin);
        await expect
          .poll(() => findHeaderFaults(page), {
            message: `${width} pixels, ${margin} taken`,
            timeout: 10_000,
          })
          .toEqual([]);
      }
    }
  },
);

test.each(oneInOtherEngines([1280, 1366]))(
  'at %i pixels the way on, the name and the logout of an applicant stand in the header',
  async (width) => {
    const page = await openLoggedIn(demo, newApplicant('ACTIVATED'), paths.about, {
      viewport: { width, height: 720 },
    });
    const header = page.locator('.header');
    for (const name of ['Proceed with Application', 'Logout'])
      await header.getByRole('button', { name }).waitFor();
    await header.getByRole('link', { name: /^Welcome/ }).waitFor();
    expect(await header.getByRole('link', { name: 'About Us' }).count()).toBe(0);
    await header.getByRole('button', { name: 'Menu' }).click();
    await header.getByRole('link', { name: 'About Us' }).waitFor();
    await header.getByRole('button', { name: 'Logout' }).waitFor();
  },
);

test('on a phone the banner is one line that can be read whole', async () => {
  const page = await demo.open(paths.about, {
    viewport: phoneViewport,
    beforeLoad: (page) =>
      page.route('**/content.json', (route) => route.fulfill({ json: { example: true } })),
  });
  const banner = page.locator('.banner-text');
  await banner.getByText('Facts are examples.').waitFor();
  const lineTops = await banner.evaluate((element) =>
    [...element.children].flatMap((text) =>
      [...text.getClientRects()].map(({ top }) => Math.round(top)),
    ),
  );
  expect(new Set(lineTops).size).toBe(1);
  expect(await banner.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
    0,
  );
});

// Only Chromium measures shifts.
test.runIf(isChromium).each([
  {
    path: paths.home,
    state: 'TOOK_EXAM',
    readySelector: '.standing .help',
    viewport: phoneViewport,
  },
  {
    path: paths.home,
    state: 'TOOK_EXAM',
    readySelector: '.standing .help',
    viewport: deskViewport,
  },
  {
    path: paths.takeExam,
    state: 'ACTIVATED',
    readySelector: '.before-exam button',
    viewport: phoneViewport,
  },
] as const)(
  '$path does not shift while her application is loaded, at $viewport.width pixels',
  async ({ path, state, readySelector, viewport }) => {
    const page = await openLoggedIn(demo, newApplicant(state), path, { viewport });
    await page.locator(readySelector).waitFor();
    await page.waitForLoadState('networkidle');
    const layoutShift = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
      return shifts.reduce((sum, { value }) => sum + value, 0);
    });
    expect(layoutShift).toBeLessThan(0.02);
  },
);

const pagesWithApply = [
  { path: '/admission/accountingandfinance', viewport: phoneViewport },
  { path: '/admission/accountingandfinance', viewport: deskViewport },
  { path: paths.home, viewport: phoneViewport },
  { path: paths.home, viewport: deskViewport },
];
test.each(oneInOtherEngines(pagesWithApply))(
  'one button to apply is on screen at a time, on $path at $viewport.width pixels',
  async ({ path, viewport }) => {
    const page = await demo.open(path, { viewport });
    await page.locator('.own-apply').first().waitFor();
    const readShown = () =>
      page.getByText('Apply now').evaluateAll(
        (buttons) =>
          buttons.filter((button) => {
            const { top, bottom } = button.getBoundingClientRect();
            return (
              button.checkVisibility({ visibilityProperty: true }) &&
              top < innerHeight &&
              bottom > 40
            );
          }).length,
      );
    await expect.poll(readShown).toBe(1);
    for (const share of [0.3, 0.6, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.body.scrollHeight), share);
      await expect.poll(readShown, { message: `scrolled to ${share}` }).toBe(1);
    }
  },
);

test('the bar of a program shows its whole name', async () => {
  const page = await demo.open('/admission/accountingandfinance', { viewport: phoneViewport });
  await page.locator('.own-apply').waitFor();
  const bar = page.locator('.apply-bar');
  expect(await bar.isVisible()).toBe(false);
  await page.evaluate(() => scrollTo(0, 1_500));
  await bar.waitFor();
  const cutOffPixels = await bar
    .getByText('Accounting and Finance')
    .evaluate((name) => name.scrollWidth - Math.ceil(name.getBoundingClientRect().width));
  expect(cutOffPixels).toBeLessThanOrEqual(0);
});

test('a table is a tab stop only if it scrolls', async () => {
  // On narrower screens the table is a list.
  const page = await demo.open('/admission/datascience', { viewport: { width: 700, height: 640 } });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const semesterTable = page.getByRole('region', { name: 'Semester I', exact: true });
  await semesterTable.and(page.locator('[tabindex="0"]')).waitFor();
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 720 });
  await semesterTable.and(page.locator(':not([tabindex])')).waitFor();
});

/**
 * @returns the styles of a box that remain visible when the reader's colours are forced, without backgrounds and
 *   shadows
 */
const readBoxStyle = (page: Page, selector: string, pseudoElement?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return [style.border, style.borderBottom, style.textDecorationLine, style.opacity].join();
    }, pseudoElement);

const forcedColours = { forcedColors: 'active' } as const;

test('with forced colours the chosen, the current and the disabled look different', async () => {
  const profilePage = await openStep(demo, 'ACTIVATED', forcedColours);
  await profilePage.goto(demo.siteUrl + paths.editProfile);
  await waitUntilLoaded(profilePage);
  expect(await readBoxStyle(profilePage, '[role=tab][aria-selected=true]')).not.toBe(
    await readBoxStyle(profilePage, '[role=tab][aria-selected=false]'),
  );
  expect(await readBoxStyle(profilePage, '.button[aria-disabled=true]')).not.toBe(
    await readBoxStyle(profilePage, 'main .button.primary'),
  );
  const homePage = await openLoggedIn(demo, newApplicant('TOOK_EXAM'), paths.home, forcedColours);
  await homePage.getByText('All steps').click();
  const readStepStyle = (selector: string) =>
    readBoxStyle(homePage, `.track ${selector}`, '::before');
  const stepStyles = [
    await readStepStyle('[data-done=true]'),
    await readStepStyle('[aria-current]'),
  ];
  expect(new Set([...stepStyles, await readStepStyle('li:last-child:not([data-done])')]).size).toBe(
    3,
  );
});

test('with forced colours an icon can be seen, and a dialog has a border', async () => {
  const page = await demo.open(paths.login, forcedColours);
  const [icon, ground] = await page
    .locator('footer .icon')
    .first()
    .evaluate((element) => [
      getComputedStyle(element, '::before').backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ]);
  expect(icon).not.toBe(ground);
  await logIn(page, 'nobody@example.com');
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('3px');
});
