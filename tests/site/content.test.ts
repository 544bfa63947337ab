/** What the college tells of itself in `content.json`, on the site as it is hosted. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import full from '../../web/content.example.json' with { type: 'json' };
import { type Demo, heading, startDemo } from './demo.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

/** The host's file; its photographs belong to the build. */
const withContent = (json: unknown) => (page: Page) =>
  page.route('**/content.json', (route) =>
    route.fulfill(typeof json === 'string' ? { body: json } : { json }),
  );
const { photos: _, videoPoster: __, ...example } = full;
const year = new Date().getFullYear() + 1;
const hosted = {
  ...example,
  intake: { starts: `${year}-02-15`, applyBy: `${year}-01-31` },
  shortCourses: [
    { name: 'Bookkeeping for shops', starts: `${year}-03-01` },
    { name: 'Spreadsheets from the beginning', starts: '2025-03-01' },
  ],
};
const open = (path: string, json: unknown = hosted) =>
  demo.open(path, { before: withContent(json) });

test('without it the home page is whole, and claims nothing', async () => {
  const page = await demo.open('/');
  expect(await page.locator('.glance dt').allTextContents()).toEqual([
    'What does it cost?',
    'How long does it take?',
    'How do you study?',
    'How do you begin?',
  ]);
  for (const title of ['What students say', 'Scholarships', 'Who we work with']) {
    expect(await page.getByRole('heading', { name: title, exact: true }).count()).toBe(0);
  }
  expect(await page.locator('main').textContent()).not.toMatch(/accredited by|ETB|with employers/i);
});

test('a file that was put there after the build is shown at once', async () => {
  const page = await open('/');
  await page.getByRole('heading', { name: 'What students say' }).waitFor();
  const facts = await page.locator('.glance dd strong').allTextContents();
  expect(facts).toEqual([
    'Accredited by the Education and Training Authority',
    full.cost.total,
    full.length,
    `15 February ${year}`,
  ]);
  await page.getByText(`Apply by 31 January ${year}.`).first().waitFor();
  await page.getByText("Teachers' scholarship", { exact: true }).waitFor();
  await page.getByText('Can I pay the fee in parts?').click();
  await page.getByText('The fee of a semester is paid in two parts').waitFor();
  await page.getByText('Blue Nile Microfinance').waitFor();
});

test('the page of a program tells what is told of it', async () => {
  const page = await open('/admission/accountingandfinance');
  await heading(page, 'Accounting and Finance');
  await page.getByText('keep the books of a business by IFRS').waitFor();
  await page.getByText('ETB 12,000 a semester').waitFor();
  await page.getByText('Do I need a calculator?').waitFor();
});

test('the other pages have what belongs there', async () => {
  const about = await open('/about');
  await about.getByText('Dr. Hirut Bekele').waitFor();
  const contact = await open('/Contact');
  await contact.getByText('Saturday, 9:00 to 12:30').waitFor();
  const telegram = contact.getByRole('link', { name: 'Open Telegram' });
  expect(await telegram.getAttribute('href')).toBe(full.telegram);
  const courses = await open('/short_programs');
  await courses.getByText(`Starts on 1 March ${year}`).waitFor();
  const terms = await open('/terms_and_conditions');
  await terms.getByText('Confirmed by the college on 1 November 2026.').waitFor();
});

test('what is wrong in it is told by name, and the page stays as it was built', async () => {
  const page = await open('/', { ...hosted, intake: { starts: 'soon' }, fee: 1 });
  await page
    .getByText(
      'content.json: intake.starts must be a day, e.g. 2027-02-01; fee is not a field of content.json',
    )
    .waitFor();
  await page.getByText('Register and take the test for free').waitFor();
});

test('a file that is no JSON is told, and one that cannot be loaded changes nothing', async () => {
  const page = await open('/', '{"length": ');
  await page.getByText('It is not valid JSON').waitFor();
  const other = await demo.open('/', {
    before: (page) => page.route('**/content.json', (route) => route.abort()),
  });
  await other.getByText('Register and take the test for free').waitFor();
  expect(await other.getByText('content.json').count()).toBe(0);
});

test('a start that is over is not told any more', async () => {
  const page = await open('/', { intake: { starts: '2025-02-15', applyBy: '2025-01-31' } });
  await page.getByText('One Planet College, Addis Ababa', { exact: true }).first().waitFor();
  expect(await page.getByText('2025 academic year').count()).toBe(0);
  expect(await page.getByText('15 February 2025').count()).toBe(0);
  const courses = await open('/short_programs');
  await courses.getByText('Spreadsheets from the beginning').waitFor();
  expect(await courses.getByText('2025').count()).toBe(0);
});
