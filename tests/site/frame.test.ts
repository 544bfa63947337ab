/** The frame around every page, and a form before its script runs. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  openBlankPage,
  useErrorFreeDemo,
  waitForHeading,
  waitForHydration,
} from '../support/demo.ts';
import { changeSettings, holdRequests } from '../support/page-actions.ts';

const demo = await useErrorFreeDemo();

test('the header turns compact after 5 pixels of scroll, and nothing below it moves', async () => {
  const page = await demo.open('/about');
  const readRowHeight = () => page.locator('.header-row').evaluate((row) => row.clientHeight);
  const readPageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  const readCompactState = () => page.evaluate(() => document.documentElement.dataset.compact);
  const [rowHeight, pageHeight] = [await readRowHeight(), await readPageHeight()];
  await page.evaluate(() => scrollTo(0, 5));
  expect(await readCompactState()).toBe('false');
  await page.evaluate(() => scrollTo(0, 6));
  await page.waitForFunction(() => document.documentElement.dataset.compact === 'true');
  expect(await readRowHeight()).toBeLessThan(rowHeight);
  expect(await readPageHeight()).toBe(pageHeight);
});

test('a floating button leads back to the top', async () => {
  const page = await demo.open('/terms_and_conditions');
  const button = page.getByRole('button', { name: 'Back to the top' });
  expect(await button.count()).toBe(0);
  await page.evaluate(() => scrollTo(0, 3000));
  await button.click();
  await page.waitForFunction(() => scrollY === 0);
});

test('navigation scrolls to the top, moves the focus to the heading and changes the title of the document', async () => {
  const page = await demo.open('/terms_and_conditions');
  await page.evaluate(() => scrollTo(0, 99_999));
  await page.locator('footer').getByRole('link', { name: 'About Us' }).click();
  await waitForHeading(page, 'About Us');
  expect(await page.title()).toBe('About Us · One Planet College');
  await page.waitForFunction(() => scrollY === 0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.goBack();
  await waitForHeading(page, 'Terms and Conditions');
  await page.waitForFunction(() => scrollY === 0);
});

test('navigation scrolls to the top before the script of the new page arrives, so that nothing moves later', async () => {
  const page = await demo.open('/terms_and_conditions');
  await page.evaluate(() => scrollTo(0, 99_999));
  const release = await holdRequests(page, '**/*.js');
  // The script of the next page is held back, so it is not loaded yet.
  await page.evaluate(() => history.pushState(null, '', '/login'));
  await page.locator('main .skeleton').first().waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  release();
  await waitForHeading(page, 'Sign in');
});

test('sections move in within 800 ms when they are scrolled to, unless reduced motion is preferred', async () => {
  const animatedPage = await demo.open('/', { reducedMotion: 'no-preference' });
  await animatedPage.locator('.tiles .unrevealed').first().waitFor({ state: 'attached' });
  // Sections must be visible before they are scrolled to, for prints and screenshots.
  const hiddenCount = await animatedPage
    .locator('.unrevealed')
    .evaluateAll(
      (elements) => elements.filter((element) => getComputedStyle(element).opacity !== '1').length,
    );
  expect(hiddenCount).toBe(0);
  await animatedPage.locator('.band').scrollIntoViewIfNeeded();
  const revealedTile = animatedPage.locator('.tiles .revealed').first();
  await revealedTile.waitFor();
  // The page's stylesheet may arrive after its script.
  await expect
    .poll(() => revealedTile.evaluate((element) => getComputedStyle(element).animationDuration))
    .toBe('0.8s');
  const calmPage = await demo.open('/');
  await calmPage.locator('.tiles .unrevealed').first().waitFor({ state: 'attached' });
  await calmPage.locator('.band').scrollIntoViewIfNeeded();
  const calmTile = calmPage.locator('.tiles .revealed').first();
  await calmTile.waitFor();
  expect(await calmTile.evaluate((li) => getComputedStyle(li).animationName)).toBe('none');
});

/** Scrolls down the whole page, so that all of it is rendered. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });

describe('on the home page', () => {
  const openHome = async (width: number) => {
    const page = await demo.open('/', { viewport: { width, height: 900 } });
    const readHeight = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);
    return { page, readHeight };
  };

  test.each([
    [360, 600],
    [768, 600],
    [1280, 600],
    [1366, 600],
    [1920, 700],
  ])('at %d pixels the hero is exactly %d pixels high', async (width, height) => {
    const { readHeight } = await openHome(width);
    expect(await readHeight('.hero:not(.reach)')).toBe(height);
  });

  test('the video has the specified height', async () => {
    const { readHeight } = await openHome(1280);
    expect(await readHeight('.video')).toBe(390);
  });

  test.each([360, 768, 1280, 1920])(
    'at %d pixels the scroll bar does not jump, because the page claims its real height at once',
    async (width) => {
      const { page, readHeight } = await openHome(width);
      await page.locator('.card').first().waitFor();
      const claimedHeight = await readHeight('html');
      await scrollThrough(page);
      expect(Math.abs(claimedHeight / (await readHeight('html')) - 1)).toBeLessThan(0.1);
    },
  );

  test('a phone shows all of it on nine screens, the footer on less than one', async () => {
    const { page, readHeight } = await openHome(360);
    expect(await readHeight('.header')).toBe(56);
    await scrollThrough(page);
    expect(await readHeight('html')).toBeLessThanOrEqual(6500);
    expect(await readHeight('.footer')).toBeLessThanOrEqual(560);
  });
});

test('at every width the header and the content share their left edge', async () => {
  const page = await demo.open('/degree_programs');
  const readLeft = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().left));
  for (const width of [320, 360, 480, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await readLeft('.header .mark')]).toEqual([width, await readLeft('h1')]);
  }
});

test.each(['/no-such-page', '/receipt', '/%E0%A4%A'])(
  '%s is answered with the page that says that it is none, and with that status',
  async (path) => {
    const page = await openBlankPage(demo);
    const response = await page.goto(demo.siteUrl + path);
    expect(response?.status()).toBe(404);
    await waitForHeading(page, 'Page Not Found');
  },
);

test('a form without its script has no button, and makes no request', async () => {
  const page = await openBlankPage(demo, { javaScriptEnabled: false });
  await page.goto(`${demo.siteUrl}/login`);
  expect(await page.locator('form [type=submit]').isVisible()).toBe(false);
  await page.getByLabel('Email Address').fill('hana@example.com');
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${demo.siteUrl}/login`);
  expect(await page.getByLabel('Email Address').inputValue()).toBe('hana@example.com');
});

test('the validation library is loaded with the first form, and by no page before', async () => {
  const page = await demo.open('/about');
  const validationUrls: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    if ((await response.text()).includes('ZodError')) validationUrls.push(response.url());
  });
  for (const path of ['/', '/admission/datascience', '/contact']) {
    await page.goto(demo.siteUrl + path);
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
  }
  expect(validationUrls).toEqual([]);
  await page.goto(`${demo.siteUrl}/register`);
  await expect.poll(() => validationUrls.length).toBe(1);
});

test('a mistake in the settings of the dialect is reported', async () => {
  const page = await openBlankPage(demo);
  await changeSettings(page, { dialect: { operations: { 'auth.logn': { path: '/login' } } } });
  await page.goto(demo.siteUrl);
  await page.getByText('Our website has a fault. It is not your phone').waitFor();
  const problem = page.getByText('dialect: operations.auth.logn: no such operation');
  expect(await problem.isVisible()).toBe(false);
  await page.getByText('Technical details').click();
  await problem.waitFor();
});
