/** The college's texts in `content.json`, which the host serves beside the built site. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import exampleContent from '../../web/content.example.json' with { type: 'json' };
import { useErrorFreeDemo } from '../support/demo.ts';

const demo = await useErrorFreeDemo();

/** Serves this `content.json` to a page. Photographs are left out below, because the build adds them. */
const serveContent = (json: unknown) => (page: Page) =>
  page.route('**/content.json', (route) =>
    route.fulfill(typeof json === 'string' ? { body: json } : { json }),
  );
const { photos: _, videoPoster: __, ...contentWithoutPhotos } = exampleContent;
const nextYear = new Date().getFullYear() + 1;
const hostedContent = {
  ...contentWithoutPhotos,
  intake: { starts: `${nextYear}-02-15`, applyBy: `${nextYear}-01-31` },
  shortCourses: [
    { name: 'Bookkeeping for shops', starts: `${nextYear}-03-01` },
    { name: 'Spreadsheets from the beginning', starts: '2025-03-01' },
  ],
};
const openWithContent = (path: string, json: unknown = hostedContent) =>
  demo.open(path, { beforeLoad: serveContent(json) });

test('without content.json the home page is complete, and claims nothing about the college', async () => {
  const page = await demo.open('/');
  expect(await page.locator('.glance dt').allTextContents()).toEqual([
    'How long does it take?',
    'What is free?',
    'How do you begin?',
  ]);
  for (const sectionTitle of ['What students say', 'Scholarships', 'Who we work with']) {
    expect(await page.getByRole('heading', { name: sectionTitle, exact: true }).count()).toBe(0);
  }
  expect(await page.locator('main').textContent()).not.toMatch(
    /accredit|ETB|with employers|scholarships\?|degree count|ask us for/i,
  );
  expect(await page.locator('.banner').textContent()).toBe('Website under development. ');
});

test('a content.json that was added after the build is shown, and the example is marked as one', async () => {
  const page = await openWithContent('/');
  await page.locator('.banner').getByText('Facts are examples.').waitFor();
  await page.getByRole('heading', { name: 'What students say' }).waitFor();
  const factTexts = await page.locator('.glance dd strong').allTextContents();
  expect(factTexts).toEqual([
    'Accredited by the Education and Training Authority',
    exampleContent.cost.total,
    exampleContent.length,
    'Registering and the test',
  ]);
  expect(await page.locator('.ticket dd').allTextContents()).toEqual([
    `15 February ${nextYear}`,
    `31 January ${nextYear}`,
  ]);
  await page.getByText(`licence ${exampleContent.accreditation.licence}, since 2019`).waitFor();
  await page.getByText(exampleContent.principal.name).waitFor();
  await page.getByText("Teachers' scholarship", { exact: true }).waitFor();
  await page.getByText('Can I pay the fee in parts?').click();
  await page.getByText('The fee of a semester is paid in two parts').waitFor();
  await page.getByText('Blue Nile Microfinance').waitFor();
});

test('an Amharic page shows the Amharic texts of content.json, and no English ones', async () => {
  const page = await openWithContent('/am/');
  await page.locator('.glance').getByText(exampleContent.languages.am.cost.total).waitFor();
  const facts = await page.locator('.glance dd strong').allTextContents();
  expect(facts.join()).not.toMatch(/[a-z]/i);
  await page.locator('.card').getByText('የፋይናንስ ተንታኝ፣ ሂሳብ ሠራተኛ').waitFor();
  await page.locator('.card').getByText('4 ዓመት').first().waitFor();
  expect(await page.locator('.why').textContent()).not.toMatch(/[a-z]/i);
});

test.each([
  [
    '/admission/accountingandfinance',
    ['keep the books of a business by IFRS', 'ETB 12,000 a semester', 'Do I need a calculator?'],
  ],
  ['/about', ['Dr. Hirut Bekele']],
  ['/Contact', ['Saturday, 9:00 to 12:30', 'Open Telegram']],
  ['/short_programs', [`Starts on 1 March ${nextYear}`]],
  ['/terms_and_conditions', ['Confirmed by the college on 1 November 2026.']],
])('%s shows its texts of content.json', async (path, texts) => {
  const page = await openWithContent(path);
  for (const text of texts) await page.getByText(text).first().waitFor();
  const telegramLink = page.getByRole('link', { name: 'Open Telegram' });
  if (await telegramLink.count())
    expect(await telegramLink.getAttribute('href')).toBe(exampleContent.telegram);
});

test('with every fact of the college the home page has at most 6,500 pixels and 500 words on a phone', async () => {
  const page = await demo.open('/', {
    viewport: { width: 360, height: 640 },
    beforeLoad: serveContent(hostedContent),
  });
  await page.getByRole('heading', { name: 'What students say' }).waitFor();
  await page.locator('.card').first().waitFor();
  await page.locator('.why').getByText('for years').waitFor();
  const [height, words] = await page.evaluate(() => {
    const foldedParts = [...document.querySelectorAll('main details:not([open]) > :not(summary)')];
    const isShown = ({ parentElement: element }: Node) =>
      !element?.closest('.hidden') && !foldedParts.some((part) => part.contains(element));
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document,
      NodeFilter.SHOW_TEXT,
    );
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isShown(node)) texts.push(node.nodeValue ?? '');
    const shownWords = texts.join(' ').match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
    return [document.documentElement.scrollHeight, shownWords.length];
  });
  expect(height).toBeLessThanOrEqual(6_500);
  expect(words).toBeLessThanOrEqual(500);
  // Every part is rendered wherever the page is scrolled to.
  const skippedParts = await page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter(
        (element) => getComputedStyle(element).contentVisibility === 'auto',
      ).length,
  );
  expect(skippedParts).toBe(0);
  const picture = await page.locator('.hero-picture').boundingBox();
  const hero = await page.locator('.hero').first().boundingBox();
  expect(picture && hero && picture.y + picture.height <= hero.y + hero.height).toBe(true);
});

test('mistakes in content.json are reported, and the page stays as it was built', async () => {
  const page = await openWithContent('/', { ...hostedContent, intake: { starts: 'soon' }, fee: 1 });
  await page
    .getByText(
      'content.json: intake.starts must be a day, e.g. 2027-02-01; fee is not a field of content.json',
    )
    .waitFor();
  await page.getByText('Registering and the test', { exact: true }).waitFor();
});

test('on a slow phone, a mistake in content.json is reported once the built page is hydrated', async () => {
  const throttle = async (page: Page, rate: number) => {
    const devtoolsSession = await page.context().newCDPSession(page);
    await devtoolsSession.send('Emulation.setCPUThrottlingRate', { rate });
  };
  const page = await demo.open('/', {
    beforeLoad: async (page) => {
      await throttle(page, 6);
      await serveContent('{"length": ')(page);
    },
  });
  await page.getByText('It is not valid JSON').waitFor();
  await throttle(page, 1);
});

test('a content.json that cannot be loaded changes nothing', async () => {
  const page = await demo.open('/', {
    beforeLoad: (page) => page.route('**/content.json', (route) => route.abort()),
  });
  await page.getByText('Registering and the test', { exact: true }).waitFor();
  expect(await page.getByText('content.json').count()).toBe(0);
});

test('a date in the past is not shown any more', async () => {
  const page = await openWithContent('/', {
    intake: { starts: '2025-02-15', applyBy: '2025-01-31' },
  });
  await page.getByText('One Planet College, Addis Ababa', { exact: true }).first().waitFor();
  expect(await page.getByText('2025 academic year').count()).toBe(0);
  expect(await page.getByText('15 February 2025').count()).toBe(0);
  const coursesPage = await openWithContent('/short_programs');
  await coursesPage.getByText('Spreadsheets from the beginning').waitFor();
  expect(await coursesPage.getByText('2025').count()).toBe(0);
});
