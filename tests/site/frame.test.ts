/** The frame around every page, and pages without script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, heading, ready, startDemo } from './demo.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

const phone = { viewport: { width: 360, height: 740 } };

test('the header turns compact after 5 pixels of scroll, and nothing below it moves', async () => {
  const page = await demo.open('/about');
  const height = () => page.locator('.header-row').evaluate((row) => row.clientHeight);
  const heightOfAll = () => page.evaluate(() => document.documentElement.scrollHeight);
  const compact = () => page.evaluate(() => document.documentElement.dataset.compact);
  const [tall, all] = [await height(), await heightOfAll()];
  await page.evaluate(() => scrollTo(0, 5));
  expect(await compact()).toBe('false');
  await page.evaluate(() => scrollTo(0, 6));
  await page.waitForFunction(() => document.documentElement.dataset.compact === 'true');
  expect(await height()).toBeLessThan(tall);
  expect(await heightOfAll()).toBe(all);
});

test('a floating button leads back to the top', async () => {
  const page = await demo.open('/terms_and_conditions');
  const button = page.getByRole('button', { name: 'Back to the top' });
  expect(await button.count()).toBe(0);
  await page.evaluate(() => scrollTo(0, 3000));
  await button.click();
  await page.waitForFunction(() => scrollY === 0);
});

test('every change of page scrolls to the top, moves focus to its heading and names the document', async () => {
  const page = await demo.open('/terms_and_conditions');
  await page.evaluate(() => scrollTo(0, 99_999));
  await page.locator('footer').getByRole('link', { name: 'About Us' }).click();
  await heading(page, 'About Us');
  expect(await page.title()).toBe('About Us · One Planet College');
  await page.waitForFunction(() => scrollY === 0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.goBack();
  await heading(page, 'Terms and Conditions');
  await page.waitForFunction(() => scrollY === 0);
});

test('a page begins at its top before its script is here: nothing moves away under a finger', async () => {
  const page = await demo.open('/terms_and_conditions');
  await page.evaluate(() => scrollTo(0, 99_999));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  // The terms' own script has the other pages of their kind in it; the home page's is another.
  await page.locator('footer').getByRole('link', { name: 'Home', exact: true }).click();
  await page.locator('main .skeleton').first().waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  letGo();
  await page.locator('.hero h1').waitFor();
});

test('sections move in when they are scrolled to, within 800 ms, unless reduced motion is asked for', async () => {
  const lively = await demo.open('/', { reducedMotion: 'no-preference' });
  await lively.locator('.tiles .unrevealed').first().waitFor({ state: 'attached' });
  // Whoever prints the page or takes a picture of it has not scrolled.
  const hidden = await lively
    .locator('.unrevealed')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== '1').length);
  expect(hidden).toBe(0);
  await lively.locator('.band').scrollIntoViewIfNeeded();
  const tile = lively.locator('.tiles .revealed').first();
  await tile.waitFor();
  expect(await tile.evaluate((element) => getComputedStyle(element).animationDuration)).toBe(
    '0.8s',
  );
  const calm = await demo.open('/');
  await calm.locator('.tiles .unrevealed').first().waitFor({ state: 'attached' });
  await calm.locator('.band').scrollIntoViewIfNeeded();
  const still = calm.locator('.tiles .revealed').first();
  await still.waitFor();
  expect(await still.evaluate((li) => getComputedStyle(li).animationName)).toBe('none');
});

test('the font of the headings comes with the second page, and no page changes its letters', async () => {
  const page = await demo.open('/', { viewport: { width: 1280, height: 900 } });
  const font = page.waitForResponse(/fraunces-.*\.woff2$/);
  await page.reload();
  await ready(page);
  await (await font).finished();
  const fonts = () => page.evaluate(() => Array.from(document.fonts, ({ family }) => family));
  expect(await fonts()).not.toContain('Fraunces');
  const menu = page.getByRole('navigation', { name: 'Main' });
  // Once the browser has read it, which is a moment after it has come.
  await expect
    .poll(async () => {
      await menu.getByRole('link', { name: 'About Us' }).click();
      await menu.getByRole('link', { name: 'Home' }).click();
      return fonts();
    })
    .toContain('Fraunces');
});

test('the hero and the video have the specified heights', async () => {
  const page = await demo.open('/', { viewport: { width: 1280, height: 900 } });
  const heightOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);
  expect(await heightOf('.hero:not(.reach)')).toBe(600);
  expect(await heightOf('.video')).toBe(390);
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await heightOf('.hero:not(.reach)')).toBe(700);
});

test('on a phone the menu opens and closes, and leads to a programme', async () => {
  const page = await demo.open('/', phone);
  const menu = page.getByRole('button', { name: 'Menu' });
  const nav = page.getByRole('navigation', { name: 'Main' });
  expect(await nav.isVisible()).toBe(false);
  await menu.click();
  await nav.getByRole('button', { name: 'Admissions' }).click();
  await nav.getByRole('link', { name: 'Entrepreneurship & Innovation' }).click();
  await heading(page, 'Entrepreneurship & Innovation');
  expect(page.url()).toBe(`${demo.site}/admission/entrepreneurship&innovation`);
  expect(await nav.isVisible()).toBe(false);
});

test('the menu leads everywhere with the keyboard alone', async () => {
  const page = await demo.open('/about', { viewport: { width: 1280, height: 900 } });
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Skip to the content',
  );
  const programs = page.getByRole('button', { name: 'Programs' });
  await programs.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Degree Programs');
  await page.keyboard.press('Escape');
  expect(await programs.getAttribute('aria-expanded')).toBe('false');
  expect(await programs.evaluate((button) => button === document.activeElement)).toBe(true);
});

test.each([
  ['/', 'Building Capacity to Serve Humanity'],
  ['/About', 'About Us'],
  ['/Contact', 'Contact'],
  ['/degree_programs', 'Degree Programs'],
  ['/Login', 'Sign in'],
  ['/register', 'Application Form'],
  ['/terms_and_conditions', 'Terms and Conditions'],
])('%s can be read without script', async (path, title) => {
  const page = await (await demo.browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(demo.site + path);
  expect(await page.locator('h1').textContent()).toContain(title);
  expect(await page.title()).toContain('One Planet College');
});

test('a form that is sent before the script runs sends nothing anywhere', async () => {
  const page = await (await demo.browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${demo.site}/login`);
  await page.getByLabel('Email Address').fill('hana@example.com');
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${demo.site}/login`);
  expect(await page.getByLabel('Email Address').inputValue()).toBe('hana@example.com');
});

test('the validation library comes when somebody begins to type, and to no page before', async () => {
  const page = await demo.open('/about');
  const validation: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    if ((await response.text()).includes('ZodError')) validation.push(response.url());
  });
  for (const path of ['/', '/admission/datascience', '/login', '/register']) {
    await page.goto(demo.site + path);
    await ready(page);
    await page.waitForLoadState('networkidle');
  }
  expect(validation).toEqual([]);
  await page.getByLabel('First name').fill('Hana');
  await expect.poll(() => validation.length).toBe(1);
});

test('a page whose file cannot be loaded says so, and a reload brings it', async () => {
  const page = await demo.open('/about');
  let asked = 0;
  await page.route(/account-.*[.]js$/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.locator('footer').waitFor();
  await page.evaluate(() => history.pushState(null, '', '/register'));
  await heading(page, 'Unexpected Application Error!');
  await page.getByText('What you typed is kept.').waitFor();
  expect(asked).toBe(1);
  await page.unroute(/account-.*[.]js$/);
  await page.getByRole('link', { name: 'Load the page again' }).click();
  await heading(page, 'Application Form');
});

test('settings that are wrong are named one by one', async () => {
  const page = await (await demo.browser.newContext()).newPage();
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { apiBase: 'nowhere', dialect: 'canonical' } }),
  );
  await page.goto(demo.site);
  await page.getByText("apiBase must be the API's address").waitFor();
  await page.getByText('portals.student is missing: it must be an https address').waitFor();
});

test('a dialect with a mistake is named, too', async () => {
  const page = await (await demo.browser.newContext()).newPage();
  await page.route('**/config.json', async (route) => {
    const settings = await (await route.fetch()).json();
    const dialect = { operations: { 'auth.logn': { path: '/login' } } };
    await route.fulfill({ json: { ...settings, dialect } });
  });
  await page.goto(demo.site);
  await page.getByText('dialect: operations.auth.logn: no such operation').waitFor();
});
